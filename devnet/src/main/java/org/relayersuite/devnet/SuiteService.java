package org.relayersuite.devnet;

import java.nio.file.Path;

/** The five services of the suite. */
public enum SuiteService {
    INTAKE("intake-service"),
    TX("tx-service"),
    GATEWAY_LISTENER("gateway-listener-service"),
    CRON("cron-service"),
    BLOCK_LISTENER("block-listener-service");

    private final String module;

    SuiteService(String module) {
        this.module = module;
    }

    /** The service's name, which is its module's, too. */
    public String module() {
        return module;
    }

    /** The runnable jar, as packaged by the build. */
    public Path jar(Path root) {
        return root.resolve(module).resolve("target/quarkus-app/quarkus-run.jar");
    }
}
