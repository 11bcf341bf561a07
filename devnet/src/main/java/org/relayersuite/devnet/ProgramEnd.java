package org.relayersuite.devnet;

import java.time.Duration;

/** Ties a devnet to the life of the program that runs it, and the program to that of the entry script. */
public final class ProgramEnd {
    private static final Duration PARENT_POLL = Duration.ofSeconds(1);

    private ProgramEnd() {}

    /**
     * Stops {@code devnet} when this JVM ends, and ends this JVM when the process that {@code -Ddevnet.parent} names is
     * gone: a script that gets SIGKILL cannot pass it on.
     */
    public static void stops(Devnet devnet, Progress progress) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            progress.step("Stopping");
            devnet.close();
        }));
        Long parent = Long.getLong("devnet.parent");
        if (parent != null) {
            Thread.ofVirtual().name("parent-watch").start(() -> exitAfter(parent));
        }
    }

    // Asked once a second: ProcessHandle.onExit asks ever more rarely about a process that is not a child.
    private static void exitAfter(long parent) {
        try {
            while (ProcessHandle.of(parent).isPresent()) {
                Thread.sleep(PARENT_POLL);
            }
            System.exit(1);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
