package org.relayersuite.chain.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the envelope of JSON-RPC answers. What is no answer to what was asked is refused as a transport failure. */
final class RpcAnswer {
    private RpcAnswer() {}

    /** The answer to the single request {@code id}. */
    static BatchAnswer of(JsonNode body, long id, String method, String host) {
        Optional<RpcErrorException> error = RpcJson.error(body.path("error"));
        if (error.isPresent() && (body.path("id").isNull() || hasId(body, id))) {
            return refused(error.get(), method, host);
        }
        if (!hasId(body, id)) {
            throw unusable(method, host, "no answer to this request");
        }
        return result(body, method, host);
    }

    /** The answers to a batch, in the order of {@code ids}; nodes may answer in any order. */
    static List<BatchAnswer> ofBatch(JsonNode body, List<Long> ids, String host) {
        if (body.isObject()) {
            RpcErrorException error = RpcJson.error(body.path("error"))
                    .orElseThrow(() -> unusable("batch", host, "an object instead of a list"));
            throw refused(error, "batch", host).error();
        }
        if (!body.isArray() || body.size() != ids.size()) {
            throw unusable("batch", host, "not one answer per call");
        }
        Map<Long, JsonNode> byId = new HashMap<>();
        for (JsonNode answer : body) {
            JsonNode id = answer.path("id");
            if (!id.isIntegralNumber() || byId.put(id.longValue(), answer) != null) {
                throw unusable("batch", host, "an answer without an id of its own");
            }
        }
        List<BatchAnswer> answers = new ArrayList<>(ids.size());
        for (long id : ids) {
            JsonNode answer = byId.get(id);
            if (answer == null) {
                throw unusable("batch", host, "no answer to one of the calls");
            }
            answers.add(of(answer, id, "batch", host));
        }
        return answers;
    }

    private static boolean hasId(JsonNode body, long id) {
        JsonNode answered = body.path("id");
        return answered.isIntegralNumber() && answered.canConvertToLong() && answered.longValue() == id;
    }

    private static BatchAnswer.Refused refused(RpcErrorException error, String method, String host) {
        if (RpcJson.throttled(error)) {
            throw new ThrottledException(method + ": " + host + " refused for load, code " + error.code());
        }
        return new BatchAnswer.Refused(error);
    }

    private static BatchAnswer result(JsonNode body, String method, String host) {
        JsonNode result = body.get("result");
        if (result == null || body.hasNonNull("error")) {
            throw unusable(method, host, "neither a result nor an error");
        }
        return new BatchAnswer.Result(result);
    }

    private static UnusableAnswerException unusable(String method, String host, String what) {
        return new UnusableAnswerException(method + ": " + host + " sent " + what, null);
    }
}
