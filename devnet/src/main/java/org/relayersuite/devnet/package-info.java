/** The whole suite and everything that it talks to, on one machine. */
package org.relayersuite.devnet;
