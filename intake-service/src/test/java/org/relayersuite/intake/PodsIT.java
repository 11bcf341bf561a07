package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.store.TestPostgres;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.DatabaseSettings;

/** Two pods behind a balancer are one service, also while they are replaced. */
class PodsIT {
    private static final int CLIENTS = 100;
    private static final int LOAD_CLIENTS = 6;
    private static final int ROUNDS = 3;

    @TempDir
    Path directory;

    private final Vertx vertx = Vertx.vertx();
    private final List<Pod> pods = new ArrayList<>();
    private DatabaseSettings settings;
    private Database database;
    private Balancer balancer;
    private int started;

    @BeforeEach
    void start() throws Exception {
        settings = TestPostgres.freshDatabase();
        database = Database.open(vertx, settings);
        balancer = new Balancer();
        Pod first = startPod();
        Pod second = startPod();
        for (Pod pod : List.of(first, second)) {
            pod.awaitReady();
            join(pod);
        }
    }

    @AfterEach
    void stop() throws Exception {
        balancer.close();
        for (Pod pod : pods) {
            pod.kill();
        }
        database.close();
        vertx.close();
    }

    private Pod startPod() throws IOException {
        Pod pod = new Pod(
                directory.resolve("pod-" + started++),
                settings,
                Map.of(
                        "QUARKUS_SHUTDOWN_DELAY",
                        "3S",
                        // Nobody takes requests out of the queue here.
                        "RELAYER_GATEWAY_TX_ENGINE_TX_THROTTLERS_INPUT_PROOF_CAPACITY",
                        "1000000",
                        "RELAYER_GATEWAY_CONTRACTS_DECRYPTION_ADDRESS",
                        Wallet.DECRYPTION.toString()),
                List.of("-Xmx128m", "-XX:TieredStopAtLevel=1"));
        pods.add(pod);
        return pod;
    }

    private void join(Pod pod) {
        balancer.add(pod);
        await().atMost(Duration.ofSeconds(30)).until(() -> balancer.gives(pod));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theSameRequestFromManyClientsOverBothPodsIsOneJob(boolean withKey) throws Exception {
        // Given one body, and a key or none
        Map<String, Object> body = Bodies.inputProof();

        // When many clients post it at once, each over a connection of its own
        List<Reply> replies = atOnce(client -> {
            var request = new Api(balancer.uri()).json(Bodies.INPUT_PROOF, body);
            return new Api(balancer.uri()).send(withKey ? request.header("Idempotency-Key", "one") : request);
        });

        // Then all have the same job, and both pods say the same about it
        Set<UUID> jobs = new HashSet<>();
        replies.forEach(reply -> jobs.add(reply.jobId()));
        assertThat(jobs).hasSize(1);
        assertThat(new Rows(database).count("input_proof_req", "true")).isEqualTo(1);
        String path = Bodies.INPUT_PROOF + "/" + jobs.iterator().next();
        assertThat(pods)
                .extracting(pod -> pod.api().get(path).json().get("job"))
                .hasSize(2)
                .containsOnly(pods.getFirst().api().get(path).json().get("job"));
    }

    @Test
    void oneKeyForTwoBodiesIsRefusedWhicheverPodItComesTo() throws Exception {
        // Given two bodies
        List<Map<String, Object>> bodies = List.of(Bodies.inputProof(), Bodies.inputProof());

        // When many clients post the one or the other, all under one key
        List<Reply> replies = atOnce(client -> new Api(balancer.uri())
                .send(new Api(balancer.uri())
                        .json(Bodies.INPUT_PROOF, bodies.get(client % 2))
                        .header("Idempotency-Key", "one")));

        // Then one of the bodies is the job of that key, and the other is refused
        List<Reply> accepted =
                replies.stream().filter(reply -> reply.status() == 202).toList();
        assertThat(accepted).hasSize(CLIENTS / 2);
        assertThat(accepted.stream().map(Reply::jobId).distinct()).hasSize(1);
        replies.stream()
                .filter(reply -> reply.status() != 202)
                .forEach(reply -> reply.assertProblem(422, "idempotency_key_reused"));
        assertThat(new Rows(database).count("input_proof_req", "true")).isEqualTo(1);
    }

    @Test
    void noPostIsLostWhilePodsAreReplacedUnderLoad() throws Exception {
        // Given clients that post one request after the other, each over the connection it has
        Set<UUID> acknowledged = ConcurrentHashMap.newKeySet();
        ConcurrentLinkedQueue<String> lost = new ConcurrentLinkedQueue<>();
        AtomicBoolean enough = new AtomicBoolean();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            IntStream.range(0, LOAD_CLIENTS).forEach(client -> clients.execute(() -> load(enough, acknowledged, lost)));

            // When each pod is told to stop and another one takes its place, several times over
            try {
                for (int round = 0; round < ROUNDS; round++) {
                    for (Pod old : List.copyOf(pods)) {
                        replace(old);
                    }
                }
            } finally {
                enough.set(true);
            }
        }

        // Then every request was accepted, and every job is stored once
        assertThat(lost).isEmpty();
        assertThat(acknowledged).hasSizeGreaterThan(LOAD_CLIENTS * ROUNDS * 2);
        assertThat(new Rows(database).count("input_proof_req", "true")).isEqualTo(acknowledged.size());
        assertThat(new Rows(database)
                        .count("input_proof_req", "ext_job_id = ANY($1)", (Object) acknowledged.toArray(UUID[]::new)))
                .isEqualTo(acknowledged.size());
    }

