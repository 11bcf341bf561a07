package org.relayersuite.blocklistener.block;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.relayersuite.blocklistener.TestBlocks.hash;
import static org.relayersuite.blocklistener.TestBlocks.receipts;
import static org.relayersuite.blocklistener.TestBlocks.ref;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.blocklistener.TestBlocks;
import org.relayersuite.blocklistener.failure.InconsistentBlockException;
import org.relayersuite.chain.rpc.Block;
import org.relayersuite.chain.rpc.Log;
import org.relayersuite.chain.rpc.Receipt;
import org.relayersuite.chain.rpc.Transaction;
import org.relayersuite.core.Hash;

class BlockConsistencyTest {
    private static final BlockRef REF = ref('a', 10);
    private static final Hash OTHER = hash('b', 10);

    @Test
    void aBlockWithItsReceiptsIsConsistent() {
        assertThatCode(() -> BlockConsistency.check(TestBlocks.block(REF, 3), receipts(REF, 3, 2)))
                .doesNotThrowAnyException();
        assertThatCode(() -> BlockConsistency.check(TestBlocks.block(REF, 0), List.of()))
                .doesNotThrowAnyException();
    }

    private static Arguments receipt(String what, UnaryOperator<Receipt> change) {
        return Arguments.of(what, (UnaryOperator<List<Receipt>>) all -> {
            List<Receipt> changed = new ArrayList<>(all);
            changed.set(1, change.apply(changed.get(1)));
            return changed;
        });
    }

    private static Arguments log(String what, UnaryOperator<Log> change) {
        return receipt(what, r -> {
            List<Log> logs = new ArrayList<>(r.logs());
            logs.set(0, change.apply(logs.getFirst()));
            return new Receipt(r.transactionHash(), r.blockHash(), r.blockNumber(), r.transactionIndex(), true, logs);
        });
    }

    private static Log copy(Log l, long number, Hash block, Hash transaction, long index, boolean removed) {
        return new Log(l.address(), l.topics(), l.data(), number, block, transaction, index, removed);
    }

    static Stream<Arguments> contradictions() {
        return Stream.of(
                Arguments.of("no receipts", (UnaryOperator<List<Receipt>>) _ -> List.of()),
                Arguments.of("one receipt missing", (UnaryOperator<List<Receipt>>) all -> all.subList(0, 2)),
                Arguments.of("one receipt more", (UnaryOperator<List<Receipt>>) _ -> receipts(REF, 4, 2)),
                Arguments.of("two receipts swapped", (UnaryOperator<List<Receipt>>)
                        all -> List.of(all.get(0), all.get(2), all.get(1))),
                Arguments.of(
                        "receipts of another branch", (UnaryOperator<List<Receipt>>) _ -> receipts(ref('b', 10), 3, 2)),
                receipt(
                        "receipt of another transaction",
                        r -> new Receipt(OTHER, r.blockHash(), r.blockNumber(), r.transactionIndex(), true, r.logs())),
                receipt(
                        "receipt with another index",
                        r -> new Receipt(r.transactionHash(), r.blockHash(), r.blockNumber(), 7, true, r.logs())),
                receipt(
                        "receipt at another height",
                        r -> new Receipt(r.transactionHash(), r.blockHash(), 11, r.transactionIndex(), true, r.logs())),
                receipt(
                        "receipt without its logs",
                        r -> new Receipt(
                                r.transactionHash(), r.blockHash(), 10, r.transactionIndex(), true, List.of())),
                log("log of another block", l -> copy(l, 10, OTHER, l.transactionHash(), l.logIndex(), false)),
                log("log at another height", l -> copy(l, 9, l.blockHash(), l.transactionHash(), l.logIndex(), false)),
                log("log of another transaction", l -> copy(l, 10, l.blockHash(), OTHER, l.logIndex(), false)),
                log("log index twice", l -> copy(l, 10, l.blockHash(), l.transactionHash(), 1, false)),
                log("removed log", l -> copy(l, 10, l.blockHash(), l.transactionHash(), l.logIndex(), true)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("contradictions")
    void whateverDoesNotFitTogetherIsRefused(String what, UnaryOperator<List<Receipt>> change) {
        // Given
        List<Receipt> changed = change.apply(receipts(REF, 3, 2));

        // Then
        assertThatThrownBy(() -> BlockConsistency.check(TestBlocks.block(REF, 3), changed))
                .as(what)
                .isInstanceOf(InconsistentBlockException.class)
                .hasMessageContaining(REF.hash().toString());
    }

    @Test
    void aTransactionOutOfItsPlaceIsRefused() {
        // Given
        Block block = TestBlocks.block(REF, 1);
        Transaction t = block.transactions().getFirst();
        Block moved = new Block(
                block.header(), List.of(new Transaction(t.hash(), 1, t.from(), t.to(), t.value(), t.input())));

        // Then
        assertThatThrownBy(() -> BlockConsistency.check(moved, receipts(REF, 1, 1)))
                .isInstanceOf(InconsistentBlockException.class);
    }
}
