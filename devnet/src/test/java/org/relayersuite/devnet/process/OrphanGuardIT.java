package org.relayersuite.devnet.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class OrphanGuardIT {
    @TempDir
    Path folder;

    private Process program;
    private List<ProcessHandle> children = List.of();

    @AfterEach
    void leaveNothingBehind() {
        program.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void nothingSurvivesAProgramThatIsKilled() throws IOException {
        // Given a program that started Postgres, Redis, a plain child and one that ignores SIGTERM
        startProgram();
        assertThat(children).hasSize(4).allMatch(ProcessHandle::isAlive);

        // When it ends without a chance to clean up
        program.destroyForcibly();

        // Then its children end, too
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(children).noneMatch(ProcessHandle::isAlive));
    }

    private void startProgram() throws IOException {
        program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        GuardedProgram.class.getName(),
                        folder.toString())
                .redirectError(folder.resolve("program.log").toFile())
                .start();
        BufferedReader output = program.inputReader();
        String pids = output.readLine();
        assertThat(pids)
                .as("the program's children; it said: %s", Files.readString(folder.resolve("program.log")))
                .isNotNull();
        children = Arrays.stream(pids.split(" "))
                .map(Long::parseLong)
                .map(ProcessHandle::of)
                .flatMap(Optional::stream)
                .toList();
    }
}
