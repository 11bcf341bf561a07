package org.relayersuite.store.sql;

import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits on a virtual thread for an answer of the reactive client, and gives each failure its meaning. */
final class Await {
    /** Longer than the server's own statement timeout, so that only a dead connection ever runs into it. */
    static final Duration LIMIT = Duration.ofSeconds(20);

    /** admin_shutdown, crash_shutdown, cannot_connect_now, and the connection exceptions of class 08. */
    private static final Set<String> LOST_STATES = Set.of("57P01", "57P02", "57P03", "25P03");

    private Await() {}

    static <T> T answer(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectionLostException("interrupted while waiting for the database", e);
        } catch (TimeoutException e) {
            throw new ConnectionLostException("the database did not answer within " + LIMIT, e);
        } catch (ExecutionException e) {
            throw translate(e.getCause());
        }
    }

    private static DatabaseException translate(Throwable cause) {
        if (cause instanceof PgException refused) {
            String state = refused.getSqlState();
            if (LOST_STATES.contains(state) || state.startsWith("08")) {
                return new ConnectionLostException("the database closed the connection (" + state + ")", refused);
            }
            return new DatabaseException(refused.getErrorMessage() + " (" + state + ")", state, refused);
        }
        return new ConnectionLostException("no connection to the database: " + cause.getMessage(), cause);
    }
}
