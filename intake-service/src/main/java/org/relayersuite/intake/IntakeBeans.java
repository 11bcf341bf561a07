package org.relayersuite.intake;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.math.BigInteger;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.relayersuite.core.validation.HostChains;
import org.relayersuite.core.validation.RequestLimits;
import org.relayersuite.core.validation.RequestValidator;
import org.relayersuite.intake.admin.AdjustedRetryAfter;
import org.relayersuite.intake.admin.SettingValues;
import org.relayersuite.intake.retryafter.DrainRates;
import org.relayersuite.intake.retryafter.RetryAfter;
import org.relayersuite.intake.retryafter.RetryAfterSettings;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.request.JobReads;
import org.relayersuite.store.request.RequestIntake;
import org.relayersuite.store.request.WaitingRequests;
import org.relayersuite.store.sql.Database;

/** Makes the plain classes that the endpoints need. */
@ApplicationScoped
public class IntakeBeans {

    @Produces
    @Singleton
    Clock clock() {
        return Clock.systemUTC();
    }

    /** Writes answers: records of texts, numbers and ids, for which a mapper needs no modules. */
    @Produces
    @Singleton
    ObjectMapper objectMapper() {
        return new ObjectMapper();
    }

    @Produces
    @Singleton
    RequestIntake requestIntake(Database database, Notifications notifications) {
        return new RequestIntake(database, notifications);
    }

    @Produces
    @Singleton
    JobReads jobReads(Database database) {
        return new JobReads(database);
    }

    @Produces
    @Singleton
    WaitingRequests waitingRequests(Database database) {
        return new WaitingRequests(database);
    }

    /**
     * The numbers of the configuration, checked at the start, and what operators set in their place.
     *
     * @throws IllegalArgumentException when one makes no sense
     */
    @Produces
    @Singleton
    @Startup
    Supplier<RetryAfterSettings> retryAfterSettings(HttpConfig config, SettingValues values) {
        return new AdjustedRetryAfter(RetryAfterSettings.of(config.retryAfter()), values);
    }

    @Produces
    @Singleton
    RetryAfter retryAfter(Supplier<RetryAfterSettings> settings, DrainRates rates) {
        return new RetryAfter(settings, rates::perSecond);
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
