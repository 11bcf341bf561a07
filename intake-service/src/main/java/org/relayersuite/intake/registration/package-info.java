/** Whether the gateway knows the host chain and the KMS context of a request (spec/relayer.md 0.6 and 3.7). */
package org.relayersuite.intake.registration;
