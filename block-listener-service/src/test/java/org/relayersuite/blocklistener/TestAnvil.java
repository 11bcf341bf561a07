package org.relayersuite.blocklistener;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.relayersuite.blocklistener.block.BlockRef;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.rpc.RpcObserver;
import org.relayersuite.chain.rpc.RpcSettings;

/** A real Anvil that mines only when told to. The kernel picks its port, so that no other process can be mistaken for it. */
final class TestAnvil implements AutoCloseable {
    static final long CHAIN_ID = 31_337;
    /** The first of Anvil's funded accounts. */
    static final String FUNDED = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";

    private static final Pattern LISTENING = Pattern.compile("Listening on 127\\.0\\.0\\.1:(\\d+)");
    private static final String IN_REPOSITORY = "devnet/contracts/node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil";

    private final Process process;
    private final URI url;
    private final RpcClient rpc;

    private TestAnvil(Process process, int port) {
        this.process = process;
        this.url = URI.create("http://127.0.0.1:" + port);
        this.rpc = new RpcClient(
                new RpcSettings(CHAIN_ID, List.of(url), Duration.ofSeconds(10), 8, 16 << 20), RpcObserver.NONE);
    }

    static TestAnvil start() throws Exception {
        Process process = new ProcessBuilder(
                        binary().toString(),
                        "--host",
                        "127.0.0.1",
                        "--port",
                        "0",
                        "--chain-id",
                        Long.toString(CHAIN_ID),
                        "--no-mining")
                .redirectErrorStream(true)
                .start();
        CompletableFuture<Integer> port = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> readPort(process, port));
        try {
            return new TestAnvil(process, port.get(30, TimeUnit.SECONDS));
        } catch (Exception e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static Path binary() {
        String given = System.getProperty("relayer.anvil");
        Path binary = given != null ? Path.of(given) : Path.of("..").resolve(IN_REPOSITORY);
        if (!Files.isExecutable(binary)) {
            throw new AssertionError("no Anvil at " + binary.toAbsolutePath().normalize()
                    + ": run npm ci in devnet/contracts, or name its binary by -Drelayer.anvil");
        }
        return binary;
    }

    private static void readPort(Process process, CompletableFuture<Integer> port) {
        try (BufferedReader output = process.inputReader()) {
            StringBuilder all = new StringBuilder();
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                Matcher listening = LISTENING.matcher(line);
                if (listening.find()) {
                    port.complete(Integer.valueOf(listening.group(1)));
                }
                if (!port.isDone()) {
                    all.append(line).append('\n');
                }
            }
            port.completeExceptionally(new IllegalStateException("Anvil ended: " + all));
        } catch (IOException e) {
            port.completeExceptionally(new UncheckedIOException(e));
        }
    }

    URI url() {
        return url;
    }

    void mine(int blocks) {
        rpc.request("anvil_mine", "0x" + Integer.toHexString(blocks));
    }

    /** Mines one block with {@code count} plain transfers of 1 wei. */
    void mineWithTransfers(int count) {
        for (int i = 0; i < count; i++) {
            rpc.request("eth_sendTransaction", Map.of("from", FUNDED, "to", FUNDED, "value", "0x1", "gas", "0x5208"));
        }
        mine(1);
    }

    /** Mines one block with the creation of a contract whose constructor emits one log: {@code LOG1} of nothing. */
    void mineWithLog() {
        // PUSH1 0x2a PUSH1 0 PUSH1 0 LOG1 STOP
        rpc.request("eth_sendTransaction", Map.of("from", FUNDED, "data", "0x602a60006000a100", "gas", "0x30d40"));
        mine(1);
    }

    /** Replaces the newest {@code depth} blocks by as many others. */
    void reorg(int depth) {
        JsonNode nothing = rpc.request("anvil_reorg", depth, List.of());
        if (!nothing.isNull()) {
            throw new AssertionError("anvil_reorg answered " + nothing);
        }
    }

    long head() {
        return new Ethereum(rpc).blockNumber();
    }

    BlockRef block(long number) {
        return BlockRef.of(new Ethereum(rpc).header(number).orElseThrow());
    }

    /** What the chain has from {@code first} to its head. */
    List<BlockRef> chainFrom(long first) {
        return LongStream.rangeClosed(first, head()).mapToObj(this::block).toList();
    }

    @Override
    public void close() {
        rpc.close();
        process.destroyForcibly().onExit().join();
    }
}
