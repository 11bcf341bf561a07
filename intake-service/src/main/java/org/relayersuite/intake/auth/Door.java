package org.relayersuite.intake.auth;

import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Predicate;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.intake.auth.AuthConfig.Mode;
import org.relayersuite.intake.auth.Entry.Admitted;
import org.relayersuite.intake.auth.Entry.Turned;
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

    /** A request to {@code endpoint}. Turned away with 401 without a usable key, with 403 when it is not good for this. */
    public Entry enter(RoutingContext http, Endpoint endpoint) {
        return enter(http, key -> mayUse(key.grant(), endpoint, http.request().method()));
    }

    /** A request to something that is no one endpoint's: any usable key will do. */
    public Entry enter(RoutingContext http) {
        return enter(http, key -> true);
    }

    private Entry enter(RoutingContext http, Predicate<ApiKey> good) {
        String network = addresses.networkOf(http);
        if (config.mode() == Mode.NONE) {
            return new Admitted(new Caller(network, Optional.empty()));
        }
        Optional<ApiKey> key = Credentials.of(http.request(), config.header()).flatMap(keys::find);
        if (key.isEmpty()) {
            return new Turned(Answer.problem(ErrorLabel.UNAUTHORIZED, "A valid API key is needed")
                    .with("WWW-Authenticate", "Bearer"));
        }
        return good.test(key.get())
                ? new Admitted(new Caller(network, key))
                : new Turned(Answer.problem(ErrorLabel.FORBIDDEN, "This API key does not allow that"));
    }

    private static boolean mayUse(KeyGrant grant, Endpoint endpoint, HttpMethod method) {
        boolean here = grant.endpoints().isEmpty() || grant.endpoints().contains(endpoint.path());
        return here && !(grant.readOnly() && method == HttpMethod.POST);
    }
}
