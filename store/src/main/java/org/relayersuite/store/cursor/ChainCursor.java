package org.relayersuite.store.cursor;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.relayersuite.core.Hash;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.SqlSession;

/**
 * A cursor over a chain. It moves only by compare-and-set on the block it stands at, in the transaction that stores what
 * was read; a reader that has been overtaken moves nothing, and so commits nothing.
 */
public final class ChainCursor {
    /** The name of the cursor over the gateway chain. */
    public static final String GATEWAY = "gateway";

    /** How many passed blocks are remembered: a reorg deeper than this cannot be walked back. */
    public static final int REMEMBERED_BLOCKS = 4096;

    private final Database database;
    private final String name;
    private final long chainId;

    /** @param name of the cursor, such as {@code gateway} */
    public ChainCursor(Database database, String name, long chainId) {
        this.database = database;
        this.name = name;
        this.chainId = chainId;
    }

    public String name() {
        return name;
    }

    /** Where the cursor stands; empty before the first start. */
    public Optional<CursorPosition> position() {
        RowIterator<Row> rows = database.query(
                        "SELECT block_number, block_hash, block_time FROM chain_cursor WHERE cursor = $1 AND chain_id = $2",
                        name,
                        chainId)
                .iterator();
        return rows.hasNext() ? Optional.of(position(rows.next())) : Optional.empty();
    }

    /**
     * Sets the cursor for the first time. One that stands already stays where it is.
     *
     * @throws IllegalStateException when it stands on another chain
     */
    public void start(CursorPosition position) {
        boolean ours = database.inTransaction(session -> {
            int started = session.query(
                            """
                            INSERT INTO chain_cursor (cursor, chain_id, block_number, block_hash, block_time)
                            VALUES ($1, $2, $3, $4, $5) ON CONFLICT (cursor) DO NOTHING""",
                            name,
                            chainId,
                            position.blockNumber(),
                            position.blockHash().toString(),
                            time(position))
                    .rowCount();
            if (started == 1) {
                remember(session, List.of(position));
            }
            return session.query("SELECT FROM chain_cursor WHERE cursor = $1 AND chain_id = $2", name, chainId)
                            .size()
                    == 1;
        });
        if (!ours) {
            throw new IllegalStateException("cursor " + name + " follows another chain than " + chainId);
        }
    }

    /** The lowest height at which any attempt of ours can have been mined; empty when there is no attempt yet. */
    public OptionalLong firstAttempt() {
        Long block = database.query("SELECT min(gateway_block) FROM attempt")
                .iterator()
                .next()
                .getLong(0);
        return block == null ? OptionalLong.empty() : OptionalLong.of(block);
    }

    /**
     * Moves the cursor from {@code from} over {@code passed}, whose last block is where it stands afterwards.
     *
     * @return false when it no longer stood at {@code from}: then nothing was changed, and the caller must change nothing
     */
    public boolean advance(SqlSession session, CursorPosition from, List<CursorPosition> passed) {
        CursorPosition to = passed.getLast();
        if (!compareAndSet(session, from, to)) {
            return false;
        }
        remember(session, passed);
        session.query(
                "DELETE FROM cursor_block WHERE cursor = $1 AND block_number <= $2",
                name,
                to.blockNumber() - REMEMBERED_BLOCKS);
        return true;
    }

    /** The block that the cursor remembers at {@code height}; empty when it has not passed it or forgotten it. */
    public Optional<CursorPosition> remembered(long height) {
        RowIterator<Row> rows = database.query("""
                        SELECT block_number, block_hash, block_time FROM cursor_block
                        WHERE cursor = $1 AND block_number = $2""", name, height).iterator();
        return rows.hasNext() ? Optional.of(position(rows.next())) : Optional.empty();
    }

    /** The hashes of the blocks above {@code fork} that the cursor has passed. */
    public List<Hash> passedSince(SqlSession session, CursorPosition fork) {
        List<Hash> passed = new ArrayList<>();
        for (Row row : session.query(
                "SELECT block_hash FROM cursor_block WHERE cursor = $1 AND block_number > $2",
                name,
                fork.blockNumber())) {
            passed.add(Hash.of(row.getString(0)));
        }
        return passed;
    }

    /** The lowest height that the cursor remembers. */
    public OptionalLong lowestRemembered() {
        Long lowest = database.query("SELECT min(block_number) FROM cursor_block WHERE cursor = $1", name)
                .iterator()
                .next()
                .getLong(0);
        return lowest == null ? OptionalLong.empty() : OptionalLong.of(lowest);
    }

    /**
     * Moves the cursor back from {@code from} to {@code fork}, and forgets the blocks above.
     *
     * @return false when it no longer stood at {@code from}: then nothing was changed, and the caller must change nothing
     */
    public boolean rewind(SqlSession session, CursorPosition from, CursorPosition fork) {
        if (!compareAndSet(session, from, fork)) {
            return false;
        }
        session.query("DELETE FROM cursor_block WHERE cursor = $1 AND block_number > $2", name, fork.blockNumber());
        return true;
    }

    private boolean compareAndSet(SqlSession session, CursorPosition from, CursorPosition to) {
        return session.query(
                                """
                                UPDATE chain_cursor
                                SET block_number = $4, block_hash = $5, block_time = $6, updated_at = clock_timestamp()
                                WHERE cursor = $1 AND block_number = $2 AND block_hash = $3""",
                                name,
                                from.blockNumber(),
                                from.blockHash().toString(),
                                to.blockNumber(),
                                to.blockHash().toString(),
                                time(to))
                        .rowCount()
                == 1;
    }

    private void remember(SqlSession session, List<CursorPosition> passed) {
        session.query(
                """
                INSERT INTO cursor_block (cursor, block_number, block_hash, block_time)
                SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::timestamptz[])""",
                name,
                passed.stream().map(CursorPosition::blockNumber).toArray(Long[]::new),
                passed.stream().map(block -> block.blockHash().toString()).toArray(String[]::new),
                passed.stream().map(ChainCursor::time).toArray(OffsetDateTime[]::new));
    }

    private static OffsetDateTime time(CursorPosition position) {
        return position.blockTime().atOffset(ZoneOffset.UTC);
    }

    private static CursorPosition position(Row row) {
        return new CursorPosition(
                row.getLong("block_number"),
                Hash.of(row.getString("block_hash")),
                row.getOffsetDateTime("block_time").toInstant());
    }
}
