package org.relayersuite.intake.keyurl;

import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.http.HttpMetrics;
import org.relayersuite.intake.http.Paths;

/**
 * {@code GET /v2/keyurl}: 200 with what the host chain said last, however old, and {@code Age} to tell how old; 503
 * while it has not said anything yet; 404 when this relayer is not told where to find keys.
 */
@ApplicationScoped
class KeyUrlPath {
    /** RFC 9110, section 5.6.7. */
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private final Paths paths;
    private final KeyUrls keys;

    KeyUrlPath(Paths paths, KeyUrls keys) {
        this.paths = paths;
        this.keys = keys;
    }

    void serve(@Observes Router router) {
        paths.serve(router, HttpMetrics.KEY_URL, Map.of(HttpMethod.GET, http -> answer(keys.poller())));
    }

    static Answer answer(Optional<KeyUrlPoller> configured) {
        if (configured.isEmpty()) {
            return Answer.problem(
                    ErrorLabel.NOT_FOUND, "This relayer does not serve the key URL: it is not configured");
        }
        KeyUrlPoller poller = configured.get();
        return poller.known()
                .map(known -> Answer.of(200, KeyUrlBody.of(known.value()))
                        // Without this, Last-Modified alone would let caches keep an answer for days.
                        .with("Cache-Control", "no-cache")
                        .with("Age", Long.toString(poller.age().toSeconds()))
                        .with("Last-Modified", HTTP_DATE.format(known.since())))
                .orElseGet(() -> Answer.problem(
                        ErrorLabel.GATEWAY_NOT_REACHABLE, "The host chain has not yet told which key is in use"));
    }
}
