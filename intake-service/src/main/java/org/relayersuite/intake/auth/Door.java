package org.relayersuite.intake.auth;

import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.auth.AuthConfig.Mode;
import org.relayersuite.intake.client.ClientAddresses;
import org.relayersuite.intake.endpoint.Endpoint;
import org.relayersuite.store.access.ApiKey;
import org.relayersuite.store.access.KeyGrant;

/** Lets requests in by their API key, or all of them. */
@Singleton
public final class Door {
    private final AuthConfig config;
    private final KeyRing keys;
    private final ClientAddresses addresses;

    Door(AuthConfig config, KeyRing keys, ClientAddresses addresses) {
        this.config = config;
        this.keys = keys;
        this.addresses = addresses;
    }

    /**
     * Answers a request to {@code endpoint} by {@code served}, or turns it away: 401 without a usable key, 403 with one
     * that is not good for this.
     */
    public Answer enter(RoutingContext http, Endpoint endpoint, Function<Caller, Answer> served) {
        return enter(http, key -> mayUse(key.grant(), endpoint, http.request().method()), served);
    }

    /** As the other, for what is no one endpoint's: any usable key will do. */
    public Answer enter(RoutingContext http, Function<Caller, Answer> served) {
        return enter(http, key -> true, served);
    }

    private Answer enter(RoutingContext http, Predicate<ApiKey> good, Function<Caller, Answer> served) {
        String network = addresses.networkOf(http);
        if (config.mode() == Mode.NONE) {
            return served.apply(new Caller(network, Optional.empty()));
        }
        Optional<ApiKey> key = Credentials.of(http.request(), config.header()).flatMap(keys::find);
        if (key.isEmpty()) {
            return Answer.problem(ErrorLabel.UNAUTHORIZED, "A valid API key is needed")
                    .with("WWW-Authenticate", "Bearer");
        }
        return good.test(key.get())
                ? served.apply(new Caller(network, key))
                : Answer.problem(ErrorLabel.FORBIDDEN, "This API key does not allow that");
    }

    private static boolean mayUse(KeyGrant grant, Endpoint endpoint, HttpMethod method) {
        boolean here = grant.endpoints().isEmpty() || grant.endpoints().contains(endpoint.path());
        return here && !(grant.readOnly() && method == HttpMethod.POST);
    }
}
