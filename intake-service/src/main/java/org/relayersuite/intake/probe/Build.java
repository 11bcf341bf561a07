package org.relayersuite.intake.probe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The commit that this service was built from, as the build wrote it down. */
final class Build {
    private static final String RESOURCE = "/git.properties";
    private static final String UNKNOWN = "unknown";

    private Build() {}

    /** Such as {@code 1a2b3c4-clean}, or {@code -dirty} when it was built with changes; {@code unknown} without git. */
    static String ofClasspath() {
        try (InputStream resource = Build.class.getResourceAsStream(RESOURCE)) {
            Properties properties = new Properties();
            if (resource != null) {
                properties.load(resource);
            }
            return of(properties);
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE, e);
        }
    }

    static String of(Properties git) {
        String commit = git.getProperty("git.commit.id", "");
        if (commit.isEmpty()) {
            return UNKNOWN;
        }
        return commit + (Boolean.parseBoolean(git.getProperty("git.dirty")) ? "-dirty" : "-clean");
    }
}
