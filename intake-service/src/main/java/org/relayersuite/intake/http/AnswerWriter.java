package org.relayersuite.intake.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import jakarta.inject.Singleton;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.answer.Content;

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
        response.setStatusCode(answer.httpStatus());
        return answer.body() instanceof Content content
                ? end(response, content.mediaType(), content.bytes())
                : end(response, "application/json", json(answer.body()));
    }

    /**
     * Writes an answer and closes the connection, so that nothing that came behind the request is taken for another one.
     * To be called on the connection's event loop.
     */
    void writeLast(HttpServerRequest request, Answer answer) {
        write(request.response(), answer.with("Connection", "close"));
        // Not when it is written: by then a request that is there already would have been begun.
        request.connection().close();
    }

    private static Future<Void> end(HttpServerResponse response, String mediaType, byte[] body) {
        // Set here, because a HEAD is to get it, too.
        return response.putHeader(HttpHeaders.CONTENT_TYPE, mediaType)
                .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length))
                .end(Buffer.buffer(body));
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
