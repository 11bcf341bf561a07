package org.relayersuite.devnet.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.relayersuite.core.Handle;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.devnet.actor.ClearValues;
import org.relayersuite.devnet.fault.FaultyRpc;
import org.relayersuite.devnet.fault.Gate;
import org.relayersuite.devnet.process.ServiceProcess;
import org.relayersuite.devnet.process.Signal;

/** One request, one transaction, whatever happens to the dispatcher and at whatever moment. */
class ExactlyOnceIT {
    private static final String SEND = "eth_sendRawTransaction";

    private static Suite suite;
    private static int replicas;

    private final List<ServiceProcess> dispatchers = new ArrayList<>();
    private FaultyRpc faulty;
    private long transactionsBefore;

    @BeforeAll
    static void start() throws InterruptedException {
        suite = Suite.startWithoutDispatcher("exactly-once");
    }

    @AfterAll
    static void stop() {
        suite.close();
    }

    @BeforeEach
    void countBefore() {
        faulty = new FaultyRpc(suite.devnet().gateway().httpUrl());
        transactionsBefore = suite.transactions();
    }

    @AfterEach
    void stopDispatchers() throws InterruptedException {
        for (ServiceProcess dispatcher : dispatchers) {
            dispatcher.kill();
        }
        faulty.close();
    }

