package org.relayersuite.store.dispatch;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.request.RelayerRequest;

/**
 * A request that a stage of the dispatcher has to look at.
 *
 * @param id the row's key in the table of its kind
 * @param refusedSince since when it has been refused without a break; empty when the last look found no refusal
 * @param refusal the label of that refusal
 */
public record Work(
        long id, UUID jobId, RelayerRequest request, Optional<Instant> refusedSince, Optional<ErrorLabel> refusal) {}
