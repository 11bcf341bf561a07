package org.relayersuite.store.dispatch;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import java.util.OptionalLong;
import org.relayersuite.core.Address;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.SqlSession;

/** The lanes: signing accounts on the gateway chain, each with its sequence of nonces. */
public final class Lanes {
    private final Database database;

    public Lanes(Database database) {
        this.database = database;
    }

    /**
     * Makes sure that the lane exists. A lane that is new starts at {@code firstNonce}; one that exists keeps its
     * sequence, whatever the chain says.
     *
     * @param firstNonce the number of transactions that the account has sent so far
     * @throws IllegalStateException when the lane exists with another account or on another chain
     */
    public void register(String lane, long chainId, Address account, long firstNonce) {
        database.query(
                "INSERT INTO lane (lane, chain_id, address, next_nonce) VALUES ($1, $2, $3, $4) ON CONFLICT (lane) DO NOTHING",
                lane,
                chainId,
                account.toString(),
                firstNonce);
        boolean same = database.query(
                                "SELECT FROM lane WHERE lane = $1 AND chain_id = $2 AND address = $3",
                                lane,
                                chainId,
                                account.toString())
                        .size()
                == 1;
        if (!same) {
            throw new IllegalStateException("lane " + lane + " belongs to another account or another chain");
        }
    }

    /**
     * Gives the lane to {@code epoch}, in the transaction that takes the role over. Waits for decisions under way.
     *
     * @throws IllegalStateException when the lane is not there or already carries a later epoch: leading it would be in vain
     */
    public static void takeOver(SqlSession session, String lane, long epoch) {
        int taken = session.query("UPDATE lane SET epoch = $2 WHERE lane = $1 AND epoch < $2", lane, epoch)
                .rowCount();
        if (taken == 0) {
            throw new IllegalStateException("lane " + lane + " cannot be taken over under epoch " + epoch);
        }
    }

    /** The nonce that the lane will bind next; empty when there is no such lane. */
    public OptionalLong nextNonce(String lane) {
        RowIterator<Row> rows = database.query("SELECT next_nonce FROM lane WHERE lane = $1", lane)
                .iterator();
        return rows.hasNext() ? OptionalLong.of(rows.next().getLong(0)) : OptionalLong.empty();
    }
}
