package org.relayersuite.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import org.relayersuite.core.Hash;

/** A JSON-RPC endpoint over a chain that the test writes block by block; no block has logs. */
final class ScriptedChain implements AutoCloseable {
    static final long CHAIN_ID = 1;

    private final ObjectMapper json = new ObjectMapper();
    /** Height to the name of the fork that its block belongs to. */
    private final ConcurrentSkipListMap<Long, Character> blocks = new ConcurrentSkipListMap<>();

    private final Set<Long> unreadable = ConcurrentHashMap.newKeySet();
    private final HttpServer server;

    ScriptedChain() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::serve);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Puts the blocks of a fork from {@code first} to {@code last}, which becomes the head. */
    void write(long first, long last, char fork) {
        blocks.tailMap(last, false).clear();
        for (long number = first; number <= last; number++) {
            blocks.put(number, fork);
        }
    }

    /** Answers every question about this height with an HTTP error. */
    void fail(long height) {
        unreadable.add(height);
    }

    void heal() {
        unreadable.clear();
    }

    /** The hash of the block that stands at {@code height} now. */
    Hash hash(long height) {
        return Hash.of("%02x%062x".formatted((int) blocks.get(height), height));
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode call = json.readTree(exchange.getRequestBody());
            String method = call.path("method").asText();
            if (method.equals("eth_getBlockByNumber") && unreadable.contains(height(call))) {
                exchange.sendResponseHeaders(502, -1);
                return;
            }
            Object result = switch (method) {
                case "eth_chainId" -> quantity(CHAIN_ID);
                case "eth_blockNumber" -> quantity(blocks.lastKey());
                case "eth_getBlockByNumber" -> header(height(call));
                case "eth_getLogs" -> new Object[0];
                default -> throw new IllegalArgumentException(method);
            };
            byte[] answer = json.writeValueAsString(
                            result == null
                                    ? json.createObjectNode()
                                            .put("jsonrpc", "2.0")
                                            .put("id", call.path("id").asLong())
                                            .putNull("result")
                                    : Map.of(
                                            "jsonrpc",
                                            "2.0",
                                            "id",
                                            call.path("id").asLong(),
                                            "result",
                                            result))
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private Object header(long height) {
        if (!blocks.containsKey(height)) {
            return null;
        }
        Hash parent = blocks.containsKey(height - 1) ? hash(height - 1) : Hash.of("00".repeat(Hash.LENGTH));
        return Map.of(
                "number", quantity(height),
                "hash", hash(height).toString(),
                "parentHash", parent.toString(),
                "timestamp", quantity(1_767_225_600 + height));
    }

    private static long height(JsonNode call) {
        return Long.decode(call.path("params").path(0).asText());
    }

    private static String quantity(long number) {
        return "0x" + Long.toHexString(number);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
