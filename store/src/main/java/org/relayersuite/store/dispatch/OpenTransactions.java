package org.relayersuite.store.dispatch;

import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.request.RequestTable;
import org.relayersuite.store.sql.Database;

/**
 * The lane's transactions from binding to finality. The leader watches nonces, not statuses: what a request's row says
 * does not matter for whether its transaction is sent again or looked for.
 */
public final class OpenTransactions {
    private static final String BOUND_COLUMNS = """
            t.id, t.nonce, t.kind, t.request_id, t.to_address, t.calldata, t.gas_limit,
            (SELECT raw FROM attempt a WHERE a.lane_transaction = t.id ORDER BY a.id DESC LIMIT 1) AS raw""";

    private final Database database;

    public OpenTransactions(Database database) {
        this.database = database;
    }

    /**
     * Bound transactions whose (next) broadcast is due, in the order of their nonces, up to the first that no node has
     * taken yet and that waits to be tried again: a nonce is not sent before the ones below it.
     */
    public List<BoundTransaction> dueForBroadcast(Lease lease, int limit) {
        List<BoundTransaction> due = new ArrayList<>();
        for (Row row : database.query("SELECT " + BOUND_COLUMNS + """
                         FROM lane_transaction t
                        WHERE t.lane = $1 AND t.state = 'bound' AND t.live AND t.next_action_at <= now()
                          AND NOT EXISTS (
                              SELECT FROM lane_transaction b
                              WHERE b.lane = t.lane AND b.nonce < t.nonce AND b.state = 'bound' AND b.live
                                AND b.next_action_at > now()
                                AND NOT EXISTS (SELECT FROM attempt a
                                                WHERE a.lane_transaction = b.id AND a.accepted_at IS NOT NULL))
                        ORDER BY t.nonce LIMIT $2""", lease.lane(), limit)) {
            due.add(new BoundTransaction(
                    row.getLong("id"),
                    row.getLong("nonce"),
                    RequestKind.ofCode(row.getString("kind")),
                    row.getLong("request_id"),
                    Address.of(row.getString("to_address")),
                    bytes(row.getBuffer("calldata")),
                    row.getBigDecimal("gas_limit").toBigIntegerExact(),
                    Optional.ofNullable(row.getBuffer("raw")).map(OpenTransactions::bytes)));
        }
        return due;
    }

    /**
     * Stores a signed form before it is sent for the first time. From here on it may be on its way, so it is never
     * forgotten.
     *
     * @throws FencedOutException when the lane has a new leader: the bytes must not be sent
     */
    public void store(Lease lease, Attempt attempt) {
        int stored = database.query(
                        """
                        WITH fence AS (SELECT 1 FROM lane WHERE lane = $1 AND epoch = $2 FOR SHARE)
                        INSERT INTO attempt (lane_transaction, tx_hash, raw, max_fee, max_priority_fee, epoch, gateway_block)
                        SELECT $3, $4, $5, $6, $7, $2, $8 FROM fence""",
                        lease.lane(),
                        lease.epoch(),
                        attempt.transactionId(),
                        attempt.hash().toString(),
                        Buffer.buffer(attempt.raw().toArray()),
                        new BigDecimal(attempt.maxFee()),
                        new BigDecimal(attempt.maxPriorityFee()),
                        attempt.gatewayBlock())
                .rowCount();
        if (stored == 0) {
            throw new FencedOutException(lease);
        }
    }

    /** Notes that the latest attempt was sent, whether a node said that it took it, and when to send it again. */
    public void broadcast(Lease lease, long transactionId, boolean accepted, Duration again) {
        int noted = database.query("""
                        WITH fence AS (SELECT 1 FROM lane WHERE lane = $1 AND epoch = $2 FOR SHARE),
                        sent AS (
                            UPDATE attempt SET last_broadcast_at = now(),
                                accepted_at = CASE WHEN $4 THEN coalesce(accepted_at, now()) ELSE accepted_at END
                            FROM fence
                            WHERE id = (SELECT max(id) FROM attempt WHERE lane_transaction = $3))
                        UPDATE lane_transaction SET next_action_at = now() + $5 * interval '1 millisecond'
                        FROM fence WHERE id = $3""", lease.lane(), lease.epoch(), transactionId, accepted, again.toMillis())
                .rowCount();
        if (noted == 0) {
            throw new FencedOutException(lease);
        }
    }

    /** An attempt that was sent and is not known to be mined. */
    public record Awaited(long transactionId, long nonce, RequestKind kind, Hash hash) {}

