package org.relayersuite.intake.capacity;

import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.util.Map;
import org.relayersuite.core.request.RequestKind;

/**
 * Whether there is room for a new request. A decryption passes two queues, for its ciphertexts and for its transaction;
 * here it waits in one line for both, and the smaller room counts.
 */
@Startup
@Singleton
public final class QueueCapacity {
    private final Map<RequestKind, Long> full;

    /**
     * Checks the configuration.
     *
     * @throws IllegalArgumentException when a margin leaves no room
     */
    QueueCapacity(QueueConfig config) {
        QueueConfig.TxThrottlers sending = config.txEngine().txThrottlers();
        QueueConfig.ReadinessChecker checking = config.readinessChecker();
        this.full = Map.of(
                RequestKind.INPUT_PROOF, room(sending.inputProof()),
                RequestKind.PUBLIC_DECRYPT, Math.min(room(sending.publicDecrypt()), room(checking.publicDecrypt())),
                RequestKind.USER_DECRYPT, Math.min(room(sending.userDecrypt()), room(checking.userDecrypt())));
    }

    private static long room(QueueConfig.Queue queue) {
        if (queue.capacity() < 1 || queue.safetyMargin() < 0 || queue.safetyMargin() >= queue.capacity()) {
            throw new IllegalArgumentException("relayer.gateway: a queue's capacity is positive, its safety-margin less"
                    + " than that: " + queue.capacity() + ", " + queue.safetyMargin());
        }
        return queue.capacity() - queue.safetyMargin();
    }

    /**
     * How many of {@code waiting} requests of {@code kind} must have left before there is room for one more; zero when
     * there is.
     */
    public long excess(RequestKind kind, long waiting) {
        return Math.max(0, waiting - full.get(kind) + 1);
    }
}
