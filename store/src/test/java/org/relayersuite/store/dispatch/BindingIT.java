package org.relayersuite.store.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.TestDatabase;
import org.relayersuite.store.TestLane;
import org.relayersuite.store.TestRequests;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.DatabaseException;

class BindingIT {
    private static final RequestKind KIND = RequestKind.PUBLIC_DECRYPT;

    private final TestDatabase test = new TestDatabase();
    private final Database database = test.database();
    private final ClaimedRequests requests = new ClaimedRequests(database);
    private final Binding binding = new Binding(database);
    private final TestLane lane = new TestLane(database, "main");

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void bindsEachRequestOnceHoweverManyBindAtTheSameTime() throws Exception {
        // Given 20 requests that eight callers under one lease all want to bind
        List<Long> ids = processing(20);
        Lease lease = lane.lease();

        // When
        List<Future<Integer>> bindings = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                bindings.add(threads.submit(() -> binding.bind(
                        lease, KIND, ids.stream().map(TestLane::prepared).toList())));
            }
        }

        // Then
        int bound = 0;
        for (Future<Integer> result : bindings) {
            bound += result.get();
        }
        assertThat(bound).isEqualTo(20);
        assertThat(nonces())
                .containsExactlyElementsOf(LongStream.range(0, 20).boxed().toList());
        assertThat(new Lanes(database).nextNonce("main")).hasValue(20);
    }

    @Test
    void bindsNothingUnderAnEpochThatWasSucceeded() {
        // Given
        List<Long> ids = processing(1);
        Lease stale = lane.lease();
        lane.succeed();

        // When, Then
        assertThatThrownBy(() -> binding.bind(stale, KIND, List.of(TestLane.prepared(ids.getFirst()))))
                .isInstanceOf(FencedOutException.class);
        assertThat(nonces()).isEmpty();
        assertThat(new Lanes(database).nextNonce("main")).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource(
            value = RequestStatus.class,
            names = {"QUEUED", "TIMED_OUT", "FAILURE"})
    void leavesOutRequestsThatAreNotInProcessingWhenTheNonceIsDrawn(RequestStatus elsewhere) {
        // Given two requests of a batch, one of which moved on in the meantime
        long waits = TestRequests.insert(database, KIND, 1);
        long moves = TestRequests.insert(database, KIND, 2);
        requests.claim(lane.lease(), KIND, 10);
        requests.ready(lane.lease(), KIND, elsewhere == RequestStatus.QUEUED ? List.of(waits) : List.of(waits, moves));
        if (elsewhere.terminal()) {
            TestRequests.move(database, KIND, moves, elsewhere);
        }

        // When
        int bound = binding.bind(lane.lease(), KIND, List.of(TestLane.prepared(waits), TestLane.prepared(moves)));

        // Then no nonce is left unused
        assertThat(bound).isEqualTo(1);
        assertThat(nonces()).containsExactly(0L);
        assertThat(new Lanes(database).nextNonce("main")).hasValue(1);
    }

    @Test
    void keepsTheBindingWhenALaterEpochClaimsTheRequest() {
        // Given a bound request whose dispatcher is succeeded
        long id = TestRequests.insert(database, KIND, 1);
        BoundTransaction bound = lane.bind(KIND, id);
        lane.succeed();

        // When
        requests.claim(lane.lease(), KIND, 10);
        RequestStatus claimed = TestRequests.status(database, KIND, id);
        int boundAgain = binding.bind(lane.lease(), KIND, List.of(TestLane.prepared(id)));
        int resumed = requests.resumeBound(lane.lease(), KIND);

        // Then
        assertThat(claimed).isEqualTo(RequestStatus.PROCESSING);
        assertThat(lane.processing(KIND)).isEmpty();
        assertThat(boundAgain).isZero();
        assertThat(resumed).isEqualTo(1);
        assertThat(TestRequests.status(database, KIND, id)).isEqualTo(RequestStatus.TX_IN_FLIGHT);
        assertThat(new OpenTransactions(database).dueForBroadcast(lane.lease(), 10))
                .extracting(BoundTransaction::nonce)
                .containsExactly(bound.nonce());
    }

    @Test
    void refusesASecondLiveBindingOfARequestWhateverTheCodeDoes() {
        // Given
        long id = TestRequests.insert(database, KIND, 1);
        lane.bind(KIND, id);

        // When, Then
        assertThatThrownBy(() -> database.query("""
                        INSERT INTO lane_transaction (lane, nonce, kind, request_id, to_address, calldata, gas_limit)
                        VALUES ('main', 99, $1, $2, '0x', '', 1)""", KIND.code(), id))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("lane_transaction_one_live_per_request");
    }

    @Test
    void fencesEveryDecisionOfAnEpochThatWasSucceeded() {
        // Given
        BoundTransaction bound = lane.bind(KIND, TestRequests.insert(database, KIND, 2));
        lane.attempt(bound);
        database.query("""
                UPDATE lane_transaction SET state = 'mined', mined_tx_hash = $2, mined_block_hash = $2, mined_block = 7,
                    reverted = true WHERE id = $1""", bound.id(), "0x" + "ab".repeat(32));
        OpenTransactions.Mined reverted = new OpenTransactions(database)
                .minedUpTo(lane.lease(), 10, -1, 1)
                .getFirst();
        long queued = TestRequests.insert(database, KIND, 1);
        requests.claim(lane.lease(), KIND, 10);
        Lease stale = lane.lease();
        lane.succeed();
        OpenTransactions transactions = new OpenTransactions(database);

        // When, Then
        List<Runnable> decisions = List.of(
                () -> requests.claim(stale, KIND, 10),
                () -> requests.ready(stale, KIND, List.of(queued)),
                () -> requests.resumeBound(stale, KIND),
                () -> requests.postpone(stale, KIND, List.of(queued), Duration.ofSeconds(1)),
                () -> requests.postponeRefused(stale, KIND, queued, ErrorLabel.PROTOCOL_PAUSED, Duration.ofSeconds(1)),
                () -> requests.fail(stale, KIND, queued, ErrorLabel.INTERNAL_SERVER_ERROR, "x"),
                () -> requests.handBack(stale, KIND),
                () -> transactions.broadcast(stale, bound.id(), true, Duration.ofSeconds(1)),
                () -> transactions.store(
                        stale,
                        new Attempt(
                                bound.id(),
                                Hash.of("cd".repeat(32)),
                                Bytes.fromHex("02"),
                                BigInteger.TEN,
                                BigInteger.ONE,
                                5)),
                () -> transactions.endReverted(stale, reverted, ErrorLabel.INTERNAL_SERVER_ERROR, "x"));
        decisions.forEach(decision -> assertThatThrownBy(decision::run).isInstanceOf(FencedOutException.class));
        assertThat(TestRequests.status(database, KIND, queued)).isEqualTo(RequestStatus.QUEUED);
    }

    @Test
    void sendsNoNonceBeforeOneBelowItThatNoNodeHasTakenYet() {
        // Given two bound transactions, the lower of which was refused and waits to be tried again
        OpenTransactions transactions = new OpenTransactions(database);
        BoundTransaction lower = lane.bind(KIND, TestRequests.insert(database, KIND, 1));
        BoundTransaction upper = lane.bind(KIND, TestRequests.insert(database, KIND, 2));
        lane.attempt(lower);
        database.query("UPDATE attempt SET accepted_at = NULL");

        // When, Then
        assertThat(transactions.dueForBroadcast(lane.lease(), 10)).isEmpty();
        database.query("UPDATE attempt SET accepted_at = now()");
        assertThat(transactions.dueForBroadcast(lane.lease(), 10))
                .extracting(BoundTransaction::id)
                .containsExactly(upper.id());
    }

    @Test
    void countsAGraceFromTheFirstRefusalOfItsKind() {
        // Given a request refused for one reason since long ago
        long id = processing(1).getFirst();
        requests.postponeRefused(lane.lease(), KIND, id, ErrorLabel.INTERNAL_SERVER_ERROR, Duration.ZERO);
        database.query("UPDATE public_decrypt_req SET refused_since = now() - interval '1 hour'");

        // When it is refused for another, and again for that
        requests.postponeRefused(lane.lease(), KIND, id, ErrorLabel.PROTOCOL_PAUSED, Duration.ZERO);
        Work changed = lane.processing(KIND).getFirst();
        requests.postponeRefused(lane.lease(), KIND, id, ErrorLabel.PROTOCOL_PAUSED, Duration.ZERO);
        Work repeated = lane.processing(KIND).getFirst();

        // Then
        assertThat(changed.refusedSince().orElseThrow()).isAfter(Instant.now().minusSeconds(1800));
        assertThat(repeated.refusedSince()).isEqualTo(changed.refusedSince());
    }

    @Test
    void handsBackUnboundRequestsForAnyLaneAndKeepsBoundOnes() {
        // Given
        long bound = TestRequests.insert(database, KIND, 1);
        lane.bind(KIND, bound);
        long unbound = TestRequests.insert(database, KIND, 2);
        requests.claim(lane.lease(), KIND, 10);

        // When
        requests.handBack(lane.lease(), KIND);
        TestLane other = new TestLane(database, "other");
        int claimed = requests.claim(other.lease(), KIND, 10);

        // Then
        assertThat(claimed).isEqualTo(1);
        assertThat(requests.due(other.lease(), KIND, RequestStatus.QUEUED, 10))
                .extracting(Work::id)
                .containsExactly(unbound);
    }

    private List<Long> processing(int count) {
        List<Long> ids = IntStream.range(0, count)
                .mapToObj(number -> TestRequests.insert(database, KIND, number))
                .toList();
        requests.claim(lane.lease(), KIND, count);
        requests.ready(lane.lease(), KIND, ids);
        return ids;
    }

    private List<Long> nonces() {
        List<Long> nonces = new ArrayList<>();
        database.query("SELECT nonce FROM lane_transaction ORDER BY nonce").forEach(row -> nonces.add(row.getLong(0)));
        return nonces;
    }
}
