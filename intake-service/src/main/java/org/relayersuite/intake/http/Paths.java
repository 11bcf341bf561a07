package org.relayersuite.intake.http;

import io.quarkus.virtual.threads.VirtualThreads;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.store.sql.DatabaseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The paths that are served, each with the methods it has. */
@Singleton
public final class Paths {
    private static final Logger log = LoggerFactory.getLogger(Paths.class);

    private final AnswerWriter answers;
    private final ExecutorService threads;

    Paths(AnswerWriter answers, @VirtualThreads ExecutorService threads) {
        this.answers = answers;
        this.threads = threads;
    }

    /**
     * Serves {@code path}. A method that is not among {@code exchanges} is answered 405, with those that are; HEAD is
     * served where GET is; OPTIONS tells the methods.
     *
     * @param path may have parameters, as in {@code /v2/input-proof/:jobId}
     */
    public void serve(Router router, String path, Map<HttpMethod, Exchange> exchanges) {
        String allowed = exchanges.keySet().stream()
                .map(HttpMethod::name)
                .collect(Collectors.collectingAndThen(Collectors.toCollection(TreeSet::new), names -> {
                    if (names.contains("GET")) {
                        names.add("HEAD");
                    }
                    return String.join(", ", names);
                }));
        router.route(path).handler(http -> {
            HttpMethod method = http.request().method();
            Exchange exchange = exchanges.get(method == HttpMethod.HEAD ? HttpMethod.GET : method);
            if (exchange == null) {
                notAllowed(http, allowed);
            } else {
                run(context -> Optional.of(exchange.answer(context)), http);
            }
        });
    }

    /** Serves GET of {@code path}, and no other method. */
    public void serveStream(Router router, String path, StreamExchange exchange) {
        router.route(path).handler(http -> {
            if (http.request().method() == HttpMethod.GET) {
                run(exchange, http);
            } else {
                notAllowed(http, HttpMethod.GET.name());
            }
        });
    }

    private void notAllowed(RoutingContext http, String allowed) {
        http.response().putHeader(HttpHeaders.ALLOW, allowed + ", OPTIONS");
        if (http.request().method() == HttpMethod.OPTIONS) {
            http.response().setStatusCode(204).end();
        } else {
            answers.write(http.response(), Answer.ofHttp(405));
        }
    }

    private void run(StreamExchange exchange, RoutingContext http) {
        Runnable bodyDone = BodyReader.hold(http);
        try {
            threads.execute(() -> {
                try {
                    answerOf(exchange, http).ifPresent(answer -> answers.write(http.response(), answer));
                } catch (RuntimeException | Error e) {
                    // Nothing can be told any more; a client must not wait for it.
                    log.error("Answer could not be written", e);
                    http.request().connection().close();
                } finally {
                    bodyDone.run();
                }
            });
        } catch (RejectedExecutionException shuttingDown) {
            bodyDone.run();
            answers.write(http.response(), Answer.internalError(UUID.randomUUID()));
        }
    }

    private static Optional<Answer> answerOf(StreamExchange exchange, RoutingContext http) {
        try {
            return exchange.answer(http);
        } catch (DatabaseException e) {
            UUID requestId = UUID.randomUUID();
            log.error(
                    "Request failed, the database did not serve it requestId={} reason={}", requestId, e.getMessage());
            return Optional.of(Answer.internalError(requestId));
        } catch (RuntimeException | Error e) {
            UUID requestId = UUID.randomUUID();
            log.error("Request failed requestId={}", requestId, e);
            return Optional.of(Answer.internalError(requestId));
        }
    }
}
