package org.relayersuite.devnet.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A process that this JVM started, with its output in a file and its life under an {@link OrphanGuard}. */
public final class ChildProcess implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(15);
    private static final int TAIL_LINES = 20;
    // What a program needs from its surroundings. Everything else is left out, so that a variable in the user's shell
    // never decides how the devnet behaves.
    private static final List<String> INHERITED = List.of("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "TZ");

    private final String name;
    private final Process process;
    private final Path log;

    private ChildProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a program.
     *
     * @param environment the variables it gets beside those that any program needs (PATH, HOME, locale)
     * @param log receives standard output and error; appended to, so that a restart keeps what came before
     */
    public static ChildProcess start(
            String name, List<String> command, Map<String, String> environment, Path log, OrphanGuard guard) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        Map<String, String> variables = builder.environment();
        variables.keySet().retainAll(INHERITED);
        variables.putAll(environment);
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            Process process = builder.start();
            guard.add(process.pid());
            process.onExit().thenAccept(ended -> guard.drop(ended.pid()));
            return new ChildProcess(name, process, log);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name, e);
        }
    }

    public String name() {
        return name;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public Path log() {
        return log;
    }

    /** The exit code, once the process has ended within {@code patience}; empty when it still runs. */
    public Optional<Integer> awaitExit(Duration patience) throws InterruptedException {
        return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)
                ? Optional.of(process.exitValue())
                : Optional.empty();
    }

    /** Sends a signal; returns at once. A process that has ended takes none. */
    public void signal(Signal signal) {
        if (!process.isAlive()) {
            return;
        }
        try {
            // `kill` is built into every shell; the program of that name is missing on slim machines.
            new ProcessBuilder("/bin/sh", "-c", "kill -s " + signal + " " + process.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot signal " + name, e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** The last lines of the log, for an error message. */
    public String logTail() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException e) {
            return "(no log: " + e.getMessage() + ")";
        }
    }

    /** Asks the process to end, and kills it when it does not within 15 seconds. */
    @Override
    public void close() {
        signal(Signal.CONT);
        signal(Signal.TERM);
        try {
            if (awaitExit(GRACE).isEmpty()) {
                signal(Signal.KILL);
                process.waitFor();
            }
        } catch (InterruptedException _) {
            signal(Signal.KILL);
            Thread.currentThread().interrupt();
        }
    }
}
