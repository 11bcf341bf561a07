package org.relayersuite.chain.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;
import org.web3j.abi.datatypes.DynamicArray;
import org.web3j.abi.datatypes.DynamicBytes;
import org.web3j.abi.datatypes.DynamicStruct;
import org.web3j.abi.datatypes.StaticStruct;
import org.web3j.abi.datatypes.Utf8String;
import org.web3j.abi.datatypes.generated.Int32;
import org.web3j.abi.datatypes.generated.Uint256;

/**
 * A node of a host chain over real HTTP with KMSGeneration and ProtocolConfig, of which a test sets what they say. It
 * answers calls for its finalized block only, so that whoever reads at another one fails.
 */
public final class HostNode implements AutoCloseable {
    public static final long CHAIN_ID = 8009;
    public static final Address KMS_GENERATION = Address.of("9e".repeat(20));
    public static final Address PROTOCOL_CONFIG = Address.of("9c".repeat(20));
    public static final BigInteger KEY = id(4, 1);
    public static final BigInteger CRS = id(5, 1);
    public static final BigInteger CONTEXT = id(7, 1);

    private static final long EMISSION_BLOCK = 40;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final List<JsonNode> requests = new CopyOnWriteArrayList<>();
    private final Map<String, Object> answers = new ConcurrentHashMap<>();
    private volatile boolean down;
    private volatile long finalized = 100;
    private volatile BigInteger keyId = KEY;
    private volatile BigInteger contextId = CONTEXT;
    private volatile Bytes eventData = event(List.of(
            new KmsNode("https://storage.example/kms-public", "PUB-p1"),
            new KmsNode("https://second.example/other", "PUB-p2")));

