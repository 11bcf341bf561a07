package org.relayersuite.store.fact;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;
import org.relayersuite.store.fact.GatewayFact.InputProofAccepted;
import org.relayersuite.store.fact.GatewayFact.InputProofRejected;
import org.relayersuite.store.fact.GatewayFact.PublicDecryptResponded;
import org.relayersuite.store.fact.GatewayFact.ShareReceived;
import org.relayersuite.store.fact.GatewayFact.ThresholdReached;
import org.relayersuite.store.sql.SqlSession;

/** Stores facts, each once, and finds what they concern. */
public final class GatewayFacts {
    private GatewayFacts() {}

    /**
     * Takes the locks of all {@code ids} until the transaction ends. Under READ COMMITTED two writers that each add one
     * half of what completes a request could each miss the other's row; so whoever touches an id first takes its lock,
     * in this statement of its own, and reads in a later one.
     */
    public static void lock(SqlSession session, Collection<GatewayId> ids) {
        String[] keys = ids.stream().map(GatewayId::lockKey).toArray(String[]::new);
        // Sorted by what is really locked, so that two batches cannot wait for each other.
        session.query("""
                SELECT pg_advisory_xact_lock(lock_id) FROM (
                    SELECT DISTINCT hashtextextended(key, 0) AS lock_id FROM unnest($1::text[]) AS key
                    ORDER BY lock_id OFFSET 0) sorted""", (Object) keys);
    }

    /** Stores a request event unless it is stored already. The caller holds the lock of its id. */
    public static void store(SqlSession session, GatewayFact.Requested requested) {
        insert(session, requested, "request", new JsonObject(), Optional.empty());
    }

    /**
     * Stores an answer unless it is stored already. The caller holds the lock of its id.
     *
     * @param origin the request event that the answer belongs to, on the chain that the answer was read from
     */
    public static void store(SqlSession session, GatewayFact.Answer answer, RequestOrigin origin) {
        switch (answer) {
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
                                .put("extraData", response.extraData().toHex()),
                        Optional.of(origin));
            case InputProofAccepted accepted ->
                insert(
                        session,
                        accepted,
                        "input_proof_accepted",
                        new JsonObject()
                                .put("handles", prefixedHex(accepted.handles()))
                                .put("signatures", prefixedHex(accepted.signatures())),
                        Optional.of(origin));
            case InputProofRejected rejected ->
                insert(session, rejected, "input_proof_rejected", new JsonObject(), Optional.of(origin));
            case ThresholdReached reached ->
                insert(session, reached, "threshold_reached", new JsonObject(), Optional.of(origin));
            case ShareReceived share -> insertShare(session, share, origin);
        }
    }

    private static void insert(
            SqlSession session, GatewayFact fact, String event, JsonObject payload, Optional<RequestOrigin> origin) {
        LogPosition position = fact.position();
        session.query(
                """
                INSERT INTO gateway_fact
                    (contract, gw_reference_id, event, payload, request_tx_hash, request_block_hash,
                     tx_hash, block_number, block_hash, log_index)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (block_hash, log_index) DO NOTHING""",
                fact.id().contract().toString(),
                buffer(fact.id().referenceId()),
                event,
                payload,
                origin.map(request -> request.txHash().toString()).orElse(null),
                origin.map(request -> request.blockHash().toString()).orElse(null),
                position.txHash().toString(),
                position.blockNumber(),
                position.blockHash().toString(),
                position.logIndex());
    }

    private static void insertShare(SqlSession session, ShareReceived share, RequestOrigin origin) {
        LogPosition position = share.position();
        session.query(
                """
                INSERT INTO user_decrypt_share
                    (contract, gw_reference_id, share_index, share, kms_signature, extra_data,
                     request_tx_hash, request_block_hash, tx_hash, block_number, block_hash, log_index)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
                ON CONFLICT (block_hash, log_index) DO NOTHING""",
                share.id().contract().toString(),
                buffer(share.id().referenceId()),
                share.shareIndex(),
                share.share().toBareHex(),
                share.signature().toBareHex(),
                share.extraData().toHex(),
                origin.txHash().toString(),
                origin.blockHash().toString(),
                position.txHash().toString(),
                position.blockNumber(),
                position.blockHash().toString(),
                position.logIndex());
    }

    /** Those of {@code txHashes} that are attempts of ours. */
    public static Set<Hash> ours(SqlSession session, Collection<Hash> txHashes) {
        if (txHashes.isEmpty()) {
            return Set.of();
        }
        Set<Hash> ours = new HashSet<>();
        String[] hashes = txHashes.stream().map(Hash::toString).toArray(String[]::new);
        for (Row row : session.query("SELECT tx_hash FROM attempt WHERE tx_hash = ANY($1)", (Object) hashes)) {
            ours.add(Hash.of(row.getString(0)));
        }
        return ours;
    }

    /**
     * The request events of ours behind {@code ids}, as the chain has them that {@code cursor} has passed. Events that
     * were read from another fork, by a dispatcher that is ahead or of blocks that are not taken back yet, do not count.
     * Older than all that the cursor remembers is as good as final.
     */
    public static Map<GatewayId, RequestOrigin> passedRequests(
            SqlSession session, String cursor, Collection<GatewayId> ids) {
        // Most blocks say nothing about requests: no round trip for them.
        if (ids.isEmpty()) {
            return Map.of();
        }
        Map<GatewayId, RequestOrigin> origins = new HashMap<>();
        for (Row row : session.query(
                """
                SELECT f.contract, f.gw_reference_id, f.tx_hash, f.block_hash FROM gateway_fact f
                JOIN unnest($2::text[], $3::bytea[]) AS asked (contract, gw_reference_id)
                  USING (contract, gw_reference_id)
                WHERE f.event = 'request'
                  AND (EXISTS (SELECT FROM cursor_block b WHERE b.cursor = $1 AND b.block_number = f.block_number
                                 AND b.block_hash = f.block_hash)
                       OR f.block_number < (SELECT min(b.block_number) FROM cursor_block b WHERE b.cursor = $1))""",
                cursor,
                ids.stream().map(id -> id.contract().toString()).toArray(String[]::new),
                ids.stream().map(id -> buffer(id.referenceId())).toArray(Buffer[]::new))) {
            origins.put(
                    new GatewayId(
                            Address.of(row.getString(0)),
                            Bytes.of(row.getBuffer(1).getBytes())),
                    new RequestOrigin(Hash.of(row.getString(2)), Hash.of(row.getString(3))));
        }
        return origins;
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
