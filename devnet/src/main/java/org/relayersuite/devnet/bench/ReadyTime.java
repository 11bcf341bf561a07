package org.relayersuite.devnet.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.relayersuite.devnet.process.ChildProcess;
import org.relayersuite.devnet.process.JavaCommand;
import org.relayersuite.devnet.process.OrphanGuard;
import org.relayersuite.devnet.process.Signal;

/** How long a service takes from the start of its process until it answers that it is ready, with an AOT cache. */
final class ReadyTime {
    private static final List<String> JVM_FLAGS =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "--enable-native-access=ALL-UNNAMED");
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(2);
    private static final int OK = 200;

    private final String name;
    private final Path jar;
    private final Path cache;
    private final Map<String, String> environment;
    private final URI ready;
    private final Path logs;
    private final OrphanGuard guard;

    ReadyTime(String name, Path jar, Map<String, String> environment, URI ready, Path folder, OrphanGuard guard) {
        this.name = name;
        this.jar = jar;
        this.environment = environment;
        this.ready = ready;
        this.cache = folder.resolve(name + ".aot");
        this.logs = folder;
        this.guard = guard;
    }

    /** Lets the service start once and writes down which classes it needed. */
    void train() throws InterruptedException, IOException {
        Files.deleteIfExists(cache);
        run("-XX:AOTCacheOutput=" + cache);
        if (!Files.exists(cache)) {
            throw new IllegalStateException(name + " left no AOT cache; see " + logs);
        }
    }

    /** One start with the cache, in milliseconds. */
    double start() throws InterruptedException {
        return run("-XX:AOTCache=" + cache) / 1e6;
    }

    private long run(String flag) throws InterruptedException {
        List<String> flags = new ArrayList<>(JVM_FLAGS);
        flags.add(flag);
        long start = System.nanoTime();
        ChildProcess process = ChildProcess.start(
                name, JavaCommand.of(flags, jar), environment, logs.resolve("ready-" + name + ".log"), guard);
        try (process;
                HttpClient client =
                        HttpClient.newBuilder().connectTimeout(PROBE_LIMIT).build()) {
            while (!isReady(client)) {
                if (System.nanoTime() - start > LIMIT.toNanos() || !process.isAlive()) {
                    throw new IllegalStateException(name + " is not ready:\n" + process.logTail());
                }
            }
            long took = System.nanoTime() - start;
            process.signal(Signal.TERM);
            // With AOTCacheOutput the cache is written at the end.
            process.awaitExit(LIMIT);
            return took;
        }
    }

    private boolean isReady(HttpClient client) throws InterruptedException {
        try {
            return client.send(
                                    HttpRequest.newBuilder(ready)
                                            .timeout(PROBE_LIMIT)
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == OK;
        } catch (IOException notYet) {
            Thread.sleep(Duration.ofMillis(5));
            return false;
        }
    }
}
