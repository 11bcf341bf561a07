/** Deploys the contracts of {@code devnet/contracts} on two Anvils and turns their switches. */
package org.relayersuite.devnet.contract;
