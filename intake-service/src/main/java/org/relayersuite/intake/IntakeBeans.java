package org.relayersuite.intake;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.math.BigInteger;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.relayersuite.core.validation.HostChains;
import org.relayersuite.core.validation.RequestLimits;
import org.relayersuite.core.validation.RequestValidator;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.request.RequestIntake;
import org.relayersuite.store.sql.Database;

/** Makes the plain classes that the endpoints need. */
@ApplicationScoped
public class IntakeBeans {

    @Produces
    @Singleton
    Clock clock() {
        return Clock.systemUTC();
    }

    @Produces
    @Singleton
    RequestIntake requestIntake(Database database, Notifications notifications) {
        return new RequestIntake(database, notifications);
    }

    /**
     * Reads requests against the configured host chains.
     *
     * @throws IllegalStateException when none is configured, or one twice
     */
    @Produces
    @Singleton
    RequestValidator requestValidator(HostChainsConfig config, Clock clock) {
        List<BigInteger> ids =
                config.all().stream().map(HostChainsConfig.HostChain::chainId).toList();
        if (ids.isEmpty()) {
            throw new IllegalStateException("relayer.host-chains names no chain");
        }
        Set<BigInteger> distinct = new HashSet<>(ids);
        if (distinct.size() < ids.size()) {
            throw new IllegalStateException("relayer.host-chains names a chain id twice: " + ids);
        }
        return new RequestValidator(new HostChains(distinct), new RequestLimits(clock));
    }
}
