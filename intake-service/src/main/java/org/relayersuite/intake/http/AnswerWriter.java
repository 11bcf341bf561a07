package org.relayersuite.intake.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import jakarta.inject.Singleton;
import org.relayersuite.intake.answer.Answer;

/** Puts answers on the wire. */
@Singleton
public final class AnswerWriter {
    private final ObjectMapper mapper;

    public AnswerWriter(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /** Writes nothing when an answer was begun before. */
    Future<Void> write(HttpServerResponse response, Answer answer) {
        if (response.headWritten() || response.ended()) {
            return Future.succeededFuture();
        }
        answer.retryAfter()
                .ifPresent(seconds -> response.putHeader(HttpHeaders.RETRY_AFTER, Integer.toString(seconds)));
        answer.headers().forEach(response::putHeader);
        return response.setStatusCode(answer.httpStatus())
                .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                .end(Buffer.buffer(json(answer.body())));
    }

    /** The body of an answer as JSON, on one line. */
    public byte[] json(Object body) {
        try {
            return mapper.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a body of ours is always writable", e);
        }
    }
}
