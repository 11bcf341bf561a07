package org.relayersuite.devnet.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.relayersuite.devnet.process.ChildProcess;
import org.relayersuite.devnet.process.OrphanGuard;

/** One run of a program of {@code devnet/sdk}: the published client SDK at work. */
final class SdkRun implements AutoCloseable {
    /** A proof takes a dozen seconds of computing, on a machine of its own. */
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final ObjectMapper json = new ObjectMapper();
    private final ChildProcess process;

    private SdkRun(ChildProcess process) {
        this.process = process;
    }

    /**
     * Starts a program and returns at once.
     *
     * @param command the name of the program and its arguments
     * @param variables what it knows of the devnet
     * @param log a file of this run's own
     */
    static SdkRun start(
            Path programs, List<String> command, Map<String, String> variables, Path log, OrphanGuard guard) {
        List<String> line = new ArrayList<>(command);
        String name = line.removeFirst();
        line.addAll(0, List.of("node", programs.resolve(name + ".mjs").toString()));
        return new SdkRun(ChildProcess.start("sdk " + name, line, variables, log, guard));
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** What the SDK has reported of its requests so far, in order. */
    List<JsonNode> progress() {
        return lines().stream()
                .filter(line -> line.has("progress"))
                .map(line -> line.path("progress"))
                .toList();
    }

    /** Waits for the end of a run that must go well. */
    JsonNode result() throws InterruptedException {
        JsonNode last = last();
        assertThat(last.has("result")).as("%s: %s", process.name(), last).isTrue();
        return last.path("result");
    }

    /** Waits for the end of a run that must fail; what the SDK has thrown. */
    JsonNode error() throws InterruptedException {
        JsonNode last = last();
        assertThat(last.has("error")).as("%s: %s", process.name(), last).isTrue();
        return last.path("error");
    }

    private JsonNode last() throws InterruptedException {
        assertThat(process.awaitExit(LIMIT))
                .as("%s ended: %s", process.name(), process.logTail())
                .isPresent();
        List<JsonNode> lines = lines();
        assertThat(lines).as(process.logTail()).isNotEmpty();
        return lines.getLast();
    }

    /** The lines of JSON among whatever else Node or the SDK writes. */
    private List<JsonNode> lines() {
        try {
            List<JsonNode> lines = new ArrayList<>();
            // The last line may be unfinished while the program runs.
            String text = Files.readString(process.log());
            for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
                if (line.startsWith("{")) {
                    lines.add(json.readTree(line));
                }
            }
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read what " + process.name() + " wrote", e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
