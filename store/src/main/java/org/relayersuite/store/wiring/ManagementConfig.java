package org.relayersuite.store.wiring;

import io.smallrye.config.ConfigMapping;

/** The management port, where operators find metrics and settings. */
@ConfigMapping(prefix = "relayer.management")
public interface ManagementConfig {

    /** The password of the user {@code ops}. */
    String password();
}
