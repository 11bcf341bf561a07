package org.relayersuite.store.sql;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;

/** An open transaction on a connection of its own. */
final class Transaction implements SqlSession {
    private final SqlConnection connection;

    Transaction(SqlConnection connection) {
        this.connection = connection;
    }

    @Override
    public RowSet<Row> query(String sql, Object... params) {
        return Await.answer(connection.preparedQuery(sql).execute(Tuple.from(params)));
    }
}
