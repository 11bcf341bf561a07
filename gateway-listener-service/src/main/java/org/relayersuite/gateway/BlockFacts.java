package org.relayersuite.gateway;

import java.util.List;
import org.relayersuite.chain.rpc.BlockHeader;
import org.relayersuite.store.fact.GatewayFact;

/** A block of the gateway chain and what its logs say, in their order. */
record BlockFacts(BlockHeader header, List<GatewayFact> facts) {}
