package org.relayersuite.devnet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Collectors;

/** A file of variables for a shell to source. Only its owner may read it: it holds passwords and a signing key. */
final class EnvironmentFile {
    private EnvironmentFile() {}

    /** Writes the variables in their order, in place of what was there. */
    static void write(Path file, Map<String, String> variables) {
        String text = variables.entrySet().stream()
                .map(each -> "export " + each.getKey() + "=" + quote(each.getValue()) + "\n")
                .collect(Collectors.joining());
        try {
            Files.deleteIfExists(file);
            // Made for the owner alone before the first byte is in it.
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private static String quote(String value) {
        return "'" + value.replace("'", "'\\''") + "'";
    }
}
