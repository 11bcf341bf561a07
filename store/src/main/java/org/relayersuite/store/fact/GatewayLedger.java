package org.relayersuite.store.fact;

import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;
import org.relayersuite.store.cursor.ChainCursor;
import org.relayersuite.store.cursor.CursorPosition;
import org.relayersuite.store.dispatch.OpenTransactions.Mined;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.SqlSession;

/**
 * What the gateway chain said, block after block. The cursor, the facts of the blocks it passes and the requests they
 * complete change in one transaction: after a crash at any point nothing is half known.
 */
public final class GatewayLedger {
    private final Database database;
    private final ChainCursor cursor;
    private final Completion completion;

    public GatewayLedger(Database database, ChainCursor cursor, Completion completion) {
        this.database = database;
        this.cursor = cursor;
        this.completion = completion;
    }

    /**
     * What came of recording blocks.
     *
     * @param moved false when another replica had moved the cursor: nothing was recorded
     * @param stored how many facts concerned requests of ours
     * @param foreign how many concerned somebody else's
     * @param completed how many requests completed
     */
    public record Recorded(boolean moved, int stored, int foreign, int completed) {
        static final Recorded OVERTAKEN = new Recorded(false, 0, 0, 0);
    }

    /**
     * Records the facts of the blocks from just above {@code from} to the last of {@code passed}, in the order of the
     * chain. Facts about requests of others are not kept. Logs that cannot be decoded are kept aside: reading them again
     * would change nothing, and they must not stop all that follow.
     */
    public Recorded record(
            CursorPosition from,
            List<CursorPosition> passed,
            List<GatewayFact> facts,
            List<UndecodableLog> undecodable) {
        return database.inTransaction(session -> {
            Map<GatewayId, RequestOrigin> passedBefore = GatewayFacts.passedRequests(
                    session,
                    cursor.name(),
                    facts.stream().map(GatewayFact::id).distinct().toList());
            List<GatewayFact> ours = ours(session, facts, passedBefore.keySet());
            Set<GatewayId> ids =
                    new TreeSet<>(ours.stream().map(GatewayFact::id).toList());
            if (!ids.isEmpty()) {
                GatewayFacts.lock(session, ids);
            }
            // Whoever else moved the cursor since then makes this fail: what was known of passed blocks still holds.
            if (!cursor.advance(session, from, passed)) {
                return Recorded.OVERTAKEN;
            }
            store(session, ours, passedBefore);
            undecodable.forEach(entry -> keepAside(session, entry));
            int completed = 0;
            for (GatewayId id : ids) {
                completed += completion.advance(session, id);
            }
            return new Recorded(true, ours.size(), facts.size() - ours.size(), completed);
        });
    }

    /**
     * What concerns requests of ours: request events of our attempts, which are stored before they are sent, and answers
     * to these. The request event comes before any answer on a chain, so an id that neither was passed before nor becomes
     * known from these facts is somebody else's.
     */
    private static List<GatewayFact> ours(SqlSession session, List<GatewayFact> facts, Set<GatewayId> passedBefore) {
        Set<Hash> attempts = GatewayFacts.ours(
                session,
                facts.stream()
                        .filter(GatewayFact.Requested.class::isInstance)
                        .map(fact -> fact.position().txHash())
                        .toList());
        Set<GatewayId> known = new HashSet<>(passedBefore);
        List<GatewayFact> ours = new ArrayList<>();
        for (GatewayFact fact : facts) {
            boolean concernsUs = switch (fact) {
                case GatewayFact.Requested requested ->
                    attempts.contains(requested.position().txHash());
                case GatewayFact.Answer answer -> known.contains(answer.id());
            };
            if (concernsUs) {
                ours.add(fact);
                known.add(fact.id());
            }
        }
        return ours;
    }

