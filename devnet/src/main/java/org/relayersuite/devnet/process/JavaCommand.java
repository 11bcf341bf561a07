package org.relayersuite.devnet.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How to start another JVM of the same JDK as this one. */
public final class JavaCommand {
    private JavaCommand() {}

    /** The command line that runs {@code jar} with the given JVM flags and arguments. */
    public static List<String> of(List<String> flags, Path jar, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.add("-jar");
        command.add(jar.toString());
        command.addAll(List.of(arguments));
        return command;
    }
}
