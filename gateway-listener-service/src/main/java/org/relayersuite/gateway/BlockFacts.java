package org.relayersuite.gateway;

import java.util.List;
import org.relayersuite.chain.rpc.BlockHeader;
import org.relayersuite.store.fact.GatewayFact;
import org.relayersuite.store.fact.UndecodableLog;

/**
 * A block of the gateway chain and what its logs say, in their order.
 *
 * @param undecodable logs that say nothing we understand though they should
 */
record BlockFacts(BlockHeader header, List<GatewayFact> facts, List<UndecodableLog> undecodable) {}
