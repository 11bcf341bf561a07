package org.relayersuite.blocklistener.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class VerdictTest {
    @Test
    void onlyWhatAPersonMustLookAtIsPermanent() {
        Map<ListenerException, Verdict> verdicts = Map.of(
                new BlockFetchException("x", null), new Verdict(ErrorKind.BLOCK_FETCH, false),
                new InconsistentBlockException("x"), new Verdict(ErrorKind.BLOCK_COMPUTE, false),
                new ChainHeightException("x", null), new Verdict(ErrorKind.CHAIN_HEIGHT, false),
                new BlockStoreException("x", null), new Verdict(ErrorKind.DATABASE, false),
                new ChainLockLostException("x", null), new Verdict(ErrorKind.MESSAGE_PROCESSING, false),
                new PublicationException("x", null), new Verdict(ErrorKind.BROKER_PUBLISH, false),
                new PayloadException("x", null), new Verdict(ErrorKind.PAYLOAD_BUILD, false),
                new InvariantViolationException("x", null), new Verdict(ErrorKind.INVARIANT_VIOLATION, true),
                new FinalizedBlockOrphanedException("x"), new Verdict(ErrorKind.INVARIANT_VIOLATION, true));

        // Every member of the sealed hierarchy is looked at.
        assertThat(verdicts).hasSize(ListenerException.class.getPermittedSubclasses().length);
        verdicts.forEach((failure, verdict) -> assertThat(Verdict.of(failure))
                .as(failure.getClass().getSimpleName())
                .isEqualTo(verdict));
    }

    @Test
    void labelsAreThoseOfTheDashboards() {
        assertThat(ErrorKind.values())
                .extracting(ErrorKind::label)
                .containsExactly(
                        "block_fetch",
                        "block_compute",
                        "database",
                        "chain_height",
                        "slot_buffer",
                        "broker_publish",
                        "payload_build",
                        "message_processing",
                        "invariant_violation");
    }
}
