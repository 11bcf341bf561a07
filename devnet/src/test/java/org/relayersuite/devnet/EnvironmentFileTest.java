package org.relayersuite.devnet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentFileTest {
    @TempDir
    Path folder;

    @Test
    void aShellThatSourcesItGetsTheValuesAsTheyAre() throws IOException, InterruptedException {
        // Given a value with everything that a shell gives a meaning to
        String value = "it's $HOME `id` \"x\" \\ a b; # c";
        Path file = folder.resolve("env");

        // When it is written and sourced
        EnvironmentFile.write(file, Map.of("ODD", value));
        Process shell = new ProcessBuilder("/bin/sh", "-c", ". '" + file + "' && printf %s \"$ODD\"").start();
        String seen = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        // Then the shell has it unchanged
        assertThat(shell.waitFor()).isZero();
        assertThat(seen).isEqualTo(value);
    }

    @Test
    void nobodyButItsOwnerMayReadIt() throws IOException {
        // Given an older file that everyone may read
        Path file = Files.writeString(folder.resolve("env"), "export OLD='1'\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        // When it is written again
        EnvironmentFile.write(file, Map.of("SECRET", "s"));

        // Then the permissions are tight and the old content is gone
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(file).hasContent("export SECRET='s'\n");
    }
}
