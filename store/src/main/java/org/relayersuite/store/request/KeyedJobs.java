package org.relayersuite.store.request;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import java.util.Optional;
import java.util.UUID;
import org.relayersuite.core.Hash;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.sql.SqlSession;

/** Which job each idempotency key stands for. A key's row is always locked before its request's, never after. */
final class KeyedJobs {
    private KeyedJobs() {}

    /**
     * Takes {@code key} for {@code candidate}, unless it is taken. Waits for a transaction that is about to take it.
     *
     * @return the job that the key stands for: {@code candidate}, or the one that it was taken for before
     * @throws IdempotencyKeyReusedException when it was taken with another body
     */
    static UUID take(SqlSession session, String endpoint, IdempotencyKey key, RequestKind kind, UUID candidate) {
        // One statement decides. On a conflict the no-op update makes RETURNING deliver the row that won, even one that
        // was committed after this statement began, and keeps the purge from it until this transaction ends.
        Row row = session.query(
                        """
                        INSERT INTO idempotency_key AS k (owner, endpoint, key, body_digest, kind, job_id)
                        VALUES ($1, $2, $3, $4, $5, $6)
                        ON CONFLICT (owner, endpoint, key) DO UPDATE SET key = k.key
                        RETURNING job_id, body_digest""",
                        key.owner(),
                        endpoint,
                        key.key(),
                        key.bodyDigest().value().toArray(),
                        kind.code(),
                        candidate)
                .iterator()
                .next();
        return jobOf(row, key);
    }

    /** As {@link #take}, without taking the key or waiting for anybody who does. */
    static Optional<UUID> find(SqlSession session, String endpoint, IdempotencyKey key) {
        RowIterator<Row> rows =
                session.query("""
                        SELECT job_id, body_digest FROM idempotency_key
                        WHERE owner = $1 AND endpoint = $2 AND key = $3""", key.owner(), endpoint, key.key()).iterator();
        return rows.hasNext() ? Optional.of(jobOf(rows.next(), key)) : Optional.empty();
    }

    private static UUID jobOf(Row row, IdempotencyKey key) {
        if (!Hash.of(row.getBuffer(1).getBytes()).equals(key.bodyDigest())) {
            throw new IdempotencyKeyReusedException();
        }
        return row.getUUID(0);
    }

    /** Makes {@code key}, which this transaction took, stand for a job that was there before. */
    static void point(SqlSession session, String endpoint, IdempotencyKey key, UUID jobId) {
        session.query(
                "UPDATE idempotency_key SET job_id = $4 WHERE owner = $1 AND endpoint = $2 AND key = $3",
                key.owner(),
                endpoint,
                key.key(),
                jobId);
    }
}
