package org.relayersuite.intake.auth;

import io.smallrye.config.ConfigMapping;

/** Who may call the API. Defaults stand in {@code application.properties}. */
@ConfigMapping(prefix = "relayer.auth")
public interface AuthConfig {

    Mode mode();

    /** The header with the key; {@code Authorization: Bearer} is read, too. */
    String header();

    enum Mode {
        /** Anybody may call, and read any job whose id they know. */
        NONE,
        /** Calls need an API key; its owner reads what its owner posted. */
        API_KEY
    }
}
