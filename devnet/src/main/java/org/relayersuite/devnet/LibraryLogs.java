package org.relayersuite.devnet;

import java.util.Arrays;
import java.util.logging.ConsoleHandler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** What libraries log in this JVM, which is the devnet's own and none of the services'. */
public final class LibraryLogs {
    private LibraryLogs() {}

    /** Leaves the console to what the program itself prints, and to warnings. */
    public static void warningsOnly() {
        Arrays.stream(Logger.getLogger("").getHandlers())
                .filter(ConsoleHandler.class::isInstance)
                .forEach(handler -> handler.setLevel(Level.WARNING));
    }
}