    private static void store(SqlSession session, List<GatewayFact> ours, Map<GatewayId, RequestOrigin> passedBefore) {
        Map<GatewayId, RequestOrigin> origins = new HashMap<>(passedBefore);
        for (GatewayFact fact : ours) {
            switch (fact) {
                case GatewayFact.Requested requested -> {
                    GatewayFacts.store(session, requested);
                    origins.put(
                            requested.id(),
                            new RequestOrigin(
                                    requested.position().txHash(),
                                    requested.position().blockHash()));
                }
                case GatewayFact.Answer answer -> GatewayFacts.store(session, answer, origins.get(answer.id()));
            }
        }
    }

    private static void keepAside(SqlSession session, UndecodableLog entry) {
        LogPosition position = entry.position();
        session.query(
                """
                INSERT INTO gateway_dead_letter
                    (contract, topics, data, reason, tx_hash, block_number, block_hash, log_index)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (block_hash, log_index) DO NOTHING""",
                entry.contract().toString(),
                entry.topics().stream().map(Hash::toString).toArray(String[]::new),
                GatewayFacts.buffer(entry.data()),
                entry.reason(),
                position.txHash().toString(),
                position.blockNumber(),
                position.blockHash().toString(),
                position.logIndex());
    }

    /**
     * What came of a rewind.
     *
     * @param moved false when another replica had moved the cursor: nothing was changed
     * @param orphanedBlocks how many blocks were taken back
     * @param endedRequests ids of transactions whose request had already ended on an orphaned block
     */
    public record Rewound(boolean moved, int orphanedBlocks, List<Long> endedRequests) {}

    /** Takes back all blocks above {@code fork}: their facts, and what those did to requests that have not ended. */
    public Rewound rewind(CursorPosition from, CursorPosition fork) {
        return database.inTransaction(session -> {
            // In the order of record(): first the ids, then the cursor. Blocks that another reader passes in between
            // are
            // not missed: then the cursor no longer stands at from.
            List<Hash> orphaned = cursor.passedSince(session, fork);
            String[] hashes = orphaned.stream().map(Hash::toString).toArray(String[]::new);
            Set<GatewayId> touched = touched(session, hashes);
            if (!touched.isEmpty()) {
                GatewayFacts.lock(session, touched);
            }
            if (!cursor.rewind(session, from, fork)) {
                return new Rewound(false, 0, List.of());
            }
            List<Long> ended = new ArrayList<>();
            for (Mined mined : minedIn(session, hashes)) {
                if (MinedRequests.withdraw(session, mined)) {
                    ended.add(mined.transactionId());
                }
            }
            session.query("DELETE FROM user_decrypt_share WHERE block_hash = ANY($1)", (Object) hashes);
            session.query("DELETE FROM gateway_fact WHERE block_hash = ANY($1)", (Object) hashes);
            session.query("DELETE FROM gateway_dead_letter WHERE block_hash = ANY($1)", (Object) hashes);
            return new Rewound(true, orphaned.size(), ended);
        });
    }

    private static Set<GatewayId> touched(SqlSession session, String[] hashes) {
        Set<GatewayId> ids = new TreeSet<>();
        for (Row row : session.query("""
                SELECT contract, gw_reference_id FROM gateway_fact WHERE block_hash = ANY($1)
                UNION SELECT contract, gw_reference_id FROM user_decrypt_share WHERE block_hash = ANY($1)""", (Object) hashes)) {
            ids.add(new GatewayId(
                    Address.of(row.getString(0)), Bytes.of(row.getBuffer(1).getBytes())));
        }
        return ids;
    }

    private static List<Mined> minedIn(SqlSession session, String[] hashes) {
        List<Mined> mined = new ArrayList<>();
        for (Row row : session.query(
                "SELECT " + Mined.COLUMNS
                        + " FROM lane_transaction WHERE state = 'mined' AND mined_block_hash = ANY($1) ORDER BY id",
                (Object) hashes)) {
            mined.add(Mined.of(row));
        }
        return mined;
    }
}