    @Test
    void putsOneTransactionOnTheChainForFiftyIdenticalPostsAtOnce() throws Exception {
        // Given
        dispatcher();
        JsonNode body = suite.requests().next(RequestKind.PUBLIC_DECRYPT);
        long rowsBefore = suite.count("SELECT count(*) FROM public_decrypt_req");
        CountDownLatch start = new CountDownLatch(1);

        // When
        List<Future<UUID>> posts = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 50; i++) {
                posts.add(threads.submit(() -> {
                    start.await();
                    return suite.submit(RequestKind.PUBLIC_DECRYPT, body);
                }));
            }
            start.countDown();
        }
        Set<UUID> jobs = new HashSet<>();
        for (Future<UUID> post : posts) {
            jobs.add(post.get());
        }

        // Then
        assertThat(jobs).hasSize(1);
        suite.awaitStatus(RequestKind.PUBLIC_DECRYPT, jobs.iterator().next(), RequestStatus.COMPLETED);
        assertThat(suite.count("SELECT count(*) FROM public_decrypt_req")).isEqualTo(rowsBefore + 1);
        assertThat(newTransactions()).isEqualTo(1);
    }

    @Test
    void sendsTheStoredTransactionWhenTheDispatcherDiesBeforeBroadcastingIt() throws Exception {
        // Given a dispatcher that has stored its first transaction and is about to send it
        Gate sending = faulty.holdBefore(SEND);
        ServiceProcess dies = dispatcherThrough(faulty);
        Map<RequestKind, UUID> jobs = submitOneOfEach();
        sending.awaitCaught();
        long stored = suite.count("SELECT count(*) FROM attempt");

        // When it is killed, the bytes never reach the chain, and another one starts
        dies.kill();
        sending.lose();
        assertThat(newTransactions()).isZero();
        dispatcher();

        // Then
        awaitCompleted(jobs);
        assertThat(newTransactions()).isEqualTo(jobs.size());
        assertThat(suite.count("SELECT count(*) FROM attempt")).isEqualTo(stored + jobs.size() - 1);
        assertNoncesContiguous();
    }

    @Test
    void findsTheTransactionWhenTheDispatcherDiesBeforeItsReceipt() throws Exception {
        // Given a dispatcher whose transaction is on the chain, and which does not know it yet
        suite.devnet().kmsNodes().pauseAnswers();
        suite.devnet().coprocessors().pauseAnswers();
        Gate sent = faulty.holdAfter(SEND);
        ServiceProcess dies = dispatcherThrough(faulty);
        Map<RequestKind, UUID> jobs = submitOneOfEach();
        sent.awaitCaught();
        await().atMost(Suite.PATIENCE).until(() -> newTransactions() == 1);

        // When it is killed and another one starts
        dies.kill();
        dispatcher();
        suite.devnet().kmsNodes().resumeAnswers();
        suite.devnet().coprocessors().resumeAnswers();

        // Then
        awaitCompleted(jobs);
        assertThat(newTransactions()).isEqualTo(jobs.size());
        assertNoncesContiguous();
    }

    @Test
    void completesARequestWhoseAnswerArrivesBeforeTheDispatcherReadsItsReceipt() throws Exception {
        // Given a dispatcher that is kept from reading receipts
        Gate receipts = faulty.holdBefore("eth_getTransactionReceipt");
        dispatcherThrough(faulty);

        // When
        Map<RequestKind, UUID> jobs = submitOneOfEach();

        // Then the request events and the answers are enough
        receipts.awaitCaught();
        awaitCompleted(jobs);
        receipts.open();
        assertThat(newTransactions()).isEqualTo(jobs.size());
    }

    @Test
    void aStandbyTakesOverFromADispatcherThatDies() throws Exception {
        // Given a leader that is sending and a standby
        Gate sending = faulty.holdAfter(SEND);
        ServiceProcess leader = dispatcherThrough(faulty);
        Map<RequestKind, UUID> jobs = submitOneOfEach();
        sending.awaitCaught();
        dispatcher().awaitReady();
        long epoch = epoch();

        // When
        leader.kill();

        // Then
        awaitCompleted(jobs);
        assertThat(epoch()).isGreaterThan(epoch);
        assertThat(newTransactions()).isEqualTo(jobs.size());
        assertNoncesContiguous();
    }

    @Test
    void aDispatcherThatWasFrozenBeyondItsTermWritesNothingAfterwards() throws Exception {
        // Given a leader frozen just before it sends
        Gate sending = faulty.holdBefore(SEND);
        ServiceProcess frozen = dispatcherThrough(faulty);
        Map<RequestKind, UUID> jobs = submitOneOfEach();
        sending.awaitCaught();
        frozen.signal(Signal.STOP);

        // When its successor has done the work and it thaws
        dispatcher();
        awaitCompleted(jobs);
        long epoch = epoch();
        sending.open();
        frozen.signal(Signal.CONT);
        Map<RequestKind, UUID> more = submitOneOfEach();

        // Then
        awaitCompleted(more);
        assertThat(newTransactions()).isEqualTo(jobs.size() + more.size());
        assertThat(epoch()).isEqualTo(epoch);
        assertNoncesContiguous();
    }

    @Test
    void sendsTheSameTransactionAgainWhenAReorgTakesItBack() throws Exception {
        // Given requests whose transactions are mined, and unanswered
        suite.devnet().kmsNodes().pauseAnswers();
        suite.devnet().coprocessors().pauseAnswers();
        dispatcher();
        Map<RequestKind, UUID> jobs = submitOneOfEach();
        jobs.forEach((kind, jobId) -> suite.awaitStatus(kind, jobId, RequestStatus.RECEIPT_RECEIVED));
        long attempts = suite.count("SELECT count(*) FROM attempt");
        String[] orphaned = suite.latestBlocks(jobs.size());

        // When the chain loses their blocks
        suite.reorg(jobs.size());

        // Then the same bytes come again, and the answers find their requests
        await().atMost(Suite.PATIENCE)
                .until(() -> suite.count(
                                "SELECT count(*) FROM lane_transaction WHERE mined_block_hash = ANY($1) OR state = 'bound'",
                                (Object) orphaned)
                        == 0);
        suite.devnet().kmsNodes().resumeAnswers();
        suite.devnet().coprocessors().resumeAnswers();
        awaitCompleted(jobs);
        assertThat(newTransactions()).isEqualTo(jobs.size());
        assertThat(suite.count("SELECT count(*) FROM attempt")).isEqualTo(attempts);
    }

    @RepeatedTest(3)
    void anIdThatAReorgGivesToAnotherRequestNeverBringsTheFirstOnesAnswer() throws Exception {
        // Given a request that was answered, and whose lane is dead
        ServiceProcess first = dispatcher();
        long before = suite.gateway().blockNumber();
        UUID answered = suite.submit(RequestKind.PUBLIC_DECRYPT);
        suite.awaitStatus(RequestKind.PUBLIC_DECRYPT, answered, RequestStatus.COMPLETED);
        first.kill();

        // When a reorg takes all of it back, and another lane sends another request, which gets the same id
        suite.reorg((int) (suite.gateway().blockNumber() - before));
        JsonNode body = suite.requests().next(RequestKind.PUBLIC_DECRYPT);
        remember(suite.dispatcherOfAnotherLane("tx-" + ++replicas));
        UUID other = suite.submit(RequestKind.PUBLIC_DECRYPT, body);
        suite.awaitStatus(RequestKind.PUBLIC_DECRYPT, other, RequestStatus.COMPLETED);

        // Then the answer is its own
        Handle handle = Handle.of(body.at("/ciphertextHandles/0").asText());
        assertThat(suite.api()
                        .poll(RequestKind.PUBLIC_DECRYPT, other)
                        .body()
                        .at("/result/decryptedValue")
                        .asText())
                .isEqualTo(ClearValues.encode(List.of(handle)).toBareHex());
        bringBackTheFirstLanesTransaction();
    }

    /** Leaves the lane as the other tests expect it: with all that it ever sent on the chain. */
    private void bringBackTheFirstLanesTransaction() {
        dispatcher();
        await().atMost(Suite.PATIENCE).until(() -> suite.transactions() == suite.nextNonce());
    }

    private ServiceProcess dispatcher() {
        return remember(suite.dispatcher("tx-" + ++replicas));
    }

    private ServiceProcess dispatcherThrough(FaultyRpc rpc) {
        return remember(suite.dispatcher("tx-" + ++replicas, rpc.url().toString()));
    }

    private ServiceProcess remember(ServiceProcess dispatcher) {
        dispatchers.add(dispatcher);
        return dispatcher;
    }

    private static Map<RequestKind, UUID> submitOneOfEach() throws InterruptedException {
        Map<RequestKind, UUID> jobs = new EnumMap<>(RequestKind.class);
        for (RequestKind kind : RequestKind.values()) {
            jobs.put(kind, suite.submit(kind));
        }
        return jobs;
    }

    private static void awaitCompleted(Map<RequestKind, UUID> jobs) {
        jobs.forEach((kind, jobId) -> suite.awaitStatus(kind, jobId, RequestStatus.COMPLETED));
    }

    private long newTransactions() {
        return suite.transactions() - transactionsBefore;
    }

    private static long epoch() {
        return suite.count("SELECT epoch FROM lane WHERE lane = 'lane-0'");
    }

    /** Every nonce of the lane is bound to one request, and every request has one. */
    private static void assertNoncesContiguous() {
        assertThat(suite.count("""
                        SELECT count(*) FROM lane_transaction t
                        WHERE t.nonce <> (SELECT count(*) FROM lane_transaction s
                                          WHERE s.lane = t.lane AND s.nonce < t.nonce)""")).isZero();
        assertThat(suite.count("SELECT count(*) - count(DISTINCT (kind, request_id)) FROM lane_transaction"))
                .isZero();
    }
}
