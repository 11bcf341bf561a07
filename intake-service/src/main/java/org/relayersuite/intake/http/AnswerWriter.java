package org.relayersuite.intake.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.answer.Envelope;

/** Puts answers on the wire, from endpoints and from where there is none. */
@Singleton
public final class AnswerWriter {
    private final ObjectMapper mapper;

    public AnswerWriter(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /** The answer of an endpoint. */
    public Response response(Answer answer) {
        Response.ResponseBuilder response = Response.status(answer.httpStatus())
                .type(MediaType.APPLICATION_JSON)
                .entity(json(answer.body()));
        answer.retryAfter().ifPresent(seconds -> response.header(HttpHeaders.RETRY_AFTER, seconds));
        answer.headers().forEach(response::header);
        return response.build();
    }

    /** Answers outside of any endpoint. Writes nothing when an answer was begun before. */
    Future<Void> write(HttpServerResponse response, Answer answer) {
        if (response.headWritten() || response.ended()) {
            return Future.succeededFuture();
        }
        answer.headers().forEach(response::putHeader);
        return response.setStatusCode(answer.httpStatus())
                .putHeader(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON)
                .end(Buffer.buffer(json(answer.body())));
    }

    private byte[] json(Envelope envelope) {
        try {
            return mapper.writeValueAsBytes(envelope);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an envelope is always writable", e);
        }
    }
}
