package org.relayersuite.devnet.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.StreamSupport;

/** A JSON-RPC endpoint in front of a real chain. It passes everything on, except where a test has put a gate. */
public final class FaultyRpc implements AutoCloseable {
    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient upstreamClient = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Gate> before = new ConcurrentHashMap<>();
    private final Map<String, Gate> after = new ConcurrentHashMap<>();
    private final URI upstream;
    private final HttpServer server;

    /** @param upstream the chain's HTTP URL */
    public FaultyRpc(URI upstream) {
        this.upstream = upstream;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::serve);
        server.setExecutor(threads);
        server.start();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Holds calls of {@code method} before the chain sees them. */
    public Gate holdBefore(String method) {
        return put(before, method);
    }

    /** Holds the answers to calls of {@code method}, which the chain has acted on. */
    public Gate holdAfter(String method) {
        return put(after, method);
    }

    private static Gate put(Map<String, Gate> gates, String method) {
        Gate gate = new Gate();
        gates.put(method, gate);
        return gate;
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            List<String> methods = methods(body);
            if (!pass(before, methods)) {
                return;
            }
            HttpResponse<byte[]> answer = forward(body);
            if (!pass(after, methods)) {
                return;
            }
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
            exchange.getResponseBody().write(answer.body());
        }
    }

    private HttpResponse<byte[]> forward(byte[] body) throws IOException {
        try {
            return upstreamClient.send(
                    HttpRequest.newBuilder(upstream)
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static boolean pass(Map<String, Gate> gates, List<String> methods) {
        return methods.stream().map(gates::get).allMatch(gate -> gate == null || gate.pass());
    }

    private List<String> methods(byte[] body) throws IOException {
        JsonNode call = json.readTree(body);
        return call.isArray()
                ? StreamSupport.stream(call.spliterator(), false)
                        .map(one -> one.path("method").asText())
                        .toList()
                : List.of(call.path("method").asText());
    }

    @Override
    public void close() {
        before.values().forEach(Gate::lose);
        after.values().forEach(Gate::lose);
        server.stop(0);
        threads.shutdownNow();
        upstreamClient.close();
    }
}
