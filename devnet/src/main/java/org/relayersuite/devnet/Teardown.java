package org.relayersuite.devnet;

import java.util.ArrayDeque;
import java.util.Deque;

/** What has been started, stopped in the reverse order. May be closed by a shutdown hook while things still start. */
final class Teardown implements AutoCloseable {
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private boolean closed;

    /**
     * Takes over the stopping of {@code part}.
     *
     * @throws IllegalStateException when everything is being stopped already; {@code part} is stopped, too
     */
    synchronized <T extends AutoCloseable> T add(T part) {
        if (closed) {
            stop(part);
            throw new IllegalStateException("the devnet is stopping");
        }
        parts.push(part);
        return part;
    }

    /** Stops every part, also when one of them fails; the first failure is thrown at the end. */
    @Override
    public synchronized void close() {
        closed = true;
        RuntimeException first = null;
        while (!parts.isEmpty()) {
            try {
                stop(parts.pop());
            } catch (RuntimeException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private static void stop(AutoCloseable part) {
        try {
            part.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("cannot stop " + part, e);
        }
    }
}
