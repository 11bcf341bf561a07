package org.relayersuite.intake.auth;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/** Finds the key in a request, where deployed clients put it (spec/relayer.md 1.14). */
final class Credentials {
    private static final String BEARER = "Bearer ";

    private Credentials() {}

    /**
     * The key as it was sent, not checked. The named header comes before {@code Authorization}.
     *
     * @param header the name of the header with the key
     */
    static Optional<String> of(HttpServerRequest request, String header) {
        String key = request.getHeader(header);
        if (key != null) {
            return Optional.of(key.strip());
        }
        String authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
        return authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? Optional.of(authorization.substring(BEARER.length()).strip())
                : Optional.empty();
    }
}
