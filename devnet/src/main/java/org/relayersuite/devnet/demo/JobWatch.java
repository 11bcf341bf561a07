package org.relayersuite.devnet.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.devnet.Progress;

/** Follows one job and tells each of its statuses as it is left, with the time that the job spent in it. */
final class JobWatch {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final Connection database;
    private final Progress progress;

    JobWatch(Connection database, Progress progress) {
        this.database = database;
        this.progress = progress;
    }

    /**
     * Returns the job's last status; it is a terminal one unless the job took longer than two minutes.
     *
     * @throws SQLException when the database cannot be asked
     */
    RequestStatus follow(RequestKind kind, UUID jobId) throws SQLException, InterruptedException {
        Instant end = Instant.now().plus(LIMIT);
        int told = 0;
        while (true) {
            List<JobTimeline.Entry> entries = JobTimeline.read(database, kind, jobId);
            while (told + 1 < entries.size()) {
                tell(entries.get(told), entries.get(told + 1));
                told++;
            }
            RequestStatus status =
                    entries.isEmpty() ? RequestStatus.QUEUED : entries.getLast().status();
            if (status.terminal()) {
                Duration total = Duration.between(
                        entries.getFirst().at(), entries.getLast().at());
                progress.line("    %-17s after %d ms".formatted(status.code(), total.toMillis()));
                return status;
            }
            if (Instant.now().isAfter(end)) {
                progress.line("    %-17s still, after %d s".formatted(status.code(), LIMIT.toSeconds()));
                return status;
            }
            Thread.sleep(PAUSE);
        }
    }

    private void tell(JobTimeline.Entry left, JobTimeline.Entry entered) {
        double milliseconds = Duration.between(left.at(), entered.at()).toNanos() / 1e6;
        progress.line(
                String.format(Locale.ROOT, "    %-17s %8.1f ms", left.status().code(), milliseconds));
    }
}
