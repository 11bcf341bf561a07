/** Everything that knows how chains are asked, and how their contracts are encoded. No framework. */
package org.relayersuite.chain;
