package org.relayersuite.cron;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Function;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.cursor.ChainCursor;
import org.relayersuite.store.deadline.CronLease;
import org.relayersuite.store.deadline.Deadlines;
import org.relayersuite.store.deadline.OpenRequests;
import org.relayersuite.store.deadline.Purge;
import org.relayersuite.store.fact.Completion;
import org.relayersuite.store.leadership.Leadership;
import org.relayersuite.store.loop.Backoff;
import org.relayersuite.store.loop.SupervisedLoop;
import org.relayersuite.store.notify.Channel;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.Database;

/** Contends for the role {@code cron} and, while it leads, runs the timeout and the purge loop. */
@ApplicationScoped
public class Cron {
    private static final Duration GAUGE_INTERVAL = Duration.ofSeconds(5);
    private static final Backoff AFTER_CRASH = new Backoff(Duration.ofSeconds(5), Duration.ofSeconds(30));

    private final Database database;
    private final Notifications notifications;
    private final CronConfig config;
    private final Deadlines deadlines;
    private final TimeoutRound timeouts;
    private final PurgeRound purge;
    private final RequestGauges gauges;
    private final List<SupervisedLoop> loops = new ArrayList<>();
    private Leadership leadership;

    Cron(
            Database database,
            Notifications notifications,
            CronConfig config,
            GatewayContractsConfig contracts,
            IdempotencyConfig idempotency,
            MeterRegistry registry) {
        this.database = database;
        this.notifications = notifications;
        this.config = config;
        this.deadlines =
                new Deadlines(database, new Completion(contracts.userDecryptSharesThreshold()), ChainCursor.GATEWAY);
        this.timeouts = new TimeoutRound(deadlines, config.batchSize(), registry);
        this.purge = new PurgeRound(new Purge(database), config, idempotency, registry);
        this.gauges = new RequestGauges(new OpenRequests(database), registry);
    }

    void start(@Observes StartupEvent event) {
        leadership = new Leadership(
                database,
                notifications,
                CronLease.ROLE,
                "cron-" + UUID.randomUUID(),
                config.term(),
                System::nanoTime,
                (session, epoch) -> {},
                epoch -> loops.forEach(SupervisedLoop::wake));
        loops.add(SupervisedLoop.start(
                "timeouts", config.timeoutInterval(), AFTER_CRASH, () -> whileLeading(this::timeOut)));
        loops.add(SupervisedLoop.start("gauges", GAUGE_INTERVAL, AFTER_CRASH, this::refreshGauges));
        loops.add(SupervisedLoop.start("purge", config.purgeInterval(), AFTER_CRASH, () -> whileLeading(purge::run)));
        leadership.start();
    }

    void stop(@Observes ShutdownEvent event) {
        loops.forEach(SupervisedLoop::stop);
        loops.forEach(SupervisedLoop::close);
        leadership.close();
    }

    private boolean whileLeading(Function<CronLease, Boolean> round) {
        OptionalLong epoch = leadership.epoch();
        return epoch.isPresent() && round.apply(new CronLease(epoch.getAsLong()));
    }

    private boolean refreshGauges() {
        if (leadership.epoch().isPresent()) {
            gauges.refresh();
        } else {
            gauges.reset();
        }
        return false;
    }

    private boolean timeOut(CronLease lease) {
        applyTerms(lease);
        TimeoutRound.Result result = timeouts.run(lease);
        if (result.ended()) {
            notifications.send(Channel.ENDED);
        }
        return result.more();
    }

    /** A statement that changes nothing while the configuration is the one that the database knows. */
    private void applyTerms(CronLease lease) {
        CronConfig.DeadlineTerms terms = config.deadlines();
        Map<RequestStatus, Duration> byStatus = Map.of(
                RequestStatus.QUEUED, terms.queued(),
                RequestStatus.PROCESSING, terms.processing(),
                RequestStatus.TX_IN_FLIGHT, terms.txInFlight(),
                RequestStatus.RECEIPT_RECEIVED, terms.receiptReceived());
        for (RequestKind kind : RequestKind.values()) {
            byStatus.forEach((status, term) -> deadlines.setTerm(lease, kind, status, term));
        }
    }
}
