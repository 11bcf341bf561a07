package org.relayersuite.intake.http;

import io.vertx.ext.web.RoutingContext;
import org.relayersuite.intake.answer.Answer;

/** Answers a request. Runs on a virtual thread of its own: it may wait, and it may throw anything. */
@FunctionalInterface
public interface Exchange {

    Answer answer(RoutingContext http);
}
