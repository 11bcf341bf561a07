package org.relayersuite.store.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.TestDatabase;
import org.relayersuite.store.TestRequests;

class JobReadsIT {
    private static final TestDatabase TEST = new TestDatabase();
    private final RequestIntake intake = new RequestIntake(TEST.database(), TEST.notifications());
    private final JobReads reads = new JobReads(TEST.database());

    @AfterAll
    static void close() {
        TEST.close();
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void findsTheKindOfAJobByItsIdAlone(RequestKind kind) {
        assertThat(reads.kindOf(submit(kind, 1))).contains(kind);
        assertThat(reads.kindOf(UUID.randomUUID())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void tellsOfTheJobsThatAreAskedForThoseThatHaveEnded(RequestKind kind) {
        // Given two that have ended, one of them long ago, one that has not, and one that nobody asks for
        UUID ended = submit(kind, 2);
        UUID open = submit(kind, 3);
        UUID unasked = submit(kind, 4);
        UUID longAgo = submit(kind, 5);
        end(kind, longAgo);
        // The trigger stamps every change: an old one can only be made behind its back.
        TEST.database().inTransaction(session -> {
            session.query("SET LOCAL session_replication_role = 'replica'");
            return session.query(
                    RequestTable.of(kind)
                            .sql("UPDATE {table} SET updated_at = now() - interval '1 minute' WHERE ext_job_id = $1"),
                    longAgo);
        });
        end(kind, ended);
        end(kind, unasked);
        List<UUID> asked = List.of(ended, open, longAgo, UUID.randomUUID());

        // Then
        assertThat(reads.ended(kind, asked)).extracting(Job::jobId).containsExactlyInAnyOrder(ended, longAgo);
        assertThat(reads.endedWithin(kind, asked, Duration.ofSeconds(30)))
                .extracting(Job::jobId)
                .containsExactly(ended);
        assertThat(reads.endedWithin(kind, asked, Duration.ofMinutes(2)))
                .extracting(Job::jobId)
                .containsExactlyInAnyOrder(ended, longAgo);
        assertThat(reads.find(kind, asked)).extracting(Job::jobId).containsExactlyInAnyOrder(ended, open, longAgo);
    }

    @Test
    void tellsAJobAsASingleLookTellsIt() {
        RequestKind kind = RequestKind.INPUT_PROOF;
        UUID jobId = submit(kind, 6);
        end(kind, jobId);

        Job single = intake.find(kind, jobId).orElseThrow();

        assertThat(single.status()).isEqualTo(RequestStatus.FAILURE);
        assertThat(reads.ended(kind, List.of(jobId))).containsExactly(single);
        assertThat(reads.endedWithin(kind, List.of(jobId), Duration.ofMinutes(1)))
                .containsExactly(single);
        assertThat(reads.find(kind, List.of(jobId))).containsExactly(single);
    }

    private UUID submit(RequestKind kind, int number) {
        return intake.submit(TestRequests.request(kind, number)).jobId();
    }

    private static void end(RequestKind kind, UUID jobId) {
        TEST.database().query(RequestTable.of(kind).sql("""
                        UPDATE {table} SET req_status = 'failure', err_label = 'internal_server_error', err_reason = 'x'
                        WHERE ext_job_id = $1"""), jobId);
    }
}
