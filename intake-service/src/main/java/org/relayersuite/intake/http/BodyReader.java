package org.relayersuite.intake.http;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.client.ClientAddresses;

/**
 * Reads the whole body before any endpoint runs, so that a slow client holds no thread, and never keeps more of it than
 * is allowed, of one body and of all together. What is too large, too slow or of another format is answered here.
 */
public final class BodyReader implements Handler<RoutingContext> {
    private static final String BODY = BodyReader.class.getName();
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    /** A client that sends this many times the allowed size is cut off instead of being read to the end. */
    private static final int CUT_OFF_FACTOR = 8;

    private static final int BUSY_RETRY_SECONDS = 2;

    private final AnswerWriter answers;
    private final long maxSize;
    private final Duration timeout;
    private final BodyBudget budget;
    private final ClientAddresses clients;

    BodyReader(AnswerWriter answers, long maxSize, Duration timeout, BodyBudget budget, ClientAddresses clients) {
        this.answers = answers;
        this.clients = clients;
        this.maxSize = maxSize;
        this.timeout = timeout;
        this.budget = budget;
    }

    /** The body of a request; empty when it has none. */
    public static byte[] bodyOf(RoutingContext http) {
        Reading reading = http.get(BODY);
        return reading == null ? new byte[0] : reading.body.getBytes();
    }

    /**
     * Lets the body count as held until the returned task has run, even when the client leaves before: whoever works on a
     * body has it in memory until the work is done.
     */
    static Runnable hold(RoutingContext http) {
        Reading reading = http.get(BODY);
        if (reading == null) {
            return () -> {};
        }
        reading.isWorkedOn = true;
        return reading::letGo;
    }

    @Override
    public void handle(RoutingContext http) {
        HttpServerRequest request = http.request();
        boolean none = request.getHeader(HttpHeaders.CONTENT_LENGTH) == null
                && request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null;
        if (none) {
            http.next();
            return;
        }
        new Reading(http).begin();
    }

    /** One body on its way. Lives on the event loop of its connection. */
    private final class Reading {
        private final RoutingContext http;
        private final HttpServerRequest request;
        private final Vertx vertx;
        private final String client;
        private Buffer body = Buffer.buffer();
        private long received;
        private long timer;
        private long held;
        private boolean refused;
        private boolean isWorkedOn;

        Reading(RoutingContext http) {
            this.http = http;
            this.request = http.request();
            this.vertx = http.vertx();
            this.client = clients.networkOf(http);
        }

        void begin() {
            http.addEndHandler(end -> {
                if (!isWorkedOn) {
                    letGo();
                }
            });
            long announced = announcedSize();
            Optional<Integer> refusal = BodyKind.refusalOf(request);
            if (refusal.isPresent()) {
                refuse(Answer.ofHttp(refusal.get()), true);
            } else if (announced > maxSize) {
                refuse(tooLarge(), announced > CUT_OFF_FACTOR * maxSize);
            } else if ("100-continue".equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
                request.response().writeContinue();
            }
            timer = vertx.setTimer(timeout.toMillis(), fired -> timedOut());
            request.handler(this::chunk);
            request.endHandler(end -> complete());
            request.exceptionHandler(failure -> broken());
            request.resume();
        }

        private long announcedSize() {
            String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
            return length != null && NUMBER.matcher(length).matches() ? Long.parseLong(length) : 0;
        }

        private void chunk(Buffer chunk) {
            received += chunk.length();
            if (received > CUT_OFF_FACTOR * maxSize) {
                request.connection().close();
            } else if (received > maxSize) {
                refuse(tooLarge(), false);
            } else if (!refused && request.method() == HttpMethod.POST) {
                // Nothing else that is served has a body: what comes with a GET is passed over.
                keep(chunk);
            }
        }

        /** Counts what has come, not what was announced: an announcement costs its client nothing. */
        private void keep(Buffer chunk) {
            if (budget.take(client, chunk.length())) {
                held += chunk.length();
                body.appendBuffer(chunk);
            } else {
                // Deployed clients repeat a POST that is answered 429, and nothing else.
                refuse(Answer.limited("Too many bodies arrive at once", BUSY_RETRY_SECONDS), false);
            }
        }

        private Answer tooLarge() {
            return problem("The body is larger than " + maxSize + " bytes");
        }

        private static Answer problem(String message) {
            return Answer.problem(ErrorLabel.REQUEST_ERROR, message);
        }

        /**
         * Answers at once. The rest of the body is still taken, because a client that is busy sending reads the answer
         * only then; with {@code cutOff} it is not.
         */
        private void refuse(Answer answer, boolean cutOff) {
            if (refused) {
                return;
            }
            refused = true;
            letGo();
            if (cutOff) {
                answers.writeLast(request, answer);
            } else {
                answers.write(request.response(), answer);
            }
        }

        private void letGo() {
            budget.give(client, held);
            held = 0;
            body = Buffer.buffer();
        }

        private void timedOut() {
            if (refused) {
                request.connection().close();
            } else {
                refuse(problem("The body did not arrive in time"), true);
            }
        }

        private void broken() {
            vertx.cancelTimer(timer);
            refuse(problem("The body could not be read"), true);
        }

        private void complete() {
            vertx.cancelTimer(timer);
            if (!refused) {
                http.put(BODY, this);
                http.next();
            }
        }
    }
}
