package org.relayersuite.devnet.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.relayersuite.devnet.TestChains;

class DevnetContractsIT {
    @Test
    void deploys() {
        try (TestChains chains = TestChains.start()) {
            assertThat(chains.contracts().addresses()).isNotNull();
        }
    }
}
