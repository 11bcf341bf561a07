package org.relayersuite.intake.wait;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.intake.HttpConfig;
import org.relayersuite.store.loop.SupervisedLoop;
import org.relayersuite.store.notify.Channel;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.request.Job;
import org.relayersuite.store.request.JobReads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All who wait for jobs. However many they are, they share one look at the database per wake-up, and one per interval in
 * case a wake-up was lost. Nobody waits while the service stops.
 */
@ApplicationScoped
public class JobWaits {
    private static final Logger log = LoggerFactory.getLogger(JobWaits.class);

    /** How much longer than a look ago a job may have ended that this look must find: its transaction may commit late. */
    private static final Duration LATE_COMMIT = Duration.ofSeconds(2);

    private final JobReads reads;
    private final Notifications notifications;
    private final Duration recheckInterval;
    private final Duration refreshInterval;
    private final Places polls;
    private final Places streams;
    private final Thread onSignal = new Thread(this::release, "release-waiting-clients");
    private volatile boolean stopping;
    private SupervisedLoop ends;
    private SupervisedLoop states;
    private long lastLook;
    private long lastRecheck;

    JobWaits(JobReads reads, Notifications notifications, HttpConfig config, MeterRegistry metrics) {
        this.reads = reads;
        this.notifications = notifications;
        this.recheckInterval = config.longPoll().recheckInterval();
        this.refreshInterval = config.events().refreshInterval();
        this.polls = new Places(config.longPoll().maxWaiters());
        this.streams = new Places(config.events().maxStreams());
        Gauge.builder("relayer_http_held_polls", polls, Places::takenCount)
                .description("Polls whose answer is held until their job ends")
                .register(metrics);
        Gauge.builder("relayer_http_event_streams", streams, Places::takenCount)
                .description("Open streams of Server-Sent Events")
                .register(metrics);
    }

    void start(@Observes StartupEvent event) {
        lastLook = System.nanoTime();
        lastRecheck = lastLook;
        ends = SupervisedLoop.start("job-ends", recheckInterval, this::tellEnds);
        states = SupervisedLoop.start("job-states", refreshInterval, this::tellStates);
        notifications.subscribe(Channel.ENDED, ends::wake);
        // The framework lets running requests end before it tells anybody that it stops, and these would take long.
        Runtime.getRuntime().addShutdownHook(onSignal);
    }

    void stop(@Observes ShutdownEvent event) {
        release();
        ends.stop();
        states.stop();
        try {
            Runtime.getRuntime().removeShutdownHook(onSignal);
        } catch (IllegalStateException e) {
            log.debug("The process ends, and has called the hook itself", e);
        }
    }

    private void release() {
        stopping = true;
        polls.endAll();
        streams.endAll();
    }

    /**
     * A place to wait in for the end of a job. Whoever takes it must look at the job once afterwards: only what happens
     * from then on is told.
     *
     * @return empty when too many wait, or the service stops
     */
    public Optional<JobWait> forEnd(RequestKind kind, UUID jobId) {
        return take(polls, kind, jobId);
    }

    /** As {@link #forEnd}, but where the job stands is told again and again, within seconds of any change. */
    public Optional<JobWait> forEveryState(RequestKind kind, UUID jobId) {
        return take(streams, kind, jobId);
    }

    private Optional<JobWait> take(Places places, RequestKind kind, UUID jobId) {
        if (stopping) {
            return Optional.empty();
        }
        Optional<JobWait> wait = places.take(kind, jobId);
        if (stopping) {
            // Taken behind the back of the one who ends all waits.
            wait.ifPresent(JobWait::end);
        }
        return wait;
    }

    private boolean tellEnds() {
        long now = System.nanoTime();
        boolean recheck = now - lastRecheck >= recheckInterval.toNanos();
        Duration sinceLastLook = Duration.ofNanos(now - lastLook).plus(LATE_COMMIT);
        for (RequestKind kind : RequestKind.values()) {
            Set<UUID> jobs = new HashSet<>(polls.jobs(kind));
            jobs.addAll(streams.jobs(kind));
            if (!jobs.isEmpty()) {
                List<Job> ended = recheck ? reads.ended(kind, jobs) : reads.endedWithin(kind, jobs, sinceLastLook);
                polls.tell(ended);
                streams.tell(ended);
            }
        }
        // Only now: a look that failed is made up for by the next one.
        lastLook = now;
        if (recheck) {
            lastRecheck = now;
        }
        return false;
    }

    private boolean tellStates() {
        for (RequestKind kind : RequestKind.values()) {
            Set<UUID> jobs = streams.jobs(kind);
            if (!jobs.isEmpty()) {
                streams.tell(reads.find(kind, jobs));
            }
        }
        return false;
    }
}
