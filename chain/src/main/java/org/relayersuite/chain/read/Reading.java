package org.relayersuite.chain.read;

import java.time.Duration;
import org.relayersuite.chain.rpc.BlockHeader;

/**
 * What a call came to at one block.
 *
 * @param block the block that the result is true at
 * @param age how long ago the block was the latest one that the endpoint had
 * @param stale whether this is older than was asked for, because nothing newer could be had in time
 */
public record Reading(CallResult result, BlockHeader block, Duration age, boolean stale) {}
