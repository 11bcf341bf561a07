package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.store.TestPostgres;

/** A process with little memory, and many clients that send it much. */
class LargeBodiesIT {
    private static final int CLIENTS = 60;
    private static final int ROUNDS = 4;

    /** Just below the limit, of hex that ends wrongly: read and looked at in full, and stored never. */
    private static final byte[] LARGE = ("{\"contractChainId\":\"8009\",\"ciphertextWithInputVerification\":\""
                    + "ab".repeat(1_000_000) + "x\"}")
            .getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path directory;

    private Pod pod;

    @BeforeEach
    void start() {
        pod = Pod.start(
                        TestPostgres.freshDatabase(),
                        directory.resolve("output"),
                        List.of("-Xmx96m", "-XX:+ExitOnOutOfMemoryError"),
                        Map.of())
                .awaitReady();
    }

    @AfterEach
    void stop() {
        pod.close();
    }

    @Test
    void moreBodiesThanMemoryHoldsAreRefusedAndTheServiceLives() throws Exception {
        // When many clients send the largest bodies at once, again and again: a multiple of the heap
        List<Reply> replies = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<Reply>>> all = IntStream.range(0, CLIENTS)
                    .mapToObj(client -> clients.submit(() -> {
                        Api api = pod.api();
                        return IntStream.range(0, ROUNDS)
                                .mapToObj(round -> api.post(Bodies.INPUT_PROOF, LARGE))
                                .toList();
                    }))
                    .toList();
            for (Future<List<Reply>> one : all) {
                replies.addAll(one.get(300, TimeUnit.SECONDS));
            }
        }

        // Then each is refused in the envelope, for what is in it or for want of room, to be sent again
        for (Reply reply : replies) {
            if (reply.status() == 429) {
                assertThat(reply.assertProblem(429, "rate_limited").retryAfter())
                        .isPresent();
            } else {
                reply.assertProblem(400, "missing_fields");
            }
        }
        assertThat(replies).extracting(Reply::status).contains(400);

        // And the service has memory for everybody else
        assertThat(pod.isAlive()).isTrue();
        pod.api().post(Bodies.INPUT_PROOF, Bodies.inputProof()).assertAccepted();
        pod.api().post(Bodies.INPUT_PROOF, LARGE).assertProblem(400, "missing_fields");
        assertThat(pod.output()).doesNotContain("OutOfMemoryError");
    }
}
