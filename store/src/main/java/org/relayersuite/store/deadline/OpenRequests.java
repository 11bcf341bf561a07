package org.relayersuite.store.deadline;

import io.vertx.sqlclient.Row;
import java.util.EnumMap;
import java.util.Map;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.request.RequestTable;
import org.relayersuite.store.sql.Database;

/** How many requests have not ended yet. Ended ones are not counted: they may be millions. */
public final class OpenRequests {
    private final Database database;

    public OpenRequests(Database database) {
        this.database = database;
    }

    /** The number of requests of {@code kind} in each status that is not terminal, zeros included. */
    public Map<RequestStatus, Long> count(RequestKind kind) {
        Map<RequestStatus, Long> counts = new EnumMap<>(RequestStatus.class);
        for (RequestStatus status : RequestStatus.values()) {
            if (!status.terminal()) {
                counts.put(status, 0L);
            }
        }
        for (Row row : database.query(RequestTable.of(kind).sql("""
                        SELECT req_status, count(*) FROM {table}
                        WHERE req_status IN ('queued', 'processing', 'tx_in_flight', 'receipt_received')
                        GROUP BY req_status"""))) {
            counts.put(RequestStatus.ofCode(row.getString(0)), row.getLong(1));
        }
        return counts;
    }
}
