/** What users, KMS nodes and coprocessors sign (EIP-712, spec/relayer.md 3.8), and who signed it. */
package org.relayersuite.chain.eip712;
