package org.relayersuite.intake.http;

import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.relayersuite.intake.HttpConfig;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.client.ClientAddresses;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts this package's handlers around the endpoints. */
@ApplicationScoped
public class HttpRoutes {
    private static final Logger log = LoggerFactory.getLogger(HttpRoutes.class);
    private static final int METRICS_PRIORITY = 1000;
    private static final int HEAD_PRIORITY = 950;
    /** Before everything of the framework that would answer for itself. */
    private static final int BODY_PRIORITY = 900;

    private static final int BODY_SHARE_OF_HEAP = 16;

    private final AnswerWriter answers;
    private final HttpConfig config;
    private final HttpMetrics metrics;
    private final ClientAddresses clients;

    HttpRoutes(AnswerWriter answers, HttpConfig config, HttpMetrics metrics, ClientAddresses clients) {
        this.answers = answers;
        this.config = config;
        this.metrics = metrics;
        this.clients = clients;
    }

    void around(@Observes Filters filters) {
        filters.register(metrics, METRICS_PRIORITY);
        filters.register(new HeadCheck(answers), HEAD_PRIORITY);
        long maxBodySize = config.maxBodySize().asLongValue();
        BodyBudget budget = new BodyBudget(
                config.maxBodiesInFlight()
                        .map(MemorySize::asLongValue)
                        .orElseGet(() -> Runtime.getRuntime().maxMemory() / BODY_SHARE_OF_HEAP),
                maxBodySize);
        filters.register(new BodyReader(answers, maxBodySize, config.bodyTimeout(), budget, clients), BODY_PRIORITY);
    }

    void fallbacks(@Observes Router router) {
        router.route().order(Integer.MAX_VALUE).handler(http -> answers.write(http.response(), Answer.ofHttp(404)));
        router.route().order(Integer.MIN_VALUE).failureHandler(this::failed);
        // What the router refuses before any route is tried, such as a path that is not decodable.
        for (int status : new int[] {400, 404, 405, 406, 415, 500}) {
            router.errorHandler(status, this::failed);
        }
    }

    private void failed(RoutingContext http) {
        int status = http.statusCode() > 0 ? http.statusCode() : 500;
        if (status >= 500) {
            HttpMethod method = http.request().method();
            log.error(
                    "Request failed outside of its endpoint method={} path={}",
                    method,
                    http.normalizedPath(),
                    http.failure());
        }
        if (status == 400) {
            // A head that the router itself refuses, for its Host or its path: as HeadCheck does.
            answers.writeLast(http.request(), Answer.ofHttp(status));
        } else {
            answers.write(http.response(), Answer.ofHttp(status));
        }
    }
}
