package org.relayersuite.devnet;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Independent pieces of work at the same time. */
final class Tasks {
    private Tasks() {}

    /** A piece of work that may wait. */
    @FunctionalInterface
    interface Task {
        void run() throws InterruptedException;
    }

    /**
     * Runs all tasks side by side and returns when every one has ended.
     *
     * @throws RuntimeException what the first of the failed ones threw
     */
    static void runAll(List<Task> tasks) {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<?>[] futures = tasks.stream()
                    .map(task -> CompletableFuture.runAsync(() -> run(task), executor))
                    .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(futures).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private static void run(Task task) {
        try {
            task.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while starting", e);
        }
    }
}
