package org.relayersuite.intake.http;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.regex.Pattern;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.intake.answer.Answer;

/**
 * Reads the whole body before any endpoint runs, so that a slow client holds no thread, and never keeps more of it than
 * is allowed. What is too large or too slow is answered here. The media type is not looked at: a body is JSON or it is
 * refused.
 */
public final class BodyReader implements Handler<RoutingContext> {
    private static final String BODY = BodyReader.class.getName();
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    /** A client that sends this many times the allowed size is cut off instead of being read to the end. */
    private static final int CUT_OFF_FACTOR = 8;

    private final AnswerWriter answers;
    private final long maxSize;
    private final Duration timeout;

    BodyReader(AnswerWriter answers, long maxSize, Duration timeout) {
        this.answers = answers;
        this.maxSize = maxSize;
        this.timeout = timeout;
    }

    /** The body of a request; empty when it has none. */
    public static byte[] bodyOf(RoutingContext http) {
        Buffer body = http.get(BODY);
        return body == null ? new byte[0] : body.getBytes();
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
        private final Buffer body = Buffer.buffer();
        private long received;
        private long timer;
        private boolean refused;

        Reading(RoutingContext http) {
            this.http = http;
            this.request = http.request();
            this.vertx = http.vertx();
        }

        void begin() {
            long announced = announcedSize();
            if (announced > maxSize) {
                refuse("The body is larger than " + maxSize + " bytes", announced > CUT_OFF_FACTOR * maxSize);
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
                refuse("The body is larger than " + maxSize + " bytes", false);
            } else if (!refused) {
                body.appendBuffer(chunk);
            }
        }

        /**
         * Answers at once. The rest of the body is still taken, because a client that is busy sending reads the answer
         * only then; with {@code cutOff} it is not.
         */
        private void refuse(String message, boolean cutOff) {
            if (refused) {
                return;
            }
            refused = true;
            Future<Void> written = answers.write(request.response(), Answer.problem(ErrorLabel.REQUEST_ERROR, message));
            if (cutOff) {
                written.onComplete(done -> request.connection().close());
            }
        }

        private void timedOut() {
            if (refused) {
                request.connection().close();
            } else {
                refuse("The body did not arrive in time", true);
            }
        }

        private void broken() {
            vertx.cancelTimer(timer);
            refuse("The body could not be read", true);
        }

        private void complete() {
            vertx.cancelTimer(timer);
            if (!refused) {
                http.put(BODY, body);
                http.next();
            }
        }
    }
}
