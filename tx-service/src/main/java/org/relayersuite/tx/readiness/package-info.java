/** Whether a decrypt request may be sent yet: allowed on its host chains, ciphertexts ready on the gateway. */
package org.relayersuite.tx.readiness;
