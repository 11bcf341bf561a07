package org.relayersuite.store.sql;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;

/** Something that runs statements: the pool (each in a transaction of its own) or an open transaction. */
public sealed interface SqlSession permits Database, Transaction {

    /**
     * Runs one statement with {@code $1}, {@code $2}, … bound to {@code params}, and waits for the answer.
     *
     * @throws ConnectionLostException when the outcome is unknown
     * @throws DatabaseException when the server refused the statement
     */
    RowSet<Row> query(String sql, Object... params);
}
