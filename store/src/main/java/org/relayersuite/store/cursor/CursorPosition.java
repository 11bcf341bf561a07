package org.relayersuite.store.cursor;

import java.time.Instant;
import org.relayersuite.core.Hash;

/** A block that a cursor has passed, with the chain's own time of it. */
public record CursorPosition(long blockNumber, Hash blockHash, Instant blockTime) {}
