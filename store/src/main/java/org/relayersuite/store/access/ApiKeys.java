package org.relayersuite.store.access;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.relayersuite.core.Hash;
import org.relayersuite.store.access.AdminLedger.Action;
import org.relayersuite.store.notify.Channel;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.SqlSession;

/** The API keys. Every change is audited and told to all pods. */
public final class ApiKeys {
    /** Every pod keeps all of them in memory. */
    public static final int MAX_USABLE = 20_000;

    private static final String COLUMNS =
            "id, owner, endpoints, read_only, requests_per_second, burst, created_at, expires_at, revoked_at";

    private final Database database;
    private final Notifications notifications;

    public ApiKeys(Database database, Notifications notifications) {
        this.database = database;
        this.notifications = notifications;
    }

    /**
     * Stores a new key.
     *
     * @param actor who asked for it
     * @throws TooManyKeysException when {@link #MAX_USABLE} keys are usable
     */
    public ApiKey create(Hash hash, KeyGrant grant, String actor) {
        ApiKey created = database.inTransaction(session -> {
            AdminLedger.begin(session);
            if (usable(session) >= MAX_USABLE) {
                throw new TooManyKeysException();
            }
            ApiKey key = insert(session, hash, grant);
            AdminLedger.record(session, actor, Action.API_KEY_CREATED, key.id().toString(), null, json(grant));
            return key;
        });
        notifications.send(Channel.ADMIN);
        return created;
    }

    private static long usable(SqlSession session) {
        return session.query("""
                        SELECT count(*) FROM api_key
                        WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())""").iterator().next().getLong(0);
    }

    private static ApiKey insert(SqlSession session, Hash hash, KeyGrant grant) {
        return key(session.query(
                        """
                        INSERT INTO api_key
                            (key_hash, owner, endpoints, read_only, requests_per_second, burst, expires_at)
                        VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING \
                        """ + COLUMNS,
                        hash.value().toArray(),
                        grant.owner(),
                        grant.endpoints().isEmpty()
                                ? null
                                : grant.endpoints().stream().sorted().toArray(String[]::new),
                        grant.readOnly(),
                        grant.limit().map(KeyLimit::requestsPerSecond).orElse(null),
                        grant.limit().map(KeyLimit::burst).orElse(null),
                        grant.expiresAt()
                                .map(end -> end.atOffset(ZoneOffset.UTC))
                                .orElse(null))
                .iterator()
                .next());
    }

    /**
     * Ends a key for good. One that was revoked before stays as it was.
     *
     * @return the key; empty when there is none with this id
     */
    public Optional<ApiKey> revoke(UUID id, String actor) {
        Optional<ApiKey> revoked = database.inTransaction(session -> {
            AdminLedger.begin(session);
            RowSet<Row> changed = session.query(
                    "UPDATE api_key SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING " + COLUMNS,
                    id);
            if (changed.rowCount() == 0) {
                return first(session.query("SELECT " + COLUMNS + " FROM api_key WHERE id = $1", id));
            }
            Optional<ApiKey> key = first(changed);
            AdminLedger.record(
                    session,
                    actor,
                    Action.API_KEY_REVOKED,
                    id.toString(),
                    key.map(ApiKey::grant).map(ApiKeys::json).orElseThrow(),
                    null);
            return key;
        });
        notifications.send(Channel.ADMIN);
        return revoked;
    }

    /** The newest keys, revoked and expired ones too, at most {@code limit}. */
    public List<ApiKey> newest(int limit) {
        List<ApiKey> keys = new ArrayList<>();
        database.query("SELECT " + COLUMNS + " FROM api_key ORDER BY created_at DESC, id LIMIT $1", limit)
                .forEach(row -> keys.add(key(row)));
        return keys;
    }

    /** All keys that open something now, by their hash. */
    public Map<Hash, ApiKey> usable() {
        Map<Hash, ApiKey> keys = new HashMap<>();
        database.query("SELECT key_hash, " + COLUMNS + """
                         FROM api_key
                        WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) ORDER BY created_at LIMIT $1""", MAX_USABLE)
                .forEach(row -> keys.put(Hash.of(row.getBuffer("key_hash").getBytes()), key(row)));
        return keys;
    }

    private static Optional<ApiKey> first(RowSet<Row> rows) {
        return rows.size() == 0
                ? Optional.empty()
                : Optional.of(key(rows.iterator().next()));
    }

    private static ApiKey key(Row row) {
        String[] endpoints = row.getArrayOfStrings("endpoints");
        BigDecimal rate = row.getBigDecimal("requests_per_second");
        KeyGrant grant = new KeyGrant(
                row.getString("owner"),
                endpoints == null ? Set.of() : Set.of(endpoints),
                row.getBoolean("read_only"),
                rate == null ? Optional.empty() : Optional.of(new KeyLimit(rate, row.getLong("burst"))),
                instant(row, "expires_at"));
        return new ApiKey(
                row.getUUID("id"), grant, instant(row, "created_at").orElseThrow(), instant(row, "revoked_at"));
    }

    private static Optional<Instant> instant(Row row, String column) {
        return Optional.ofNullable(row.getOffsetDateTime(column)).map(OffsetDateTime::toInstant);
    }

    private static JsonObject json(KeyGrant grant) {
        JsonObject json = new JsonObject()
                .put("owner", grant.owner())
                .put(
                        "endpoints",
                        new JsonArray(grant.endpoints().stream().sorted().toList()))
                .put("readOnly", grant.readOnly());
        grant.limit()
                .ifPresent(limit ->
                        json.put("requestsPerSecond", limit.requestsPerSecond()).put("burst", limit.burst()));
        grant.expiresAt().ifPresent(end -> json.put("expiresAt", end.toString()));
        return json;
    }
}
