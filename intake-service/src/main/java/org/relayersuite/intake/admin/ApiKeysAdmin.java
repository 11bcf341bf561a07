package org.relayersuite.intake.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.relayersuite.core.Hash;
import org.relayersuite.intake.answer.Answer;
import org.relayersuite.store.access.AdminCopy;
import org.relayersuite.store.access.ApiKey;
import org.relayersuite.store.access.ApiKeySecret;
import org.relayersuite.store.access.ApiKeys;
import org.relayersuite.store.access.KeyGrant;
import org.relayersuite.store.access.KeyLimit;
import org.relayersuite.store.access.TooManyKeysException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes, lists and revokes API keys. A key is told once, to whoever had it made. */
@Singleton
class ApiKeysAdmin {
    private static final Logger log = LoggerFactory.getLogger(ApiKeysAdmin.class);
    private static final int LISTED = 1000;

    private final ApiKeys keys;
    private final AdminCopy<Map<Hash, ApiKey>> copy;
    private final KeyGrantReader grants;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    ApiKeysAdmin(ApiKeys keys, AdminCopy<Map<Hash, ApiKey>> copy, KeyGrantReader grants, Clock clock) {
        this.keys = keys;
        this.copy = copy;
        this.grants = grants;
        this.clock = clock;
    }

    /** 201 with the key itself. */
    Answer create(byte[] body, String actor) throws RefusedException {
        KeyGrant grant = grants.read(body, clock.instant());
        ApiKeySecret secret = ApiKeySecret.random(random);
        try {
            ApiKey key = keys.create(secret.hash(), grant, actor);
            log.info("API key created id={} owner=\"{}\" actor={}", key.id(), grant.owner(), actor);
            copy.refresh();
            return Answer.of(201, new Created(secret.reveal(), Told.of(key)));
        } catch (TooManyKeysException e) {
            return AdminPaths.error(409, "There are too many usable keys: " + ApiKeys.MAX_USABLE);
        }
    }

    /** The newest keys. */
    Answer list() {
        return Answer.of(
                200,
                Map.of("apiKeys", keys.newest(LISTED).stream().map(Told::of).toList()));
    }

    /** 200 with what was revoked; the same when it was before. */
    Answer revoke(String id, String actor) {
        Optional<ApiKey> revoked = uuid(id).flatMap(known -> keys.revoke(known, actor));
        if (revoked.isEmpty()) {
            return AdminPaths.error(404, "There is no API key with this id");
        }
        log.info("API key revoked id={} actor={}", revoked.get().id(), actor);
        copy.refresh();
        return Answer.of(200, Told.of(revoked.get()));
    }

    private static Optional<UUID> uuid(String id) {
        try {
            return Optional.of(UUID.fromString(id));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    record Created(String key, Told apiKey) {}

    /** A key without the key. Times are RFC 3339. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Told(
            UUID id,
            String owner,
            List<String> endpoints,
            boolean readOnly,
            Number requestsPerSecond,
            Number burst,
            String createdAt,
            String expiresAt,
            String revokedAt) {
        static Told of(ApiKey key) {
            KeyGrant grant = key.grant();
            return new Told(
                    key.id(),
                    grant.owner(),
                    grant.endpoints().isEmpty()
                            ? null
                            : grant.endpoints().stream().sorted().toList(),
                    grant.readOnly(),
                    grant.limit().map(KeyLimit::requestsPerSecond).orElse(null),
                    grant.limit().map(KeyLimit::burst).orElse(null),
                    key.createdAt().toString(),
                    grant.expiresAt().map(Instant::toString).orElse(null),
                    key.revokedAt().map(Instant::toString).orElse(null));
        }
    }
}
