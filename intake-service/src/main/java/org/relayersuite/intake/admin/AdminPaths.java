package org.relayersuite.intake.admin;

import io.quarkus.vertx.http.ManagementInterface;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Map;
import org.relayersuite.intake.HttpConfig;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.http.Exchange;
import org.relayersuite.intake.http.Paths;
import org.relayersuite.store.sql.DatabaseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves {@code /admin} on the management port, whose authentication comes before it. Every refusal says {@code error}. */
@ApplicationScoped
class AdminPaths {
    private static final Logger log = LoggerFactory.getLogger(AdminPaths.class);

    private final Paths paths;
    private final SettingsAdmin settings;
    private final ApiKeysAdmin apiKeys;
    private final boolean enabled;

    AdminPaths(Paths paths, SettingsAdmin settings, ApiKeysAdmin apiKeys, HttpConfig config) {
        this.paths = paths;
        this.settings = settings;
        this.apiKeys = apiKeys;
        this.enabled = config.enableAdminEndpoint();
    }

    /** What an operator asks for; by whom and with which body. */
    @FunctionalInterface
    private interface Action {
        Answer answer(RoutingContext http, byte[] body, String actor) throws RefusedException;
    }

    void serve(@Observes ManagementInterface management) {
        Router router = management.router();
        // The framework reads the body, within quarkus.management.limits.
        router.route("/admin/*").failureHandler(this::failed);
        paths.serve(
                router,
                "/admin/config",
                Map.of(
                        HttpMethod.GET, guarded((http, body, actor) -> settings.list()),
                        HttpMethod.POST, guarded((http, body, actor) -> settings.set(body, actor))));
        paths.serve(
                router,
                "/admin/api-keys",
                Map.of(
                        HttpMethod.GET, guarded((http, body, actor) -> apiKeys.list()),
                        HttpMethod.POST, guarded((http, body, actor) -> apiKeys.create(body, actor))));
        paths.serve(
                router,
                "/admin/api-keys/:id",
                Map.of(HttpMethod.DELETE, guarded((http, body, actor) -> apiKeys.revoke(http.pathParam("id"), actor))));
    }

    private Exchange guarded(Action action) {
        return http -> {
            // Asked here once more: a configuration that opens the management port must not open this.
            if (!(http.user() instanceof QuarkusHttpUser user)
                    || user.getSecurityIdentity().isAnonymous()) {
                return error(401, "Operators only");
            }
            if (!enabled) {
                return error(403, "The admin endpoint is not enabled");
            }
            byte[] body = http.body().buffer() == null
                    ? new byte[0]
                    : http.body().buffer().getBytes();
            String actor = user.getSecurityIdentity().getPrincipal().getName();
            try {
                return action.answer(http, body, actor).with("Cache-Control", "no-store");
            } catch (RefusedException e) {
                return error(400, e.getMessage());
            } catch (DatabaseException e) {
                log.warn("Admin request failed, the database did not serve it reason=\"{}\"", e.getMessage());
                return error(503, "The database does not answer");
            }
        };
    }

    /** A refusal, in the form that operators' tools know. */
    static Answer error(int status, String message) {
        return Answer.of(status, Map.of("error", message));
    }

    private void failed(RoutingContext http) {
        boolean tooLarge = http.statusCode() == 413;
        http.response()
                .setStatusCode(tooLarge ? 413 : 500)
                .putHeader("Content-Type", "application/json")
                .end(tooLarge ? "{\"error\":\"The body is too large\"}" : "{\"error\":\"Internal server error\"}");
    }
}
