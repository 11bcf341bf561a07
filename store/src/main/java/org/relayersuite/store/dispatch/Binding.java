package org.relayersuite.store.dispatch;

import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.request.RequestTable;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.SqlSession;

/**
 * Binds nonces to requests: the one place where a request gets its transaction. All in one transaction, so that after a
 * crash at any point a nonce is either bound to its request or not drawn at all.
 */
public final class Binding {
    private final Database database;

    public Binding(Database database) {
        this.database = database;
    }

    /**
     * Binds the lane's next nonces to those of {@code prepared} that are still in {@code processing}, owned by the lease
     * and not bound, and moves them to {@code tx_in_flight}.
     *
     * @return how many were bound
     * @throws FencedOutException when the lane has a new leader; nothing is bound then
     */
    public int bind(Lease lease, RequestKind kind, List<PreparedTransaction> prepared) {
        return database.inTransaction(session -> {
            long nextNonce = lockLane(session, lease);
            Set<Long> bindable = lockBindable(session, lease, kind, prepared);
            List<PreparedTransaction> chosen = prepared.stream()
                    .filter(transaction -> bindable.contains(transaction.requestId()))
                    .toList();
            if (!chosen.isEmpty()) {
                store(session, lease, kind, chosen, nextNonce);
            }
            return chosen.size();
        });
    }

    private static long lockLane(SqlSession session, Lease lease) {
        // Serialises with other bindings and with a take-over: whoever comes second sees the other's result.
        RowIterator<Row> lane = session.query(
                        "SELECT next_nonce FROM lane WHERE lane = $1 AND epoch = $2 FOR NO KEY UPDATE",
                        lease.lane(),
                        lease.epoch())
                .iterator();
        if (!lane.hasNext()) {
            throw new FencedOutException(lease);
        }
        return lane.next().getLong(0);
    }

    private static Set<Long> lockBindable(
            SqlSession session, Lease lease, RequestKind kind, List<PreparedTransaction> prepared) {
        Set<Long> ids = new HashSet<>();
        for (Row row : session.query(
                RequestTable.of(kind).sql("""
                                SELECT id FROM {table} r
                                WHERE id = ANY($3) AND lane = $1 AND owner_epoch = $2 AND req_status = 'processing'
                                  AND NOT abandon_requested
                                  AND NOT EXISTS (SELECT FROM lane_transaction t
                                                  WHERE t.kind = $4 AND t.request_id = r.id AND t.live)
                                ORDER BY id FOR UPDATE"""),
                lease.lane(),
                lease.epoch(),
                prepared.stream().map(PreparedTransaction::requestId).toArray(Long[]::new),
                kind.code())) {
            ids.add(row.getLong(0));
        }
        return ids;
    }

    private static void store(
            SqlSession session, Lease lease, RequestKind kind, List<PreparedTransaction> chosen, long nextNonce) {
        List<Long> nonces = new ArrayList<>();
        for (int i = 0; i < chosen.size(); i++) {
            nonces.add(nextNonce + i);
        }
        Long[] ids = chosen.stream().map(PreparedTransaction::requestId).toArray(Long[]::new);
        session.query("UPDATE lane SET next_nonce = $2 WHERE lane = $1", lease.lane(), nextNonce + chosen.size());
        session.query(
                """
                INSERT INTO lane_transaction (lane, kind, nonce, request_id, to_address, calldata, gas_limit)
                SELECT $1, $2, nonce, request_id, to_address, calldata, gas_limit
                FROM unnest($3::bigint[], $4::bigint[], $5::text[], $6::bytea[], $7::numeric[])
                     AS bound (nonce, request_id, to_address, calldata, gas_limit)""",
                lease.lane(),
                kind.code(),
                nonces.toArray(Long[]::new),
                ids,
                chosen.stream().map(transaction -> transaction.to().toString()).toArray(String[]::new),
                chosen.stream()
                        .map(transaction -> Buffer.buffer(transaction.calldata().toArray()))
                        .toArray(Buffer[]::new),
                chosen.stream()
                        .map(transaction ->
                                io.vertx.sqlclient.data.Numeric.create(new BigDecimal(transaction.gasLimit())))
                        .toArray(io.vertx.sqlclient.data.Numeric[]::new));
        session.query(
                RequestTable.of(kind).sql("UPDATE {table} SET req_status = 'tx_in_flight' WHERE id = ANY($1)"),
                (Object) ids);
    }
}
