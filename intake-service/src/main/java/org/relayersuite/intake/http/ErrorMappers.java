package org.relayersuite.intake.http;

import jakarta.inject.Singleton;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.store.sql.DatabaseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns whatever an endpoint, or the framework in its place, throws into the envelope. */
@Singleton
public final class ErrorMappers {
    private static final Logger log = LoggerFactory.getLogger(ErrorMappers.class);

    private final AnswerWriter answers;

    ErrorMappers(AnswerWriter answers) {
        this.answers = answers;
    }

    @ServerExceptionMapper
    public Response notFound(NotFoundException e) {
        return answers.response(Answer.ofHttp(404));
    }

    @ServerExceptionMapper
    public Response refusedByHttp(WebApplicationException e) {
        Response refusal = e.getResponse();
        Response response = answers.response(Answer.ofHttp(refusal.getStatus()));
        String allowed = refusal.getHeaderString(HttpHeaders.ALLOW);
        return allowed == null
                ? response
                : Response.fromResponse(response)
                        .header(HttpHeaders.ALLOW, allowed)
                        .build();
    }

    @ServerExceptionMapper
    public Response databaseFailed(DatabaseException e) {
        Answer answer = Answer.internalError();
        log.error(
                "Request failed, the database did not serve it requestId={} reason={}",
                answer.body().requestId(),
                e.getMessage());
        return answers.response(answer);
    }

    @ServerExceptionMapper
    public Response failed(Throwable e) {
        Answer answer = Answer.internalError();
        log.error("Request failed requestId={}", answer.body().requestId(), e);
        return answers.response(answer);
    }
}
