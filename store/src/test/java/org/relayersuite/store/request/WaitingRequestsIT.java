package org.relayersuite.store.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.TestDatabase;
import org.relayersuite.store.TestLane;
import org.relayersuite.store.TestRequests;
import org.relayersuite.store.request.WaitingRequests.Queue;
import org.relayersuite.store.request.WaitingRequests.Sent;
import org.relayersuite.store.sql.Database;

class WaitingRequestsIT {
    private final TestDatabase test = new TestDatabase();
    private final Database database = test.database();
    private final WaitingRequests waiting = new WaitingRequests(database);

    @AfterEach
    void close() {
        test.close();
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void aRequestWaitsBehindThoseBeforeItThatHaveNoTransactionYet(RequestKind kind) {
        // Given five requests, the second of which has its transaction and the fourth is ready for one
        List<Long> ids = new ArrayList<>();
        for (int number = 1; number <= 5; number++) {
            ids.add(TestRequests.insert(database, kind, number));
        }
        TestRequests.move(database, kind, ids.get(1), RequestStatus.PROCESSING);
        TestRequests.move(database, kind, ids.get(1), RequestStatus.TX_IN_FLIGHT);
        TestRequests.move(database, kind, ids.get(3), RequestStatus.PROCESSING);

        // When
        Queue queue = waiting.queue(kind);

        // Then
        assertThat(queue.length()).isEqualTo(4);
        assertThat(waiting.count(kind)).isEqualTo(4);
        assertThat(ids.stream().map(queue::before)).containsExactly(0L, 1L, 1L, 2L, 3L);
        assertThat(queue.before(ids.getLast() + 1)).isEqualTo(4);
    }

    @Test
    void nobodyIsBeforeAnybodyInAnEmptyQueue() {
        Queue queue = waiting.queue(RequestKind.INPUT_PROOF);
        assertThat(queue.length()).isZero();
        assertThat(queue.before(7)).isZero();
    }

    @Test
    void positionsInALongQueueAreRightToAThousandthOfIt() {
        // Given
        int length = 25_000;
        database.query("""
                INSERT INTO public_decrypt_req (ext_job_id, int_job_id, req)
                SELECT gen_random_uuid(), sha256(i::text::bytea), '{}' FROM generate_series(1, $1) i""", length);
        long first = database.query("SELECT min(id) FROM public_decrypt_req")
                .iterator()
                .next()
                .getLong(0);

        // When
        Queue queue = waiting.queue(RequestKind.PUBLIC_DECRYPT);

        // Then
        assertThat(queue.length()).isEqualTo(length);
        assertThat(queue.before(first)).isZero();
        for (int position = 0; position < length; position += 77) {
            assertThat(queue.before(first + position)).isCloseTo(position, within(length / 1000L));
        }
    }

    @Test
    void countsTheTransactionsSinceTheLastLook() {
        // Given one that was sent before the first look
        TestLane lane = new TestLane(database, "main");
        lane.bind(RequestKind.INPUT_PROOF, TestRequests.insert(database, RequestKind.INPUT_PROOF, 1));
        Sent begin = waiting.sentAfter(0);

        // When three more are
        lane.bind(RequestKind.INPUT_PROOF, TestRequests.insert(database, RequestKind.INPUT_PROOF, 2));
        lane.bind(RequestKind.INPUT_PROOF, TestRequests.insert(database, RequestKind.INPUT_PROOF, 3));
        lane.bind(RequestKind.USER_DECRYPT, TestRequests.insert(database, RequestKind.USER_DECRYPT, 4));
        Sent next = waiting.sentAfter(begin.upTo());
        Sent last = waiting.sentAfter(next.upTo());

        // Then
        Map<RequestKind, Long> none =
                Map.of(RequestKind.INPUT_PROOF, 0L, RequestKind.PUBLIC_DECRYPT, 0L, RequestKind.USER_DECRYPT, 0L);
        assertThat(begin.counts()).isEqualTo(none);
        assertThat(next.counts())
                .isEqualTo(Map.of(
                        RequestKind.INPUT_PROOF, 2L, RequestKind.PUBLIC_DECRYPT, 0L, RequestKind.USER_DECRYPT, 1L));
        assertThat(last.counts()).isEqualTo(none);
    }
}
