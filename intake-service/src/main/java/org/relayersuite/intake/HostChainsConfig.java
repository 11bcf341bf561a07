package org.relayersuite.intake;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;
import java.math.BigInteger;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** The host chains of the suite, in the form that all services share. Intake needs the ids only. */
@ConfigMapping(prefix = "relayer.host-chains")
public interface HostChainsConfig {

    @WithParentName
    List<HostChain> all();

    interface HostChain {
        /** An unsigned 64-bit number, in decimal. */
        BigInteger chainId();

        /** The chain's JSON-RPC endpoints. */
        Optional<List<URI>> urls();

        /** The ACL contract, hex with {@code 0x}. */
        Optional<String> aclAddress();
    }
}
