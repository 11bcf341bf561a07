package org.relayersuite.devnet.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.request.RequestTable;

/**
 * When a job entered each of its statuses, by the database's clock. The row keeps the deadline of every status that it
 * was ever in, and a deadline is the time of entry plus a fixed term: so no status is missed however short it was.
 */
final class JobTimeline {
    private static final String SQL = """
            SELECT entered.status, entered.at
            FROM (SELECT d.key AS status, d.value::timestamptz - t.term AS at
                  FROM {table} r
                  CROSS JOIN LATERAL jsonb_each_text(r.first_deadlines) d
                  JOIN deadline_term t ON t.kind = ? AND t.status = d.key::req_status
                  WHERE r.ext_job_id = ?
                  UNION ALL
                  SELECT r.req_status::text, r.status_since
                  FROM {table} r
                  WHERE r.ext_job_id = ? AND req_status_terminal(r.req_status)) entered
            ORDER BY entered.at, entered.status::req_status
            """;

    private JobTimeline() {}

    record Entry(RequestStatus status, Instant at) {}

    /** The statuses in the order of their first entry. */
    static List<Entry> read(Connection connection, RequestKind kind, UUID jobId) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(RequestTable.of(kind).sql(SQL))) {
            statement.setString(1, kind.code());
            statement.setObject(2, jobId);
            statement.setObject(3, jobId);
            List<Entry> entries = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    entries.add(new Entry(
                            RequestStatus.ofCode(rows.getString(1)),
                            rows.getObject(2, OffsetDateTime.class).toInstant()));
                }
            }
            return entries;
        }
    }

    /** The hash of the request's transaction on the gateway, {@code 0x} and 64 hex digits. */
    static String transaction(Connection connection, RequestKind kind, UUID jobId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                RequestTable.of(kind).sql("SELECT gw_req_tx_hash FROM {table} WHERE ext_job_id = ?"))) {
            statement.setObject(1, jobId);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }
}
