/** The contracts of host chains, on which the ciphertexts' owners and permissions live (spec/relayer.md 4). */
package org.relayersuite.chain.host;
