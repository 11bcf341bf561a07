package org.relayersuite.tx.delivery;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import org.relayersuite.core.request.RequestKind;

/** How the transactions that were mined went, per kind of request; zero from the start. */
public final class ReceiptMetrics {
    private final Map<RequestKind, Counter> confirmed = new EnumMap<>(RequestKind.class);
    private final Map<RequestKind, Counter> reverted = new EnumMap<>(RequestKind.class);

    private final Counter unexplained;

    public ReceiptMetrics(MeterRegistry registry) {
        unexplained = Counter.builder("relayer_transaction_unexplained")
                .description("Looks at receipts that succeeded without a request event")
                .register(registry);
        for (RequestKind kind : RequestKind.values()) {
            confirmed.put(kind, counter(registry, kind, "confirmed"));
            reverted.put(kind, counter(registry, kind, "failed"));
        }
    }

    private static Counter counter(MeterRegistry registry, RequestKind kind, String status) {
        return Counter.builder("relayer_transaction_count")
                .description("Transactions whose receipt was read")
                .tag("transaction_type", kind.code())
                .tag("transaction_status", status)
                .register(registry);
    }

    void confirmed(RequestKind kind) {
        confirmed.get(kind).increment();
    }

    void reverted(RequestKind kind) {
        reverted.get(kind).increment();
    }

    void unexplained() {
        unexplained.increment();
    }
}