    public HostNode() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(executor);
        server.createContext("/", this::serve);
        server.start();
    }

    /** What matters here of a KMS node in the context's event. */
    public record KmsNode(String url, String prefix) {}

    /** An id as the contracts make them: its type in the first byte, then a counter. */
    public static BigInteger id(int type, long counter) {
        return BigInteger.valueOf(type).shiftLeft(248).add(BigInteger.valueOf(counter));
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Answers every request with HTTP 502, or again as before. */
    public HostNode down(boolean isDown) {
        down = isDown;
        return this;
    }

    public HostNode finalized(long number) {
        finalized = number;
        return this;
    }

    public HostNode key(BigInteger id) {
        keyId = id;
        return this;
    }

    public HostNode context(BigInteger id) {
        contextId = id;
        return this;
    }

    /** The nodes of the context, in the order of its event. */
    public HostNode nodes(KmsNode... nodes) {
        eventData = event(List.of(nodes));
        return this;
    }

    /** The data of the context's event, as it is. */
    HostNode eventData(Bytes data) {
        eventData = data;
        return this;
    }

    Bytes eventData() {
        return eventData;
    }

    /** Answers calls of a function with these bytes. */
    HostNode on(String signature, Bytes answer) {
        answers.put(Keccak.selector(signature).toHex(), answer);
        return this;
    }

    /** Answers calls of a function with a revert that carries these bytes. */
    HostNode revert(String signature, Bytes data) {
        answers.put(Keccak.selector(signature).toHex(), new Revert(data));
        return this;
    }

    /** Answers a method with this JSON. */
    public HostNode onMethod(String method, String result) {
        answers.put(method, result);
        return this;
    }

    public List<JsonNode> requests() {
        return requests;
    }

    /** How often a method was asked for; calls of contracts by the signature of the function. */
    public long asked(String what) {
        String selector = Keccak.selector(what).toHex();
        return requests.stream()
                .filter(request -> request.path("method").asText().equals(what)
                        || request.at("/params/0/data").asText().startsWith(selector))
                .count();
    }

    static Hash hash(long number) {
        return Hash.of("%064x".formatted(number + 0xb10c_0000L));
    }

    /** The data of {@code NewKmsContext}. */
    static Bytes event(List<KmsNode> nodes) {
        Bytes call = Calldata.encode(
                "event()",
                new DynamicArray<>(
                        DynamicStruct.class, nodes.stream().map(HostNode::node).toList()),
                new StaticStruct(uint(1), uint(1), uint(1), uint(1)),
                new Utf8String("v0.13"),
                new DynamicArray<>(
                        DynamicStruct.class,
                        List.of(new DynamicStruct(
                                new DynamicBytes(new byte[48]),
                                new DynamicBytes(new byte[48]),
                                new DynamicBytes(new byte[48])))));
        return Bytes.fromHex(call.toBareHex().substring(8));
    }

    private static DynamicStruct node(KmsNode storage) {
        return new DynamicStruct(
                Calldata.address(KMS_GENERATION),
                Calldata.address(PROTOCOL_CONFIG),
                new Utf8String("127.0.0.1"),
                new Utf8String(storage.url()),
                new Int32(1),
                new Utf8String("kms-node"),
                new DynamicBytes(new byte[700]),
                new Utf8String(storage.prefix()));
    }

    private static Uint256 uint(long value) {
        return new Uint256(BigInteger.valueOf(value));
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode request = JSON.readTree(exchange.getRequestBody().readAllBytes());
            requests.add(request);
            if (down) {
                exchange.sendResponseHeaders(502, -1);
                return;
            }
            ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
            answer.set("id", request.path("id"));
            Object result = result(request);
            if (result instanceof Revert revert) {
                answer.putObject("error")
                        .put("code", 3)
                        .put("message", "execution reverted")
                        .put("data", revert.data.toHex());
            } else {
                answer.set("result", JSON.readTree(result.toString()));
            }
            byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private Object result(JsonNode request) {
        String method = request.path("method").asText();
        Object scripted = answers.get(method);
        if (scripted != null) {
            return scripted;
        }
        JsonNode params = request.path("params");
        return switch (method) {
            case "eth_chainId" -> quoted("0x" + Long.toHexString(CHAIN_ID));
            case "eth_getBlockByNumber" -> header(params.path(0).asText());
            case "eth_call" ->
                call(params.at("/0/data").asText(), params.at("/1/blockHash").asText());
            case "eth_getLogs" -> logs(params.at("/0/fromBlock").asText());
            default -> throw new IllegalArgumentException(method);
        };
    }

    private String header(String block) {
        if (block.equals("latest")) {
            throw new IllegalArgumentException("the latest block is not for keys");
        }
        long number = block.equals("finalized") ? finalized : Long.decode(block);
        return "{\"number\":\"0x%x\",\"hash\":\"%s\",\"parentHash\":\"%s\",\"timestamp\":\"0x%x\"}"
                .formatted(number, hash(number), hash(number - 1), 1_767_225_600L + number);
    }

    private Object call(String data, String blockHash) {
        if (!blockHash.equals(hash(finalized).toString())) {
            return new Revert(Bytes.EMPTY);
        }
        String selector = data.substring(0, 10);
        Object scripted = answers.get(selector);
        if (scripted != null) {
            return scripted instanceof Bytes bytes ? quoted(bytes.toHex()) : scripted;
        }
        return quoted("0x"
                + switch (selector) {
                    case "0xd52f10eb" -> word(keyId);
                    case "0xbaff211e" -> word(CRS);
                    case "0x65b394af" -> word(contextId) + word(id(8, 1));
                    case "0x936608ae", "0xc55b8724" -> word(64) + word(96) + word(0) + word(0);
                    case "0xc999a8b4" -> word(EMISSION_BLOCK) + word(7);
                    default -> throw new IllegalArgumentException(selector);
                });
    }

    private String logs(String block) {
        if (Long.decode(block) != EMISSION_BLOCK) {
            return "[]";
        }
        return """
                [{"address":"%s","topics":["%s","0x%s","0x%s"],"data":"%s","blockNumber":"0x%x","blockHash":"%s",
                  "transactionHash":"%s","logIndex":"0x0","removed":false}]""".formatted(
                        PROTOCOL_CONFIG,
                        FheKeyContracts.NEW_KMS_CONTEXT,
                        word(contextId),
                        word(0),
                        eventData.toHex(),
                        EMISSION_BLOCK,
                        hash(EMISSION_BLOCK),
                        hash(7));
    }

    private static String word(BigInteger value) {
        return "%064x".formatted(value);
    }

    private static String word(long value) {
        return "%064x".formatted(value);
    }

    private static String quoted(String text) {
        return "\"" + text + "\"";
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }

    private record Revert(Bytes data) {}
}
