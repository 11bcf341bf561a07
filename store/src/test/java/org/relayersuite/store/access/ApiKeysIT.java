package org.relayersuite.store.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.core.Hash;
import org.relayersuite.store.TestDatabase;
import org.relayersuite.store.notify.Channel;
import org.relayersuite.store.sql.DatabaseException;

class ApiKeysIT {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final KeyGrant ANYTHING = new KeyGrant("alice", Set.of(), false, Optional.empty(), Optional.empty());

    private final TestDatabase test = new TestDatabase();
    private final ApiKeys keys = new ApiKeys(test.database(), test.notifications());

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void aKeyIsFoundByItsHashWithAllThatItWasGranted() {
        // Given
        Hash hash = ApiKeySecret.random(RANDOM).hash();
        KeyGrant grant = new KeyGrant(
                "bob",
                Set.of("/v2/input-proof", "/v3/user-decrypt"),
                true,
                Optional.of(new KeyLimit(new BigDecimal("0.5"), 7)),
                Optional.of(Instant.now().plusSeconds(60).truncatedTo(ChronoUnit.MICROS)));

        // When
        ApiKey created = keys.create(hash, grant, "ops");

        // Then
        assertThat(keys.usable()).containsOnlyKeys(hash).containsValue(created);
        assertThat(created.grant()).isEqualTo(grant);
        assertThat(keys.newest(10)).containsExactly(created);
    }

    @Test
    void aRevokedOrExpiredKeyIsNotUsableAndStaysListed() {
        // Given
        ApiKey revoked = keys.create(ApiKeySecret.random(RANDOM).hash(), ANYTHING, "ops");
        KeyGrant over = new KeyGrant(
                "alice",
                Set.of(),
                false,
                Optional.empty(),
                Optional.of(Instant.now().minusSeconds(1)));
        keys.create(ApiKeySecret.random(RANDOM).hash(), over, "ops");

        // When
        Optional<ApiKey> answer = keys.revoke(revoked.id(), "ops");

        // Then
        assertThat(answer.orElseThrow().revokedAt()).isPresent();
        assertThat(keys.revoke(revoked.id(), "ops")).isEqualTo(answer);
        assertThat(keys.revoke(UUID.randomUUID(), "ops")).isEmpty();
        assertThat(keys.usable()).isEmpty();
        assertThat(keys.newest(10)).hasSize(2);
    }

    @Test
    void everyChangeIsAuditedOnceWithoutTheKeyAndForGood() {
        // Given
        ApiKeySecret secret = ApiKeySecret.random(RANDOM);

        // When
        ApiKey key = keys.create(secret.hash(), ANYTHING, "ops");
        keys.revoke(key.id(), "eve");
        keys.revoke(key.id(), "eve");

        // Then
        var rows = test.database()
                .query("SELECT actor || ' ' || action || ' ' || subject AS what, admin_audit::text AS all"
                        + " FROM admin_audit ORDER BY id")
                .iterator();
        assertThat(rows.next().getString("what")).isEqualTo("ops api_key_created " + key.id());
        var second = rows.next();
        assertThat(second.getString("what")).isEqualTo("eve api_key_revoked " + key.id());
        assertThat(second.getString("all")).doesNotContain(secret.reveal());
        assertThat(rows.hasNext()).isFalse();
        for (String change : new String[] {"DELETE FROM admin_audit", "UPDATE admin_audit SET actor = 'nobody'"}) {
            assertThatThrownBy(() -> test.database().query(change)).isInstanceOf(DatabaseException.class);
        }
    }

    @Test
    void everyChangeGrowsTheVersionAndWakesThePods() {
        // Given
        AtomicInteger wakes = new AtomicInteger();
        test.notifications().subscribe(Channel.ADMIN, wakes::incrementAndGet);
        long before = AdminLedger.version(test.database());

        // When
        await().until(() -> {
            keys.create(ApiKeySecret.random(RANDOM).hash(), ANYTHING, "ops");
            return wakes.get() > 1;
        });

        // Then
        assertThat(AdminLedger.version(test.database())).isGreaterThan(before);
    }

    @Test
    void noMoreKeysAreUsableThanPodsMayKeepInMemory() {
        // Given
        test.database()
                .query(
                        "INSERT INTO api_key (key_hash, owner, read_only)"
                                + " SELECT sha256(n::text::bytea), 'alice', false FROM generate_series(1, $1::int) n",
                        ApiKeys.MAX_USABLE);

        // Then
        assertThatThrownBy(() -> keys.create(ApiKeySecret.random(RANDOM).hash(), ANYTHING, "ops"))
                .isInstanceOf(TooManyKeysException.class);
        assertThat(keys.usable()).hasSize(ApiKeys.MAX_USABLE);
    }
}
