/** Contract ABI: hashing of signatures, and reading of encoded data that may be hostile. */
package org.relayersuite.chain.abi;
