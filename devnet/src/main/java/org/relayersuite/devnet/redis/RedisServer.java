package org.relayersuite.devnet.redis;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.relayersuite.devnet.process.ChildProcess;
import org.relayersuite.devnet.process.OrphanGuard;
import org.relayersuite.devnet.process.Ports;
import redis.embedded.core.ExecutableProvider;

/** A Redis from a Maven artifact, in memory only. */
public final class RedisServer implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(20);
    private static final Duration PROBE_PAUSE = Duration.ofMillis(20);
    private static final int ANSWER_LIMIT_MILLIS = 2_000;

    private final ChildProcess process;
    private final int port;

    private RedisServer(ChildProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts the server and waits until it answers.
     *
     * @param folder where the program is unpacked and runs
     */
    public static RedisServer start(Path folder, Path log, OrphanGuard guard) throws InterruptedException {
        int port = Ports.reserve();
        ChildProcess process = ChildProcess.start(
                "redis",
                List.of(
                        unpack(folder).toString(),
                        "--port",
                        Integer.toString(port),
                        "--bind",
                        "127.0.0.1",
                        "--save",
                        "",
                        "--dir",
                        folder.toString()),
                Map.of(),
                log,
                guard);
        RedisServer server = new RedisServer(process, port);
        server.awaitAnswer();
        return server;
    }

    private static Path unpack(Path folder) {
        try {
            Files.createDirectories(folder);
            File program =
                    ExecutableProvider.newJarResourceProvider(folder.toFile()).get();
            return program.toPath().toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack Redis into " + folder, e);
        }
    }

    private void awaitAnswer() throws InterruptedException {
        long end = System.nanoTime() + START_LIMIT.toNanos();
        while (System.nanoTime() - end < 0) {
            if (process.awaitExit(PROBE_PAUSE).isPresent()) {
                throw new IllegalStateException("Redis ended while starting:\n" + process.logTail());
            }
            try {
                if (ask("PING").equals("+PONG")) {
                    return;
                }
            } catch (IOException _) {
                // Not listening yet: that is what this loop waits for, and it ends at the limit.
            }
        }
        process.close();
        throw new IllegalStateException("Redis does not answer after " + START_LIMIT.toSeconds() + " s");
    }

    public long pid() {
        return process.pid();
    }

    /** {@code redis://host:port}. */
    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** The number of entries on a stream; 0 when there is no such stream. */
    public long streamLength(String stream) {
        try {
            String answer = ask("XLEN " + stream);
            if (!answer.startsWith(":")) {
                throw new IllegalStateException("Redis answered: " + answer);
            }
            return Long.parseLong(answer.substring(1));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot ask Redis", e);
        }
    }

    // Redis takes a command as a plain line, too: enough for a question with a one-line answer.
    private String ask(String command) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                BufferedReader answers =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            socket.setSoTimeout(ANSWER_LIMIT_MILLIS);
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
            String answer = answers.readLine();
            if (answer == null) {
                throw new IOException("Redis closed the connection");
            }
            return answer;
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
