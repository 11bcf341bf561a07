package org.relayersuite.store.fact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.TestDatabase;
import org.relayersuite.store.TestLane;
import org.relayersuite.store.TestRequests;
import org.relayersuite.store.sql.Database;

/** Facts complete a request in whatever order, and however close together, they arrive. */
class CompletionIT {
    private static final int THRESHOLD = 2;
    private static final TestDatabase TEST = new TestDatabase();
    private static final TestLane LANE = new TestLane(TEST.database(), "main");
    private static int next;

    private final Database database = TEST.database();
    private final Completion completion = new Completion(THRESHOLD);

    @AfterAll
    static void close() {
        TEST.close();
    }

    static Stream<Arguments> everyOrder() {
        return Stream.of(RequestKind.values())
                .flatMap(kind -> permutations(facts(kind).size()).map(order -> Arguments.of(kind, order)));
    }

    @ParameterizedTest
    @MethodSource("everyOrder")
    void completesARequestInEveryOrderOfItsFacts(RequestKind kind, List<Integer> order) {
        // Given a request in flight
        InFlight request = inFlight(kind);
        List<GatewayFact> facts = facts(kind, request);

        // When
        order.forEach(index -> store(request, facts.get(index)));

        // Then
        assertThat(TestRequests.status(database, kind, request.requestId())).isEqualTo(RequestStatus.COMPLETED);
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void completesARequestThatALaterEpochHasJustClaimed(RequestKind kind) {
        // Given a request in flight that went back to processing
        InFlight request = inFlight(kind);
        TestRequests.move(database, kind, request.requestId(), RequestStatus.PROCESSING);

        // When
        facts(kind, request).forEach(fact -> store(request, fact));

        // Then
        assertThat(TestRequests.status(database, kind, request.requestId())).isEqualTo(RequestStatus.COMPLETED);
    }

    @Test
    void completesOnceWhenTheReceiptAndTheLastShareAreWrittenAtTheSameMoment() throws Exception {
        RequestKind kind = RequestKind.USER_DECRYPT;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 100; round++) {
                // Given a request in flight of which one share is known
                InFlight request = inFlight(kind);
                List<GatewayFact> facts = facts(kind, request);
                store(request, facts.get(1));

                // When its receipt and the share that reaches the threshold are written at once
                Phaser together = new Phaser(2);
                List<Future<?>> writers = new ArrayList<>();
                for (GatewayFact fact : List.of(facts.get(0), facts.get(2))) {
                    writers.add(threads.submit(() -> {
                        together.arriveAndAwaitAdvance();
                        store(request, fact);
                    }));
                }
                for (Future<?> writer : writers) {
                    writer.get();
                }

                // Then neither misses the other
                assertThat(TestRequests.status(database, kind, request.requestId()))
                        .as("round %d", round)
                        .isEqualTo(RequestStatus.COMPLETED);
            }
        }
    }

    @Test
    void countsAShareThatArrivesTwiceOnce() {
        // Given
        InFlight request = inFlight(RequestKind.USER_DECRYPT);
        List<GatewayFact> facts = facts(RequestKind.USER_DECRYPT, request);
        store(request, facts.get(0));

        // When
        store(request, facts.get(1));
        store(request, facts.get(1));

        // Then
        assertThat(TestRequests.status(database, RequestKind.USER_DECRYPT, request.requestId()))
                .isEqualTo(RequestStatus.RECEIPT_RECEIVED);
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void leavesARequestAloneWhoseIdBelongsToATransactionOfSomebodyElse(RequestKind kind) {
        // Given
        InFlight request = inFlight(kind);
        InFlight foreign = new InFlight(request.requestId(), request.id(), Hash.of("99".repeat(32)));

        // When
        facts(kind, foreign).forEach(fact -> store(foreign, fact));

        // Then
        assertThat(TestRequests.status(database, kind, request.requestId())).isEqualTo(RequestStatus.TX_IN_FLIGHT);
    }

    @ParameterizedTest
    @EnumSource(RequestKind.class)
    void neverTakesAnAnswerThatWasGivenToTheSameIdOnAnotherFork(RequestKind kind) {
        // Given answers to an id that stood for another request of ours, read from a fork that is not taken back yet
        InFlight first = inFlight(kind);
        facts(kind, first).stream().skip(1).forEach(fact -> store(first, fact));

        // When the id is given to this request, by a receipt that the dispatcher reads ahead of the listener
        InFlight taken = inFlight(kind);
        InFlight second = new InFlight(taken.requestId(), first.id(), taken.txHash());
        store(
                second,
                new GatewayFact.Requested(
                        first.id(),
                        new LogPosition(
                                12,
                                Hash.of("fe"
                                        + first.id().referenceId().toBareHex().substring(2)),
                                0,
                                taken.txHash())));

        // Then it waits for an answer of its own
        assertThat(TestRequests.status(database, kind, second.requestId())).isEqualTo(RequestStatus.RECEIPT_RECEIVED);
        assertThat(TestRequests.status(database, kind, first.requestId())).isEqualTo(RequestStatus.TX_IN_FLIGHT);
    }

    @Test
    void keepsTheAnswerOfACompletedUserDecryptionWhateverBecomesOfItsShares() {
        // Given
        InFlight request = inFlight(RequestKind.USER_DECRYPT);
        facts(RequestKind.USER_DECRYPT, request).forEach(fact -> store(request, fact));

        // When a reorg takes its shares back
        database.query("DELETE FROM user_decrypt_share");

        // Then
        assertThat(database.query(
                                "SELECT jsonb_array_length(res -> 'shares') FROM user_decrypt_req WHERE id = $1",
                                request.requestId())
                        .iterator()
                        .next()
                        .getInteger(0))
                .isEqualTo(THRESHOLD);
    }

    @Test
    void keepsAnEndedRequestAsItIsWhenItsAnswerComesLate() {
        // Given
        InFlight request = inFlight(RequestKind.PUBLIC_DECRYPT);
        List<GatewayFact> facts = facts(RequestKind.PUBLIC_DECRYPT, request);
        store(request, facts.get(0));
        TestRequests.move(database, RequestKind.PUBLIC_DECRYPT, request.requestId(), RequestStatus.TIMED_OUT);

        // When
        store(request, facts.get(1));

        // Then
        assertThat(TestRequests.status(database, RequestKind.PUBLIC_DECRYPT, request.requestId()))
                .isEqualTo(RequestStatus.TIMED_OUT);
    }

    private record InFlight(long requestId, GatewayId id, Hash txHash) {}

    private InFlight inFlight(RequestKind kind) {
        int number = next++;
        long requestId = TestRequests.insert(database, kind, number);
        Hash txHash = LANE.attempt(LANE.bind(kind, requestId));
        return new InFlight(
                requestId,
                new GatewayId(Address.of("ee".repeat(20)), Bytes.fromHex("%064x".formatted(number))),
                txHash);
    }

    private void store(InFlight request, GatewayFact fact) {
        database.inTransaction(session -> {
            GatewayFacts.lock(session, List.of(fact.id()));
            switch (fact) {
                case GatewayFact.Requested requested -> GatewayFacts.store(session, requested);
                case GatewayFact.Answer answer -> GatewayFacts.store(session, answer, origin(request));
            }
            return completion.advance(session, fact.id());
        });
    }

    /** The request event that {@link #facts} begins with. */
    private static RequestOrigin origin(InFlight request) {
        return new RequestOrigin(
                request.txHash(), at(request, 0, request.txHash()).blockHash());
    }

    private static List<GatewayFact> facts(RequestKind kind) {
        return facts(
                kind,
                new InFlight(
                        0,
                        new GatewayId(Address.of("ee".repeat(20)), Bytes.fromHex("00".repeat(32))),
                        Hash.of("00".repeat(32))));
    }

    /** The request event first, then what answers it. */
    private static List<GatewayFact> facts(RequestKind kind, InFlight request) {
        GatewayId id = request.id();
        Bytes proof = Bytes.fromHex("11".repeat(65));
        Bytes none = Bytes.fromHex("00");
        GatewayFact requested = new GatewayFact.Requested(id, at(request, 0, request.txHash()));
        return switch (kind) {
            case INPUT_PROOF ->
                List.of(
                        requested,
                        new GatewayFact.InputProofAccepted(
                                id,
                                at(request, 1, answerHash(request, 1)),
                                List.of(Bytes.fromHex("22".repeat(32))),
                                List.of(proof)));
            case PUBLIC_DECRYPT ->
                List.of(
                        requested,
                        new GatewayFact.PublicDecryptResponded(
                                id, at(request, 1, answerHash(request, 1)), Bytes.fromHex("2a"), List.of(proof), none));
            case USER_DECRYPT ->
                List.of(
                        requested,
                        share(request, 0, proof, none),
                        share(request, 1, proof, none),
                        new GatewayFact.ThresholdReached(id, at(request, 3, answerHash(request, 3))));
        };
    }

    private static GatewayFact share(InFlight request, int index, Bytes proof, Bytes none) {
        return new GatewayFact.ShareReceived(
                request.id(),
                at(request, 1 + index, answerHash(request, 1 + index)),
                index,
                Bytes.fromHex("0" + index),
                proof,
                none);
    }

    private static Hash answerHash(InFlight request, int part) {
        return Hash.of("%02x".formatted(0xa0 + part)
                + request.id().referenceId().toBareHex().substring(2));
    }

    private static LogPosition at(InFlight request, int offset, Hash txHash) {
        Hash blockHash = Hash.of("%02x".formatted(0xb0 + offset)
                + request.id().referenceId().toBareHex().substring(2));
        return new LogPosition(10 + offset, blockHash, offset, txHash);
    }

    private static Stream<List<Integer>> permutations(int size) {
        if (size == 0) {
            return Stream.of(List.of());
        }
        return permutations(size - 1).flatMap(shorter -> {
            List<List<Integer>> longer = new ArrayList<>();
            for (int place = 0; place < size; place++) {
                List<Integer> order = new ArrayList<>(shorter);
                order.add(place, size - 1);
                longer.add(Collections.unmodifiableList(order));
            }
            return longer.stream();
        });
    }
}
