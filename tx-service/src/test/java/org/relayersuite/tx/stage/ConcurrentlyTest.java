package org.relayersuite.tx.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConcurrentlyTest {

    @Test
    void doesAllAtOnceAndKeepsTheirOrder() throws InterruptedException {
        // Given steps that can only end when all have begun
        CyclicBarrier all = new CyclicBarrier(20);
        List<Integer> items = IntStream.range(0, 20).boxed().toList();

        // When
        List<Integer> results = Concurrently.map(items, item -> {
            await(all);
            return item * 2;
        });

        // Then
        assertThat(results)
                .containsExactlyElementsOf(items.stream().map(item -> item * 2).toList());
    }

    @Test
    void passesOnWhatAStepThrows() {
        IllegalStateException failure = new IllegalStateException("no answer");
        for (List<Integer> items : List.of(List.of(1), List.of(1, 2))) {
            assertThatThrownBy(() -> Concurrently.map(items, item -> {
                        throw failure;
                    }))
                    .isSameAs(failure);
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
