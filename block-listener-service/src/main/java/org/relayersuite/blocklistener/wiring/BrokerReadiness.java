package org.relayersuite.blocklistener.wiring;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.relayersuite.broker.BrokerException;
import org.relayersuite.broker.RedisStreamPublisher;

/** Ready means: the broker answers. The chain is not asked: a restart cures no node (spec/listener.md 7.4). */
@Readiness
@ApplicationScoped
class BrokerReadiness implements HealthCheck {
    private static final String NAME = "broker";

    private final RedisStreamPublisher broker;

    BrokerReadiness(RedisStreamPublisher broker) {
        this.broker = broker;
    }

    @Override
    public HealthCheckResponse call() {
        try {
            broker.ping();
            return HealthCheckResponse.up(NAME);
        } catch (BrokerException e) {
            return HealthCheckResponse.named(NAME)
                    .down()
                    .withData("reason", "no answer from the broker")
                    .build();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return HealthCheckResponse.down(NAME);
        }
    }
}
