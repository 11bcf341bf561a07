package org.relayersuite.devnet.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A program that a benchmark runs to its end, on a core that it shares with nothing else of the benchmark. */
final class Program {
    private Program() {}

    /**
     * Finds {@code name} on the PATH, or where Debian keeps the programs of Postgres.
     *
     * @throws IllegalStateException when it is not installed; the message names {@code debianPackage}
     */
    static Path find(String name, String debianPackage) {
        List<Path> folders = new ArrayList<>(
                Stream.of(System.getenv("PATH").split(":")).map(Path::of).toList());
        try (Stream<Path> versions = Files.isDirectory(Path.of("/usr/lib/postgresql"))
                ? Files.list(Path.of("/usr/lib/postgresql"))
                : Stream.of()) {
            versions.map(version -> version.resolve("bin")).forEach(folders::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return folders.stream()
                .map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        name + " is not installed; Debian has it in the package " + debianPackage));
    }

    /** {@code command}, bound to the core of that number. */
    static List<String> onCore(int core, List<String> command) {
        List<String> bound = new ArrayList<>(List.of("taskset", "-c", Integer.toString(core)));
        bound.addAll(command);
        return bound;
    }

    /** Binds a running process, and what it starts from now on, to a core. */
    static void bind(long pid, int core) throws InterruptedException {
        run(List.of("taskset", "-pc", Integer.toString(core), Long.toString(pid)), Map.of());
    }

    /**
     * Runs a command and returns what it printed.
     *
     * @throws IllegalStateException when it ends with another code than 0; the message carries what it printed
     */
    static String run(List<String> command, Map<String, String> environment) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes());
            if (process.waitFor() != 0) {
                throw new IllegalStateException(command.getFirst() + " failed:\n" + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + command.getFirst(), e);
        }
    }
}