    /** All attempts of bound transactions, in the order of their nonces: any of them may be the one that is mined. */
    public List<Awaited> awaitingReceipt(Lease lease, int limit) {
        List<Awaited> awaited = new ArrayList<>();
        for (Row row : database.query("""
                SELECT t.id, t.nonce, t.kind, a.tx_hash FROM lane_transaction t JOIN attempt a ON a.lane_transaction = t.id
                WHERE t.lane = $1 AND t.state = 'bound' AND t.live AND a.last_broadcast_at IS NOT NULL
                ORDER BY t.nonce, a.id LIMIT $2""", lease.lane(), limit)) {
            awaited.add(new Awaited(
                    row.getLong(0), row.getLong(1), RequestKind.ofCode(row.getString(2)), Hash.of(row.getString(3))));
        }
        return awaited;
    }

    /** A mined transaction that a reorg could still take back. */
    public record Mined(
            long transactionId,
            long nonce,
            RequestKind kind,
            long requestId,
            Address to,
            Bytes calldata,
            Hash txHash,
            long blockNumber,
            Hash blockHash,
            boolean reverted) {
        /** The columns that {@link #of} reads. */
        public static final String COLUMNS =
                "id, nonce, kind, request_id, to_address, calldata, mined_tx_hash, mined_block, mined_block_hash, reverted";

        /** Reads a row of {@code lane_transaction} in state {@code mined}. */
        public static Mined of(Row row) {
            return new Mined(
                    row.getLong("id"),
                    row.getLong("nonce"),
                    RequestKind.ofCode(row.getString("kind")),
                    row.getLong("request_id"),
                    Address.of(row.getString("to_address")),
                    bytes(row.getBuffer("calldata")),
                    Hash.of(row.getString("mined_tx_hash")),
                    row.getLong("mined_block"),
                    Hash.of(row.getString("mined_block_hash")),
                    row.getBoolean("reverted"));
        }
    }

    /** Mined transactions at or below {@code height} whose nonce is above {@code nonce}, in the order of their nonces. */
    public List<Mined> minedUpTo(Lease lease, long height, long nonce, int limit) {
        List<Mined> mined = new ArrayList<>();
        for (Row row : database.query("SELECT " + Mined.COLUMNS + """
                         FROM lane_transaction
                        WHERE lane = $1 AND state = 'mined' AND mined_block <= $2 AND nonce > $3
                        ORDER BY nonce LIMIT $4""", lease.lane(), height, nonce, limit)) {
            mined.add(Mined.of(row));
        }
        return mined;
    }

    /** Notes that the nonce's transaction can no longer be reorged away. */
    public void markFinal(Mined mined) {
        database.query(
                "UPDATE lane_transaction SET state = 'final' WHERE id = $1 AND state = 'mined' AND mined_block_hash = $2",
                mined.transactionId(),
                mined.blockHash().toString());
    }

    /**
     * Notes finality of a reverted transaction and ends its request, in one transaction.
     *
     * @return whether the request was ended by this call
     * @throws FencedOutException when the lane has a new leader
     */
    public boolean endReverted(Lease lease, Mined mined, ErrorLabel label, String reason) {
        return database.inTransaction(session -> {
            boolean leads = session.query(
                                    "SELECT FROM lane WHERE lane = $1 AND epoch = $2 FOR SHARE",
                                    lease.lane(),
                                    lease.epoch())
                            .size()
                    == 1;
            if (!leads) {
                throw new FencedOutException(lease);
            }
            session.query(
                    RequestTable.of(mined.kind()).sql("SELECT FROM {table} WHERE id = $1 FOR UPDATE"),
                    mined.requestId());
            session.query("""
                    UPDATE lane_transaction SET state = 'final'
                    WHERE id = $1 AND state = 'mined' AND reverted AND mined_block_hash = $2""", mined.transactionId(), mined.blockHash().toString());
            return session.query(
                                    RequestTable.of(mined.kind()).sql("""
                                                    UPDATE {table} SET req_status = 'failure', err_label = $2, err_reason = $3
                                                    WHERE id = $1 AND req_status IN ('processing', 'tx_in_flight')
                                                      AND EXISTS (SELECT FROM lane_transaction
                                                                  WHERE id = $4 AND state = 'final' AND reverted)"""),
                                    mined.requestId(),
                                    label.code(),
                                    reason,
                                    mined.transactionId())
                            .rowCount()
                    == 1;
        });
    }

    private static Bytes bytes(Buffer buffer) {
        return Bytes.of(buffer.getBytes());
    }
}
