/** Where clients find the FHE public key and the CRS: polled on the host chain, served from memory (spec/relayer.md 4.4). */
package org.relayersuite.intake.keyurl;
