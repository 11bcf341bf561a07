package org.relayersuite.devnet;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Tells a person what is going on, with the time since the start. */
public final class Progress {
    private final PrintStream out;
    private final long start = System.nanoTime();

    public Progress(PrintStream out) {
        this.out = out;
    }

    /** One line with the time in front. */
    public void step(String text) {
        out.printf(Locale.ROOT, "[%5.1f s] %s%n", seconds(Duration.ofNanos(System.nanoTime() - start)), text);
    }

    /** A line without the time. */
    public void line(String text) {
        out.println(text);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
