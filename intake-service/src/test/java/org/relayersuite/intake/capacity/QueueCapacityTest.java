package org.relayersuite.intake.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.relayersuite.core.request.RequestKind;

class QueueCapacityTest {
    private record Queue(long capacity, long safetyMargin) implements QueueConfig.Queue {}

    private record Config(Queue inputProof, Queue sending, Queue checking) implements QueueConfig {
        @Override
        public TxEngine txEngine() {
            return () -> new TxThrottlers() {
                @Override
                public Queue inputProof() {
                    return inputProof;
                }

                @Override
                public Queue userDecrypt() {
                    return sending;
                }

                @Override
                public Queue publicDecrypt() {
                    return sending;
                }
            };
        }

        @Override
        public ReadinessChecker readinessChecker() {
            return new ReadinessChecker() {
                @Override
                public Queue userDecrypt() {
                    return checking;
                }

                @Override
                public Queue publicDecrypt() {
                    return checking;
                }
            };
        }
    }

    private final QueueCapacity capacity =
            new QueueCapacity(new Config(new Queue(10, 0), new Queue(11_000, 1_000), new Queue(9_000, 1_000)));

    @ParameterizedTest
    @CsvSource({
        "INPUT_PROOF, 0, 0",
        "INPUT_PROOF, 9, 0",
        "INPUT_PROOF, 10, 1",
        "INPUT_PROOF, 15, 6",
        "PUBLIC_DECRYPT, 7999, 0",
        "PUBLIC_DECRYPT, 8000, 1",
        "USER_DECRYPT, 7999, 0",
        "USER_DECRYPT, 10000, 2001"
    })
    void aDecryptionNeedsRoomInBothItsQueuesAndAProofInOne(RequestKind kind, long waiting, long excess) {
        assertThat(capacity.excess(kind, waiting)).isEqualTo(excess);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "-1, 0", "10, 10", "10, 11", "10, -1"})
    void aQueueWithoutRoomIsRefused(long size, long margin) {
        Queue good = new Queue(10, 0);
        assertThatThrownBy(() -> new QueueCapacity(new Config(good, new Queue(size, margin), good)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("relayer.gateway");
    }

    @Test
    void marginsBelongToTheirQueues() {
        QueueCapacity sendingIsSmaller =
                new QueueCapacity(new Config(new Queue(10, 0), new Queue(5, 3), new Queue(10, 1)));

        assertThat(sendingIsSmaller.excess(RequestKind.USER_DECRYPT, 2)).isEqualTo(1);
    }
}
