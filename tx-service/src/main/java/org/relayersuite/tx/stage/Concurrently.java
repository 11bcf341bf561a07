package org.relayersuite.tx.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Does one thing for each of many, each on a virtual thread of its own. What bounds them is the RPC client. */
public final class Concurrently {
    private Concurrently() {}

    /**
     * Applies {@code step} to all {@code items} at once and returns the results in their order.
     *
     * @throws InterruptedException when the caller is interrupted; the steps are too then
     */
    public static <T, R> List<R> map(List<T> items, Function<T, R> step) throws InterruptedException {
        if (items.size() == 1) {
            return List.of(step.apply(items.getFirst()));
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<R> results = new ArrayList<>(items.size());
            for (Future<R> future : threads.invokeAll(items.stream()
                    .map(item -> (Callable<R>) () -> step.apply(item))
                    .toList())) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
