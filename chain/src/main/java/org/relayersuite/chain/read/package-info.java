/**
 * Reads of one chain that many callers share: each is fetched once however many ask, kept as long as it is true or fresh
 * enough, and always traceable to a block.
 */
package org.relayersuite.chain.read;
