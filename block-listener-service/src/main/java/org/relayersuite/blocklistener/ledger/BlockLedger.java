package org.relayersuite.blocklistener.ledger;

import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.relayersuite.blocklistener.block.BlockRef;
import org.relayersuite.blocklistener.failure.FinalizedBlockOrphanedException;
import org.relayersuite.blocklistener.failure.InvariantViolationException;
import org.relayersuite.core.Hash;

/**
 * The blocks of one chain that were published and are believed to be on the chain, or were (spec/listener.md 2). Every
 * block here was published before. The lowest one is the exception: it is only what the first published one stands on.
 */
public final class BlockLedger {
    private final ChainSession session;
    private final long chainId;

    public BlockLedger(ChainSession session, long chainId) {
        this.session = session;
        this.chainId = chainId;
    }

    /** The highest block believed to be on the chain; empty before the first start. */
    public Optional<BlockRef> tip() {
        return first(session.query("""
                SELECT block_number, block_hash, parent_hash FROM blocks
                WHERE chain_id = $1 AND status IN ('CANONICAL', 'FINALIZED')
                ORDER BY block_number DESC LIMIT 1""", chainId));
    }

    /** The block believed to be on the chain at {@code number}. */
    public Optional<BlockRef> canonical(long number) {
        return first(session.query("""
                SELECT block_number, block_hash, parent_hash FROM blocks
                WHERE chain_id = $1 AND block_number = $2 AND status IN ('CANONICAL', 'FINALIZED')""", chainId, number));
    }

    /** The height below which nothing is known. */
    public OptionalLong lowest() {
        Long lowest = session.query("SELECT min(block_number) FROM blocks WHERE chain_id = $1", chainId)
                .iterator()
                .next()
                .getLong(0);
        return lowest == null ? OptionalLong.empty() : OptionalLong.of(lowest);
    }

    /** The blocks believed to be on the chain above {@code number}, ascending. */
    public List<BlockRef> canonicalAbove(long number) {
        return all(session.query("""
                SELECT block_number, block_hash, parent_hash FROM blocks
                WHERE chain_id = $1 AND block_number > $2 AND status IN ('CANONICAL', 'FINALIZED')
                ORDER BY block_number""", chainId, number));
    }

    /**
     * Adds a block on top. One that is known as an orphan returns to the chain: that is what the second half of a
     * back-and-forth reorg looks like from above its fork point.
     */
    public void append(BlockRef block) {
        RowSet<Row> written =
                session.query("""
                INSERT INTO blocks (chain_id, block_number, block_hash, parent_hash, status)
                VALUES ($1, $2, $3, $4, 'CANONICAL')
                ON CONFLICT (chain_id, block_hash) DO UPDATE SET status = 'CANONICAL' WHERE blocks.status = 'UNCLE'""", chainId, block.number(), buffer(block.hash()), buffer(block.parentHash()));
        if (written.rowCount() != 1) {
            throw new InvariantViolationException(
                    "block " + block.number() + " " + block.hash() + " is on the ledger", null);
        }
    }

    /**
     * Replaces everything above a fork point by {@code branch}, all or nothing. Replaced blocks stay as UNCLE; blocks
     * of the branch that are known as such return.
     *
     * @param branch ascending, without gaps
     * @throws FinalizedBlockOrphanedException when a final block would be replaced; nothing is changed then
     */
    public void adopt(List<BlockRef> branch) {
        session.inTransaction(() -> {
            refuseToReplaceFinal(branch);
            session.query("""
                    UPDATE blocks SET status = 'UNCLE'
                    WHERE chain_id = $1 AND block_number >= $2 AND status = 'CANONICAL' AND block_hash <> ALL ($3)""", chainId, branch.getFirst().number(), hashes(branch));
            session.query(
                    """
                    INSERT INTO blocks (chain_id, block_number, block_hash, parent_hash, status)
                    SELECT $1, number, hash, parent, 'CANONICAL'
                    FROM unnest($2::bigint[], $3::bytea[], $4::bytea[]) AS branch (number, hash, parent)
                    ORDER BY number
                    ON CONFLICT (chain_id, block_hash) DO UPDATE SET status = 'CANONICAL'
                    WHERE blocks.status = 'UNCLE'""",
                    chainId,
                    branch.stream().map(BlockRef::number).toArray(Long[]::new),
                    hashes(branch),
                    branch.stream().map(block -> buffer(block.parentHash())).toArray(Buffer[]::new));
            return branch;
        });
    }

    /**
     * Refuses a branch that leaves out a final block. Asked before anything of the branch is published, too.
     *
     * @throws FinalizedBlockOrphanedException naming the lowest such block
     */
    public void refuseToReplaceFinal(List<BlockRef> branch) {
        Optional<BlockRef> replaced =
                first(session.query("""
                SELECT block_number, block_hash, parent_hash FROM blocks
                WHERE chain_id = $1 AND block_number >= $2 AND status = 'FINALIZED' AND block_hash <> ALL ($3)
                ORDER BY block_number LIMIT 1""", chainId, branch.getFirst().number(), hashes(branch)));
        if (replaced.isPresent()) {
            throw new FinalizedBlockOrphanedException("the chain replaces the final block "
                    + replaced.get().number() + " " + replaced.get().hash());
        }
    }

    private static Buffer[] hashes(List<BlockRef> branch) {
        return branch.stream().map(block -> buffer(block.hash())).toArray(Buffer[]::new);
    }

    private static Buffer buffer(Hash hash) {
        return Buffer.buffer(hash.value().toArray());
    }

    private static Optional<BlockRef> first(RowSet<Row> rows) {
        return all(rows).stream().findFirst();
    }

    private static List<BlockRef> all(RowSet<Row> rows) {
        List<BlockRef> blocks = new ArrayList<>();
        for (Row row : rows) {
            blocks.add(new BlockRef(
                    row.getLong("block_number"),
                    Hash.of(row.getBuffer("block_hash").getBytes()),
                    Hash.of(row.getBuffer("parent_hash").getBytes())));
        }
        return blocks;
    }
}
