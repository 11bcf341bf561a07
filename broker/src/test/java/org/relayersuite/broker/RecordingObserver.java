package org.relayersuite.broker;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

final class RecordingObserver implements PublishObserver {
    final List<Topic> published = new CopyOnWriteArrayList<>();
    final List<FailureKind> failures = new CopyOnWriteArrayList<>();

    @Override
    public void published(Topic topic, Duration duration) {
        published.add(topic);
    }

    @Override
    public void attemptFailed(Topic topic, FailureKind kind) {
        failures.add(kind);
    }
}
