package org.relayersuite.intake.http;

import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import org.relayersuite.intake.answer.Answer;

/**
 * Answers a request piece by piece, for as long as it takes. Runs on a virtual thread of its own, and may throw anything
 * before it has begun.
 */
@FunctionalInterface
public interface StreamExchange {

    /** Returns what to answer in place of the stream; empty when the response was written. */
    Optional<Answer> answer(RoutingContext http);
}
