package org.relayersuite.store.request;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.sql.Database;

/** The requests that wait for their transaction, and how fast they get one. */
public final class WaitingRequests {
    /** How many of a queue's requests are told one by one; between them positions are estimated. */
    private static final int SAMPLES = 1000;

    private final Database database;

    public WaitingRequests(Database database) {
        this.database = database;
    }

    /** A queue at one moment. */
    public static final class Queue {
        private final long length;
        private final long[] numbers;
        private final long[] positions;

        private Queue(long length, long[] numbers, long[] positions) {
            this.length = length;
            this.numbers = numbers;
            this.positions = positions;
        }

        /** A queue of requests with these {@link Job#number()}s, ascending. */
        public static Queue of(long... numbers) {
            return new Queue(
                    numbers.length,
                    numbers.clone(),
                    LongStream.range(0, numbers.length).toArray());
        }

        /** How many requests waited. */
        public long length() {
            return length;
        }

        /**
         * How many requests waited that were admitted before the one with this {@link Job#number()}: exact up to 1000 of
         * them, to a thousandth of the queue beyond.
         */
        public long before(long number) {
            int found = Arrays.binarySearch(numbers, number);
            if (found >= 0) {
                return positions[found];
            }
            int last = -found - 2;
            return last < 0 ? 0 : last == numbers.length - 1 ? length : positions[last] + 1;
        }
    }

    /** The queue of {@code kind} now. */
    public Queue queue(RequestKind kind) {
        RowSet<Row> rows = database.query(RequestTable.of(kind).sql("""
                        SELECT id, position, length FROM (
                            SELECT id, row_number() OVER (ORDER BY id) - 1 AS position, count(*) OVER () AS length
                            FROM {table} WHERE req_status IN ('queued', 'processing')) waiting
                        WHERE position % ((length - 1) / $1 + 1) = 0
                        ORDER BY id"""), SAMPLES);
        long[] numbers = new long[rows.size()];
        long[] positions = new long[rows.size()];
        long length = 0;
        int i = 0;
        for (Row row : rows) {
            numbers[i] = row.getLong(0);
            positions[i] = row.getLong(1);
            length = row.getLong(2);
            i++;
        }
        return new Queue(length, numbers, positions);
    }

    /** How many requests of {@code kind} wait now. */
    public long count(RequestKind kind) {
        return database.query(RequestTable.of(kind)
                        .sql("SELECT count(*) FROM {table} WHERE req_status IN ('queued', 'processing')"))
                .iterator()
                .next()
                .getLong(0);
    }

    /**
     * How many requests got their transaction.
     *
     * @param upTo where the next look begins
     * @param counts of each kind, zeros included
     */
    public record Sent(long upTo, Map<RequestKind, Long> counts) {}

    /**
     * Counts the transactions that were bound after {@code from}. Costs what it counts.
     *
     * @param from what the look before told; 0 counts nothing and tells where to begin
     */
    public Sent sentAfter(long from) {
        Map<RequestKind, Long> counts = new EnumMap<>(RequestKind.class);
        for (RequestKind kind : RequestKind.values()) {
            counts.put(kind, 0L);
        }
        if (from == 0) {
            long last = database.query("SELECT coalesce(max(id), 0) FROM lane_transaction")
                    .iterator()
                    .next()
                    .getLong(0);
            return new Sent(last, counts);
        }
        long upTo = from;
        for (Row row : database.query(
                "SELECT kind, count(*), max(id) FROM lane_transaction WHERE id > $1 GROUP BY kind", from)) {
            counts.put(RequestKind.ofCode(row.getString(0)), row.getLong(1));
            upTo = Math.max(upTo, row.getLong(2));
        }
        return new Sent(upTo, counts);
    }
}
