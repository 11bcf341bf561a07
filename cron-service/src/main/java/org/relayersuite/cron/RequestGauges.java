package org.relayersuite.cron;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.deadline.OpenRequests;

/**
 * The number of requests in each status, from the database, so that it survives restarts. The leader tells it; the others
 * tell zero, so that the sum over all replicas is right.
 */
final class RequestGauges {
    private final OpenRequests open;
    private final Map<RequestKind, Map<RequestStatus, AtomicLong>> gauges = new EnumMap<>(RequestKind.class);

    RequestGauges(OpenRequests open, MeterRegistry registry) {
        this.open = open;
        for (RequestKind kind : RequestKind.values()) {
            Map<RequestStatus, AtomicLong> ofKind = new EnumMap<>(RequestStatus.class);
            for (RequestStatus status : RequestStatus.values()) {
                if (!status.terminal()) {
                    ofKind.put(
                            status,
                            registry.gauge(
                                    "relayer_request_count",
                                    Tags.of("req_type", kind.code(), "status", status.code()),
                                    new AtomicLong()));
                }
            }
            gauges.put(kind, ofKind);
        }
    }

    void refresh() {
        gauges.forEach((kind, ofKind) ->
                open.count(kind).forEach((status, count) -> ofKind.get(status).set(count)));
    }

    void reset() {
        gauges.values().forEach(ofKind -> ofKind.values().forEach(gauge -> gauge.set(0)));
    }
}
