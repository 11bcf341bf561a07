package org.relayersuite.chain.rpc;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/** JSON-RPC 2.0 messages: writing requests, reading answers within bounds. */
final class RpcJson {
    private static final int MAX_DEPTH = 64;
    private static final int MAX_NUMBER_LENGTH = 100;
    private static final int MAX_ERROR_TEXT = 1_000;
    private static final int MAX_ERROR_DATA_DEPTH = 4;
    private static final String REVERTED_PREFIX = "Reverted ";

    private final ObjectMapper mapper;

    RpcJson(long maxResponseBytes) {
        JsonFactory factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxNumberLength(MAX_NUMBER_LENGTH)
                        .maxStringLength((int) maxResponseBytes)
                        .build())
                .build();
        this.mapper = JsonMapper.builder(factory)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }

    ObjectNode request(long id, RpcRequest request) {
        ObjectNode message = mapper.createObjectNode();
        message.put("jsonrpc", "2.0").put("id", id).put("method", request.method());
        ArrayNode params = message.putArray("params");
        request.params().forEach(param -> params.add(param(param)));
        return message;
    }

    ArrayNode array() {
        return mapper.createArrayNode();
    }

    byte[] write(JsonNode message) {
        try {
            return mapper.writeValueAsBytes(message);
        } catch (IOException e) {
            throw new IllegalArgumentException("the parameters cannot be written as JSON", e);
        }
    }

    /** @throws IOException when the body is not exactly one JSON value within the bounds */
    JsonNode read(byte[] body) throws IOException {
        return mapper.readTree(body);
    }

    private JsonNode param(Object value) {
        return switch (value) {
            case JsonNode node -> node;
            case Address address -> mapper.getNodeFactory().textNode(address.toString());
            case Hash hash -> mapper.getNodeFactory().textNode(hash.toString());
            case Bytes bytes -> mapper.getNodeFactory().textNode(bytes.toHex());
            case Collection<?> items -> {
                ArrayNode array = mapper.createArrayNode();
                items.forEach(item -> array.add(param(item)));
                yield array;
            }
            case Map<?, ?> fields -> {
                ObjectNode object = mapper.createObjectNode();
                fields.forEach((name, field) -> object.set(String.valueOf(name), param(field)));
                yield object;
            }
            default -> mapper.valueToTree(value);
        };
    }

    /** Reads {@code error} of an answer; empty when it is no error object with an integer code. */
    static Optional<RpcErrorException> error(JsonNode error) {
        JsonNode code = error.path("code");
        if (!error.isObject() || !code.canConvertToInt()) {
            return Optional.empty();
        }
        String text = error.path("message").asText("");
        return Optional.of(new RpcErrorException(code.intValue(), printable(text), errorData(error.path("data"), 0)));
    }

    /** Nodes wrap the revert bytes differently: plain hex, "Reverted 0x..", or an object that holds one of these. */
    private static Optional<Bytes> errorData(JsonNode data, int depth) {
        if (data.isTextual()) {
            String text = data.textValue();
            return hex(text.startsWith(REVERTED_PREFIX) ? text.substring(REVERTED_PREFIX.length()) : text);
        }
        if (data.isObject() && depth < MAX_ERROR_DATA_DEPTH) {
            Optional<Bytes> own = errorData(data.path("data"), depth + 1);
            return own.isPresent() ? own : errorData(data.path("originalError"), depth + 1);
        }
        return Optional.empty();
    }

    private static Optional<Bytes> hex(String text) {
        if (!text.startsWith("0x")) {
            return Optional.empty();
        }
        try {
            return Optional.of(Bytes.fromHex(text));
        } catch (IllegalArgumentException notHex) {
            // Free text in data is no revert data; the node's message still tells the cause.
            return Optional.empty();
        }
    }

    /**
     * Whether the error is about load and not about the request. Codes alone do not tell: -32005 also means "too many
     * results", and some providers send limits under codes of their own.
     */
    static boolean throttled(RpcErrorException error) {
        String text = error.getMessage().toLowerCase(Locale.ROOT);
        if (text.contains("rate limit")
                || text.contains("too many requests")
                || text.contains("request limit")
                || text.contains("request count exceeded")
                || text.contains("compute units per second")) {
            return true;
        }
        boolean aboutResults = text.contains("result") || text.contains("range");
        return error.code() == 429 || (error.code() == -32005 && !aboutResults);
    }

    /** The node's text, short and without control characters, so that it can forge no log line. */
    static String printable(String text) {
        String shortened = text.length() > MAX_ERROR_TEXT ? text.substring(0, MAX_ERROR_TEXT) : text;
        return shortened.replaceAll("\\p{Cntrl}", " ");
    }
}
