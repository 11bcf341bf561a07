package org.relayersuite.devnet;

/** What a person wants to know about a devnet that keeps running. */
final class Manual {
    private Manual() {}

    static void print(Devnet devnet, Progress progress) {
        progress.line("");
        progress.line("The suite is running. Ctrl-C stops all of it.");
        progress.line("");
        progress.line("  API            " + devnet.service(SuiteService.INTAKE).http());
        progress.line("  Postgres       " + devnet.postgres().url());
        progress.line("  Redis          " + devnet.redis().url());
        progress.line("  Gateway chain  " + devnet.gateway().httpUrl());
        progress.line("  Host chain     " + devnet.host().httpUrl());
        for (SuiteService service : SuiteService.values()) {
            progress.line("  %-26s management %s, log %s"
                    .formatted(
                            service.module(),
                            devnet.service(service).management(),
                            devnet.service(service).log()));
        }
        progress.line("");
        progress.line("All URLs, contract addresses and credentials: . " + devnet.environmentFile());
        progress.line("");
        progress.line("""
                Post an input proof, then ask for its job (the id is in the answer):

                  curl -i -H 'Content-Type: application/json' %1$s/v2/input-proof -d '{"contractChainId":"%2$d",
                    "contractAddress":"0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                    "userAddress":"0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
                    "ciphertextWithInputVerification":"deadbeef","extraData":"0x00"}'
                  curl -i %1$s/v2/input-proof/JOB_ID

                Metrics of a service (RELAYER_MANAGEMENT_PASSWORD comes with the file above):

                  curl -u "ops:$RELAYER_MANAGEMENT_PASSWORD" %3$s/q/metrics
                """.formatted(
                        devnet.service(SuiteService.INTAKE).http(),
                        devnet.host().chainId(),
                        devnet.service(SuiteService.TX).management()));
    }
}
