package org.relayersuite.store.wiring;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** The database of the suite. */
@ConfigMapping(prefix = "relayer.database")
public interface DatabaseConfig {

    /** {@code postgresql://host:port/database}, options such as {@code sslmode} allowed; no credentials. */
    String url();

    String username();

    String password();

    /** The largest number of connections of one replica, besides the one that listens. */
    @WithDefault("10")
    int poolSize();
}
