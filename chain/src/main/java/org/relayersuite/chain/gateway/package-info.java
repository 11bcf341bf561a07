/** The contracts of the gateway chain: what is sent to them, what they emit, why they refuse (spec/relayer.md 3). */
package org.relayersuite.chain.gateway;
