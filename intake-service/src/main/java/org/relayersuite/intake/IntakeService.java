package org.relayersuite.intake;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;

/** Starts the service. */
@QuarkusMain
public final class IntakeService {
    /** Read by the HTTP server once, before any configuration. */
    private static final String LEAVE_ODD_URIS_TO_US = "vertx.disableURIValidation";

    private IntakeService() {}

    /** Runs until the process is told to end. */
    public static void main(String[] args) {
        // The server itself answers a URI that it does not like with an empty 400; clients expect the envelope.
        System.setProperty(LEAVE_ODD_URIS_TO_US, "true");
        Quarkus.run(args);
    }
}
