package org.relayersuite.devnet.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * Kills the registered processes when this JVM is gone, however it went. A shell outside of the JVM reads a pipe that
 * only the JVM holds open; the kernel closes it even after SIGKILL, when no shutdown hook runs.
 */
public final class OrphanGuard implements AutoCloseable {
    // TERM ends most; QUIT is Postgres' immediate stop, which frees its shared memory; KILL ends the rest. The guard
    // itself ignores what a terminal sends to the whole process group, or it would be gone when it is needed.
    private static final String SCRIPT = """
            trap '' INT TERM HUP
            pids=
            while read -r change pid; do
                kept=
                for known in $pids; do
                    [ "$known" = "$pid" ] || kept="$kept $known"
                done
                pids=$kept
                [ "$change" = drop ] || pids="$pids $pid"
            done
            for signal in TERM QUIT KILL; do
                for pid in $pids; do
                    kill -s "$signal" "$pid" 2>/dev/null
                done
                [ -z "$pids" ] || sleep 1
            done
            """;

    private final Process shell;
    private final Writer pipe;
    private boolean closed;

    private OrphanGuard(Process shell) {
        this.shell = shell;
        this.pipe = shell.outputWriter(StandardCharsets.US_ASCII);
    }

    public static OrphanGuard start() {
        try {
            return new OrphanGuard(new ProcessBuilder("/bin/sh", "-c", SCRIPT)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the guard of child processes", e);
        }
    }

    /** Puts a process under guard. The caller takes it out again with {@link #drop} once it has ended. */
    public void add(long pid) {
        tell("add", pid);
    }

    /** Takes an ended process out: its number may soon belong to somebody else. */
    public void drop(long pid) {
        tell("drop", pid);
    }

    private synchronized void tell(String change, long pid) {
        if (closed) {
            // The end of a process that was still registered is noticed a moment after the guard has killed it.
            return;
        }
        try {
            pipe.write(change + ' ' + pid + '\n');
            pipe.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the guard of child processes is gone", e);
        }
    }

    /** Kills what is still registered, then ends the guard. */
    @Override
    public void close() {
        try {
            synchronized (this) {
                closed = true;
                pipe.close();
            }
            shell.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot stop the guard of child processes", e);
        } catch (InterruptedException _) {
            // The shell ends by itself; only the waiting was cut short.
            Thread.currentThread().interrupt();
        }
    }
}
