package org.relayersuite.blocklistener;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.relayersuite.blocklistener.block.BlockRef;
import org.relayersuite.core.Hash;

/** A node that says about its chain whatever a test wants it to say, right or wrong. Every block has one transaction. */
public final class FakeNode implements AutoCloseable {
    public static final long CHAIN_ID = 31_337;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final HttpServer server;
    private final Map<Hash, BlockRef> byHash = new ConcurrentHashMap<>();
    private volatile TreeMap<Long, BlockRef> canonical = new TreeMap<>();
    private volatile Lie lie = (_, _, truth) -> truth;

    /** Every request, as method and first parameter. */
    public final List<String> asked = new CopyOnWriteArrayList<>();

    /** Turns the true answer into what the node says. */
    @FunctionalInterface
    public interface Lie {
        JsonNode instead(String method, JsonNode params, JsonNode truth);
    }

    public FakeNode() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** From now on the chain consists of these blocks; blocks of before can still be had by their hash. */
    public void serve(List<BlockRef> chain) {
        TreeMap<Long, BlockRef> next = new TreeMap<>();
        for (BlockRef block : chain) {
            next.put(block.number(), block);
            byHash.put(block.hash(), block);
        }
        canonical = next;
    }

    public void forget(BlockRef block) {
        byHash.remove(block.hash());
    }

    public void lie(Lie next) {
        lie = next;
    }

    public void tellTheTruth() {
        lie = (_, _, truth) -> truth;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode request = JSON.readTree(exchange.getRequestBody());
            String method = request.get("method").asText();
            JsonNode params = request.get("params");
            asked.add(method + (params.isEmpty() ? "" : " " + params.get(0).asText()));
            ObjectNode answer = NODES.objectNode();
            answer.put("jsonrpc", "2.0");
            answer.set("id", request.get("id"));
            answer.set("result", lie.instead(method, params, truth(method, params)));
            byte[] body = JSON.writeValueAsBytes(answer);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private JsonNode truth(String method, JsonNode params) {
        return switch (method) {
            case "eth_chainId" -> quantity(CHAIN_ID);
            case "eth_blockNumber" -> quantity(canonical.lastKey());
            case "eth_getBlockByNumber" ->
                block(
                        Optional.ofNullable(
                                canonical.get(Long.decode(params.get(0).asText()))),
                        params.get(1).asBoolean());
            case "eth_getBlockByHash" ->
                block(
                        Optional.ofNullable(byHash.get(Hash.of(params.get(0).asText()))),
                        params.get(1).asBoolean());
            case "eth_getBlockReceipts" -> {
                BlockRef block = byHash.get(Hash.of(params.get(0).asText()));
                yield block == null ? NODES.nullNode() : receipts(block);
            }
            default -> throw new AssertionError("nobody taught this node " + method);
        };
    }

    private static JsonNode quantity(long value) {
        return NODES.textNode("0x" + Long.toHexString(value));
    }

    /** A block with its transaction, as a node tells it. */
    public static JsonNode block(BlockRef block) {
        return block(Optional.of(block), true);
    }

    private static JsonNode block(Optional<BlockRef> found, boolean full) {
        if (found.isEmpty()) {
            return NODES.nullNode();
        }
        BlockRef block = found.get();
        ObjectNode json = NODES.objectNode();
        json.set("number", quantity(block.number()));
        json.put("hash", block.hash().toString());
        json.put("parentHash", block.parentHash().toString());
        json.set("timestamp", quantity(1_700_000_000 + block.number()));
        json.put("baseFeePerGas", "0x7");
        ArrayNode transactions = json.putArray("transactions");
        String hash = TestBlocks.transactionHash(block, 0).toString();
        if (!full) {
            transactions.add(hash);
            return json;
        }
        ObjectNode transaction = transactions.addObject();
        transaction.put("hash", hash);
        transaction.put("blockHash", block.hash().toString());
        transaction.set("blockNumber", quantity(block.number()));
        transaction.put("transactionIndex", "0x0");
        transaction.put("from", TestBlocks.SENDER.toString());
        transaction.put("to", TestBlocks.CONTRACT.toString());
        transaction.put("value", "0x1");
        transaction.put("input", "0xdd");
        return json;
    }

    /** The receipts of a block, as a true node tells them. */
    public static JsonNode receipts(BlockRef block) {
        ArrayNode list = NODES.arrayNode();
        ObjectNode receipt = list.addObject();
        receipt.put("transactionHash", TestBlocks.transactionHash(block, 0).toString());
        receipt.put("blockHash", block.hash().toString());
        receipt.set("blockNumber", quantity(block.number()));
        receipt.put("transactionIndex", "0x0");
        receipt.put("status", "0x1");
        receipt.putArray("logs");
        return list;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
