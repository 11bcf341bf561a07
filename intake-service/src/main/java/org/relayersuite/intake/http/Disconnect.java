package org.relayersuite.intake.http;

import io.vertx.core.http.HttpServerResponse;

/** Tells when a client is gone that was still to get something. */
public final class Disconnect {
    private Disconnect() {}

    /** Runs {@code gone} once the connection of {@code response} is closed before the response has ended. */
    public static void of(HttpServerResponse response, Runnable gone) {
        response.closeHandler(closed -> gone.run());
        // Nobody is told of what happened before.
        if (response.closed()) {
            gone.run();
        }
    }
}
