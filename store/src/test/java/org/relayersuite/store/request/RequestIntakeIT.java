package org.relayersuite.store.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.TestDatabase;
import org.relayersuite.store.TestRequests;

class RequestIntakeIT {
    private static final TestDatabase TEST = new TestDatabase();
    private final RequestIntake intake = new RequestIntake(TEST.database(), TEST.notifications());

    @AfterAll
    static void close() {
        TEST.close();
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void makesOneJobOfManyConcurrentSubmissionsOfTheSameContent(RequestKind kind) throws Exception {
        // Given
        RelayerRequest request = TestRequests.request(kind, 1);
        CountDownLatch start = new CountDownLatch(1);

        // When
        List<Future<Admission>> submissions = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Admission> submission = () -> {
                start.await();
                return intake.submit(request);
            };
            for (int i = 0; i < 50; i++) {
                submissions.add(threads.submit(submission));
            }
            start.countDown();
        }

        // Then
        List<Admission> admissions = new ArrayList<>();
        for (Future<Admission> submission : submissions) {
            admissions.add(submission.get());
        }
        Set<UUID> jobs = admissions.stream().map(Admission::jobId).collect(Collectors.toSet());
        assertThat(jobs).hasSize(1);
        assertThat(admissions.stream().filter(Admission::inserted)).hasSize(1);
        assertThat(intake.find(kind, jobs.iterator().next()))
                .hasValueSatisfying(job -> assertThat(job.status()).isEqualTo(RequestStatus.QUEUED));
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void opensANewJobAfterTheFormerOneFailedOrTimedOut(RequestKind kind) {
        for (RequestStatus end : List.of(RequestStatus.FAILURE, RequestStatus.TIMED_OUT)) {
            // Given
            RelayerRequest request = TestRequests.request(kind, 2);
            Admission first = intake.submit(request);
            end(kind, first.jobId(), end);

            // When
            Admission second = intake.submit(request);

            // Then
            assertThat(second.inserted()).isTrue();
            assertThat(second.jobId()).isNotEqualTo(first.jobId());
            assertThat(intake.find(kind, first.jobId()))
                    .hasValueSatisfying(job -> assertThat(job.status()).isEqualTo(end));
            end(kind, second.jobId(), end);
        }
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void readsBackWhatItStored(RequestKind kind) {
        RelayerRequest request = TestRequests.request(kind, 3);
        assertThat(RequestJson.decode(kind, RequestJson.encode(request))).isEqualTo(request);
    }

    @Test
    void findsNoJobOfAnotherKind() {
        UUID jobId =
                intake.submit(TestRequests.request(RequestKind.INPUT_PROOF, 4)).jobId();
        assertThat(intake.find(RequestKind.PUBLIC_DECRYPT, jobId)).isEmpty();
    }

    private void end(RequestKind kind, UUID jobId, RequestStatus end) {
        TEST.database().query(RequestTable.of(kind).sql("""
                                        UPDATE {table} SET req_status = $2, err_label = 'internal_server_error',
                                            err_reason = 'x' WHERE ext_job_id = $1"""), jobId, end.code());
    }
}
