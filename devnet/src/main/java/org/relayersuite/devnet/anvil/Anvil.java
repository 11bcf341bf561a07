package org.relayersuite.devnet.anvil;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.rpc.RpcObserver;
import org.relayersuite.chain.rpc.RpcSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running Anvil on a port of its own. The kernel picks the port and Anvil says which it got, so that no other process
 * can be mistaken for this one.
 *
 * <p>The process ends with {@link #close()} and with the JVM. When the JVM is killed no shutdown hook runs: whoever has
 * to bear that puts {@link #pid()} under a guard outside of the JVM.
 */
public final class Anvil implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Anvil.class);
    private static final Pattern LISTENING = Pattern.compile("Listening on 127\\.0\\.0\\.1:(\\d+)");
    private static final Duration START_PATIENCE = Duration.ofSeconds(30);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
    private static final long MAX_RESPONSE_BYTES = 32L << 20;

    private final long chainId;
    private final Process process;
    private final int port;
    private final Thread shutdownHook;

    private Anvil(long chainId, Process process, int port) {
        this.chainId = chainId;
        this.process = process;
        this.port = port;
        this.shutdownHook = new Thread(process::destroyForcibly, "anvil-" + chainId + "-shutdown");
        Runtime.getRuntime().addShutdownHook(shutdownHook);
    }

    /**
     * Starts Anvil and returns once it serves the wanted chain.
     *
     * @throws IllegalStateException when it ends at once, or does not serve within 30 s; the log file tells why
     */
    public static Anvil start(AnvilSettings settings) {
        Process process = launch(settings);
        Anvil anvil = new Anvil(settings.chainId(), process, awaitPort(process, settings.logFile()));
        try {
            anvil.checkServing();
        } catch (RuntimeException e) {
            anvil.close();
            throw e;
        }
        log.info("Anvil started chainId={} port={} pid={}", settings.chainId(), anvil.port, process.pid());
        return anvil;
    }

    public long chainId() {
        return chainId;
    }

    /** The HTTP endpoint of JSON-RPC. */
    public URI httpUrl() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** The WebSocket endpoint of JSON-RPC. */
    public URI wsUrl() {
        return URI.create("ws://127.0.0.1:" + port);
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** A new client of this chain; the caller closes it. */
    public RpcClient newRpcClient() {
        return new RpcClient(
                new RpcSettings(chainId, List.of(httpUrl()), REQUEST_TIMEOUT, 16, MAX_RESPONSE_BYTES),
                RpcObserver.NONE);
    }

    /** Kills the process and waits for its end. The chain lives in memory and is gone. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
            Runtime.getRuntime().removeShutdownHook(shutdownHook);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            log.debug("Anvil closed while the JVM shuts down chainId={}", chainId, e);
        }
    }

    private static Process launch(AnvilSettings settings) {
        if (!Files.isExecutable(settings.binary())) {
            throw new IllegalStateException("no Anvil at " + settings.binary() + ": run npm ci in devnet/contracts");
        }
        try {
            Files.createDirectories(settings.logFile().toAbsolutePath().getParent());
            return new ProcessBuilder(command(settings))
                    .redirectErrorStream(true)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("Anvil cannot be started", e);
        }
    }

    private static List<String> command(AnvilSettings settings) {
        List<String> command = new ArrayList<>(List.of(
                settings.binary().toAbsolutePath().toString(),
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--chain-id",
                Long.toString(settings.chainId()),
                "--mnemonic",
                DevAccount.MNEMONIC,
                "--accounts",
                Integer.toString(DevAccount.FUNDED),
                "--balance",
                "1000000",
                "--gas-limit",
                "200000000",
                // The finalized block is two slots behind the head: with one block in a slot it follows closely.
                "--slots-in-an-epoch",
                "1"));
        settings.blockTime().ifPresent(time -> {
            command.add("--block-time");
            command.add(String.format(Locale.ROOT, "%.3f", time.toMillis() / 1000.0));
        });
        return command;
    }

    private static int awaitPort(Process process, Path logFile) {
        CompletableFuture<Integer> port = new CompletableFuture<>();
        Thread.ofVirtual().name("anvil-log").start(() -> pump(process, logFile, port));
        try {
            return port.get(START_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            process.destroyForcibly();
            throw new IllegalStateException("Anvil ended at its start: see " + logFile, e.getCause());
        } catch (TimeoutException e) {
            process.destroyForcibly();
            throw new IllegalStateException("Anvil did not listen within " + START_PATIENCE + ": see " + logFile, e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while Anvil started", e);
        }
    }

    /** Copies the output to the log until the process ends, and tells the port on the way. */
    private static void pump(Process process, Path logFile, CompletableFuture<Integer> port) {
        try (BufferedReader output = process.inputReader();
                Writer copy = Files.newBufferedWriter(logFile)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                copy.write(line);
                copy.write('\n');
                copy.flush();
                Matcher listening = LISTENING.matcher(line);
                if (listening.find()) {
                    port.complete(Integer.valueOf(listening.group(1)));
                }
            }
            port.completeExceptionally(new IOException("Anvil's output ended before it listened"));
        } catch (IOException e) {
            if (!port.completeExceptionally(e) && process.isAlive()) {
                log.warn("Anvil's output cannot be kept, it will end pid={}", process.pid(), e);
            }
        }
    }

    private void checkServing() {
        try (RpcClient client = newRpcClient()) {
            long served = new Ethereum(client).chainId();
            if (served != chainId || !process.isAlive()) {
                throw new IllegalStateException("port " + port + " serves chain " + served + ", not " + chainId);
            }
        }
    }
}
