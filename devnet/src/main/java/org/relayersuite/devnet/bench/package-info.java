/** Benchmarks of the suite on the devnet. A figure is a ratio to a reference measured in the same run. */
package org.relayersuite.devnet.bench;
