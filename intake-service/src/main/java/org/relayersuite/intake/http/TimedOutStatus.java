package org.relayersuite.intake.http;

import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.relayersuite.intake.HttpConfig;

/** The HTTP status of jobs that timed out, by the client that asks (spec/relayer.md 0.2). */
@Singleton
public final class TimedOutStatus {
    /** The header by which a client names itself. */
    public static final String SDK_NAME = "zama-sdk-name";

    private static final int SERVICE_UNAVAILABLE = 503;
    private static final int GATEWAY_TIMEOUT = 504;

    /** Deployed clients that take a 504 for a broken answer (spec/relayer.md 1.14). */
    private static final Set<String> SDKS = Set.of(HttpMetrics.KNOWN_SDK, "@fhevm/sdk");

    private final OptionalInt forced;

    TimedOutStatus(HttpConfig config) {
        this.forced = config.timedOutStatus();
        if (forced.isPresent() && !Set.of(SERVICE_UNAVAILABLE, GATEWAY_TIMEOUT).contains(forced.getAsInt())) {
            throw new IllegalStateException(
                    "relayer.http.timed-out-status is neither 503 nor 504: " + forced.getAsInt());
        }
    }

    /** The name that the client of a request gives itself. */
    public static Optional<String> sdkName(RoutingContext http) {
        return Optional.ofNullable(http.request().getHeader(SDK_NAME));
    }

    /** 503 or 504, for the client that names itself {@code sdkName}. */
    public int of(Optional<String> sdkName) {
        return forced.orElse(sdkName.filter(SDKS::contains).isPresent() ? SERVICE_UNAVAILABLE : GATEWAY_TIMEOUT);
    }
}