    @Test
    void aPodThatIsToldToStopSaysSoAndServesOnUntilItsClientsAreGone() throws Exception {
        // Given a client with a connection to a pod
        Pod pod = pods.getFirst();
        Api api = pod.api();
        Reply before = api.post(Bodies.INPUT_PROOF, Bodies.inputProof());

        // When the pod is told to stop
        pod.terminate();
        await().atMost(Duration.ofSeconds(10)).until(() -> !pod.isReady());

        // Then it still takes requests, and asks the client to leave
        Reply after = api.post(Bodies.INPUT_PROOF, Bodies.inputProof()).assertAccepted();
        assertThat(before.http().headers().firstValue("Connection")).isEmpty();
        assertThat(after.http().headers().firstValue("Connection")).hasValue("close");
        pod.awaitEnd();
    }

    private void load(AtomicBoolean enough, Set<UUID> acknowledged, ConcurrentLinkedQueue<String> lost) {
        Api api = new Api(balancer.uri());
        while (!enough.get()) {
            try {
                Reply reply = api.post(Bodies.INPUT_PROOF, Bodies.inputProof());
                if (reply.status() != 202 || !acknowledged.add(reply.jobId())) {
                    lost.add(reply.status() + " " + reply.http().body());
                }
            } catch (RuntimeException e) {
                lost.add(e.toString());
            }
        }
    }

    /** As a rolling update with `maxUnavailable: 1` does. */
    private void replace(Pod old) throws Exception {
        old.terminate();
        old.awaitEnd();
        balancer.remove(old);
        pods.remove(old);
        join(startPod().awaitReady());
    }

    private interface Client {
        Reply post(int number);
    }

    private static List<Reply> atOnce(Client client) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CountDownLatch go = new CountDownLatch(1);
            List<Future<Reply>> replies = IntStream.range(0, CLIENTS)
                    .mapToObj(number -> threads.submit((Callable<Reply>) () -> {
                        go.await();
                        return client.post(number);
                    }))
                    .toList();
            go.countDown();
            List<Reply> all = new ArrayList<>();
            for (Future<Reply> reply : replies) {
                all.add(reply.get(60, TimeUnit.SECONDS));
            }
            return all;
        }
    }
}
