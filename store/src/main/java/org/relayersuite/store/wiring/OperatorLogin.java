package org.relayersuite.store.wiring;

import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.IdentityProvider;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.UsernamePasswordAuthenticationRequest;
import io.quarkus.security.runtime.QuarkusPrincipal;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** Knows the one user of the management port, {@code ops}, by the password of the configuration. */
@ApplicationScoped
public class OperatorLogin implements IdentityProvider<UsernamePasswordAuthenticationRequest> {
    private static final String OPERATOR = "ops";

    private final byte[] password;

    /** @throws IllegalStateException when the password is empty: it would let everybody in */
    OperatorLogin(ManagementConfig config) {
        this.password = config.password().getBytes(StandardCharsets.UTF_8);
        if (password.length == 0) {
            throw new IllegalStateException("relayer.management.password is empty");
        }
    }

    @Override
    public Class<UsernamePasswordAuthenticationRequest> getRequestType() {
        return UsernamePasswordAuthenticationRequest.class;
    }

    @Override
    public Uni<SecurityIdentity> authenticate(
            UsernamePasswordAuthenticationRequest request, AuthenticationRequestContext context) {
        byte[] given = new String(request.getPassword().getPassword()).getBytes(StandardCharsets.UTF_8);
        // Compared in the same time whatever is given, so that a password cannot be found byte by byte.
        if (!MessageDigest.isEqual(password, given) || !OPERATOR.equals(request.getUsername())) {
            return Uni.createFrom().failure(new AuthenticationFailedException());
        }
        return Uni.createFrom()
                .item(QuarkusSecurityIdentity.builder()
                        .setPrincipal(new QuarkusPrincipal(OPERATOR))
                        .addRole(OPERATOR)
                        .build());
    }
}
