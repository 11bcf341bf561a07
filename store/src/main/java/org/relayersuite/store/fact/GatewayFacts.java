package org.relayersuite.store.fact;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;
import org.relayersuite.store.fact.GatewayFact.InputProofAccepted;
import org.relayersuite.store.fact.GatewayFact.InputProofRejected;
import org.relayersuite.store.fact.GatewayFact.PublicDecryptResponded;
import org.relayersuite.store.fact.GatewayFact.Requested;
import org.relayersuite.store.fact.GatewayFact.ShareReceived;
import org.relayersuite.store.fact.GatewayFact.ThresholdReached;
import org.relayersuite.store.sql.SqlSession;

/** Stores facts, each once, and forgets those of orphaned blocks. */
public final class GatewayFacts {
    private GatewayFacts() {}

    /**
     * Takes the locks of all {@code ids} until the transaction ends. Under READ COMMITTED two writers that each add one
     * half of what completes a request could each miss the other's row; so whoever touches an id first takes its lock,
     * in this statement of its own, and reads in a later one.
     */
    public static void lock(SqlSession session, Collection<GatewayId> ids) {
        String[] keys = ids.stream().map(GatewayId::lockKey).sorted().distinct().toArray(String[]::new);
        // Sorted by what is really locked, so that two batches cannot wait for each other.
        session.query("""
                SELECT pg_advisory_xact_lock(lock_id) FROM (
                    SELECT DISTINCT hashtextextended(key, 0) AS lock_id FROM unnest($1::text[]) AS key
                    ORDER BY lock_id OFFSET 0) sorted""", (Object) keys);
    }

    /** Stores {@code fact} unless it is stored already. The caller holds the lock of its id. */
    public static void store(SqlSession session, GatewayFact fact) {
        switch (fact) {
            case Requested requested -> insert(session, requested, "request", new JsonObject());
            case PublicDecryptResponded response ->
                insert(
                        session,
                        response,
                        "public_decrypt_response",
                        new JsonObject()
                                .put(
                                        "decryptedValue",
                                        response.decryptedResult().toBareHex())
                                .put("signatures", bareHex(response.signatures()))
                                .put("extraData", response.extraData().toHex()));
            case InputProofAccepted accepted ->
                insert(
                        session,
                        accepted,
                        "input_proof_accepted",
                        new JsonObject()
                                .put("handles", prefixedHex(accepted.handles()))
                                .put("signatures", prefixedHex(accepted.signatures())));
            case InputProofRejected rejected -> insert(session, rejected, "input_proof_rejected", new JsonObject());
            case ThresholdReached reached -> insert(session, reached, "threshold_reached", new JsonObject());
            case ShareReceived share -> insertShare(session, share);
        }
    }

    private static void insert(SqlSession session, GatewayFact fact, String event, JsonObject payload) {
        LogPosition position = fact.position();
        session.query(
                """
                INSERT INTO gateway_fact
                    (contract, gw_reference_id, event, payload, tx_hash, block_number, block_hash, log_index)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (block_hash, log_index) DO NOTHING""",
                fact.id().contract().toString(),
                buffer(fact.id().referenceId()),
                event,
                payload,
                position.txHash().toString(),
                position.blockNumber(),
                position.blockHash().toString(),
                position.logIndex());
    }

    private static void insertShare(SqlSession session, ShareReceived share) {
        LogPosition position = share.position();
        session.query(
                """
                INSERT INTO user_decrypt_share
                    (contract, gw_reference_id, share_index, share, kms_signature, extra_data,
                     tx_hash, block_number, block_hash, log_index)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (block_hash, log_index) DO NOTHING""",
                share.id().contract().toString(),
                buffer(share.id().referenceId()),
                share.shareIndex(),
                share.share().toBareHex(),
                share.signature().toBareHex(),
                share.extraData().toHex(),
                position.txHash().toString(),
                position.blockNumber(),
                position.blockHash().toString(),
                position.logIndex());
    }

    /** Those of {@code txHashes} that are attempts of ours. */
    public static Set<Hash> ours(SqlSession session, Collection<Hash> txHashes) {
        Set<Hash> ours = new HashSet<>();
        String[] hashes = txHashes.stream().map(Hash::toString).toArray(String[]::new);
        for (Row row : session.query("SELECT tx_hash FROM attempt WHERE tx_hash = ANY($1)", (Object) hashes)) {
            ours.add(Hash.of(row.getString(0)));
        }
        return ours;
    }

    /** Those of {@code ids} whose request is known to be ours. */
    public static Set<GatewayId> known(SqlSession session, Collection<GatewayId> ids) {
        Set<GatewayId> known = new HashSet<>();
        for (Row row : session.query(
                """
                SELECT DISTINCT f.contract, f.gw_reference_id FROM gateway_fact f
                JOIN unnest($1::text[], $2::bytea[]) AS asked (contract, gw_reference_id)
                  USING (contract, gw_reference_id)
                WHERE f.event = 'request'""",
                ids.stream().map(id -> id.contract().toString()).toArray(String[]::new),
                ids.stream().map(id -> buffer(id.referenceId())).toArray(Buffer[]::new))) {
            known.add(new GatewayId(
                    Address.of(row.getString(0)), Bytes.of(row.getBuffer(1).getBytes())));
        }
        return known;
    }

    private static JsonArray prefixedHex(List<Bytes> values) {
        return new JsonArray(values.stream().map(Bytes::toHex).toList());
    }

    private static JsonArray bareHex(List<Bytes> values) {
        return new JsonArray(values.stream().map(Bytes::toBareHex).toList());
    }

    static Buffer buffer(Bytes bytes) {
        return Buffer.buffer(bytes.toArray());
    }
}
