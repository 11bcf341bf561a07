package org.relayersuite.blocklistener.wiring;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.relayersuite.broker.FailureKind;
import org.relayersuite.broker.PublishObserver;
import org.relayersuite.broker.Topic;

/** The broker's metrics (spec/listener.md 7.1), there for every topic from the start. */
public final class BrokerMetrics implements PublishObserver {
    private static final String BACKEND = "redis";

    private final MeterRegistry registry;
    private final Counter listenerPublishErrors;

    /** @param listenerPublishErrors counts failed attempts, whatever their topic and kind */
    public BrokerMetrics(MeterRegistry registry, List<Topic> topics, Counter listenerPublishErrors) {
        this.registry = registry;
        this.listenerPublishErrors = listenerPublishErrors;
        for (Topic topic : topics) {
            messages(topic);
            durations(topic);
            for (FailureKind kind : FailureKind.values()) {
                errors(topic, kind);
            }
        }
    }

    private Counter messages(Topic topic) {
        return Counter.builder("broker_messages_published_total")
                .description("Messages that the broker confirmed")
                .tag("backend", BACKEND)
                .tag("topic", topic.key())
                .register(registry);
    }

    private Counter errors(Topic topic, FailureKind kind) {
        return Counter.builder("broker_publish_errors_total")
                .description("Attempts to publish that failed")
                .tag("backend", BACKEND)
                .tag("topic", topic.key())
                .tag("error_kind", kind.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    private Timer durations(Topic topic) {
        return Timer.builder("broker_publish_duration_seconds")
                .description("From the call to the broker's confirmation, attempts included")
                .tag("backend", BACKEND)
                .tag("topic", topic.key())
                .serviceLevelObjectives(Buckets.SECONDS)
                .register(registry);
    }

    @Override
    public void published(Topic topic, Duration duration) {
        messages(topic).increment();
        durations(topic).record(duration);
    }

    @Override
    public void attemptFailed(Topic topic, FailureKind kind) {
        errors(topic, kind).increment();
        listenerPublishErrors.increment();
    }
}
