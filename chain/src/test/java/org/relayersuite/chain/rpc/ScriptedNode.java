package org.relayersuite.chain.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A node over real HTTP whose answers a test scripts per method. */
public final class ScriptedNode implements AutoCloseable {
    public static final ObjectMapper JSON = new ObjectMapper();

    /** How the node treats one HTTP request. */
    @FunctionalInterface
    public interface Reply {
        void write(HttpExchange exchange, JsonNode request) throws IOException;
    }

    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Reply> replies = new ConcurrentHashMap<>();
    private final List<String> methods = new CopyOnWriteArrayList<>();
    private final List<JsonNode> requests = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private final CountDownLatch released = new CountDownLatch(1);

    public ScriptedNode(long chainId) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(executor);
        server.createContext("/", this::handle);
        server.start();
        on("eth_chainId", result("\"0x" + Long.toHexString(chainId) + "\""));
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/secret-path");
    }

    public URI uriWithUser(String userInfo) {
        return URI.create(
                "http://" + userInfo + "@127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    public ScriptedNode on(String method, Reply reply) {
        replies.put(method, reply);
        return this;
    }

    public List<String> methods() {
        return methods;
    }

    public List<JsonNode> requests() {
        return requests;
    }

    public List<String> authorizations() {
        return authorizations;
    }

    private void handle(HttpExchange exchange) throws IOException {
        JsonNode request = JSON.readTree(exchange.getRequestBody().readAllBytes());
        String method = request.isArray() ? "batch" : request.path("method").asText();
        methods.add(method);
        requests.add(request);
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        if (authorization != null) {
            authorizations.add(authorization);
        }
        try (exchange) {
            replies.getOrDefault(method, error(-32601, "the method does not exist", null))
                    .write(exchange, request);
        }
    }

    /** A result given as JSON text. */
    public static Reply result(String json) {
        return (exchange, request) -> send(exchange, 200, envelope(request, "result", JSON.readTree(json)));
    }

    /** A JSON-RPC error; {@code data} as JSON text or null. */
    public static Reply error(int code, String message, String data) {
        return (exchange, request) -> {
            ObjectNode error = JSON.createObjectNode().put("code", code).put("message", message);
            if (data != null) {
                error.set("data", JSON.readTree(data));
            }
            send(exchange, 200, envelope(request, "error", error));
        };
    }

    /** An HTTP answer with any status and body. */
    public static Reply http(int status, String body) {
        return (exchange, _) -> send(exchange, status, body);
    }

    /** Answers each call of a batch, in reverse order, with what {@code answer} gives for it. */
    public static Reply batch(Function<JsonNode, String> answer) {
        return (exchange, request) -> {
            ArrayNode answers = JSON.createArrayNode();
            for (int i = request.size() - 1; i >= 0; i--) {
                answers.add(JSON.readTree(answer.apply(request.get(i))));
            }
            send(exchange, 200, answers.toString());
        };
    }

    /** Never answers while the node lives. */
    public Reply hang() {
        return (_, _) -> awaitRelease();
    }

    /** Sends the headers and the start of a body, then nothing. */
    public Reply hangInBody() {
        return (exchange, _) -> {
            exchange.sendResponseHeaders(200, 1_000);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            awaitRelease();
        };
    }

    /** Promises more than it sends, and closes the connection. */
    public static Reply cutBody() {
        return (exchange, _) -> {
            exchange.sendResponseHeaders(200, 1_000);
            OutputStream body = exchange.getResponseBody();
            body.write("{\"jsonrpc\":\"2.0\"".getBytes(StandardCharsets.US_ASCII));
            body.flush();
            throw new IOException("cut");
        };
    }

    /** Answers with the first reply once, then with the second for ever. */
    public static Reply first(Reply once, Reply then) {
        CountDownLatch used = new CountDownLatch(1);
        return (exchange, request) -> {
            boolean fresh;
            synchronized (used) {
                fresh = used.getCount() > 0;
                used.countDown();
            }
            (fresh ? once : then).write(exchange, request);
        };
    }

    private void awaitRelease() {
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String envelope(JsonNode request, String field, JsonNode value) {
        ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", request.path("id"));
        answer.set(field, value);
        return answer.toString();
    }

    public static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        released.countDown();
        server.stop(0);
        executor.shutdownNow();
    }
}
