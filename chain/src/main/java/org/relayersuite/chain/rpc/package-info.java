/** JSON-RPC access to the nodes of one chain. Nodes are not trusted: answers are bounded, and checked against the question. */
package org.relayersuite.chain.rpc;
