package org.relayersuite.store.notify;

import io.vertx.pgclient.PgConnection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.DatabaseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends and receives wake-ups. Sends are coalesced: while one for a channel is on its way, all further ones become one
 * more, since a NOTIFY commits under a lock that all of the server's notifying transactions share.
 *
 * <p>Subscribers are woken on every (re)connect too: what was notified while nobody listened is gone.
 */
public final class Notifications implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Notifications.class);
    private static final long RECONNECT_SECONDS = 1;
    private static final long HEARTBEAT_SECONDS = 10;

    private final Database database;
    private final Map<Channel, List<Runnable>> subscribers = new EnumMap<>(Channel.class);
    private final Map<Channel, AtomicBoolean> unsent = new EnumMap<>(Channel.class);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread listener;

    /** Starts listening at once, on a connection outside the pool. */
    public Notifications(Database database) {
        this.database = database;
        for (Channel channel : Channel.values()) {
            subscribers.put(channel, new CopyOnWriteArrayList<>());
            unsent.put(channel, new AtomicBoolean());
        }
        this.listener = Thread.ofVirtual().name("notifications").start(this::listen);
    }

    /** Wakes {@code onWake} for every notification on {@code channel}. It must return quickly and not block. */
    public void subscribe(Channel channel, Runnable onWake) {
        subscribers.get(channel).add(onWake);
    }

    /** Wakes the subscribers of {@code channel} in every process, soon. A lost wake-up is made up for by their polls. */
    public void send(Channel channel) {
        AtomicBoolean flag = unsent.get(channel);
        if (flag.compareAndSet(false, true)) {
            Thread.ofVirtual().name("notify-" + channel.sqlName()).start(() -> {
                // One at a time; whoever waits here stands for all calls made meanwhile.
                synchronized (flag) {
                    // Cleared before sending: a call from now on may concern a row that this NOTIFY's receivers miss.
                    flag.set(false);
                    notify(channel);
                }
            });
        }
    }

    private void notify(Channel channel) {
        try {
            database.query("SELECT pg_notify($1, '')", channel.sqlName());
        } catch (DatabaseException e) {
            log.debug("Wake-up not sent channel={}", channel.sqlName(), e);
        }
    }

    private void listen() {
        boolean connectedBefore = true;
        while (closed.getCount() > 0) {
            try {
                listenOnce();
                connectedBefore = true;
            } catch (DatabaseException e) {
                if (connectedBefore) {
                    log.warn("Not listening for wake-ups, polls take over reason=\"{}\"", e.getMessage());
                }
                connectedBefore = false;
            }
            pause();
        }
    }

    private void pause() {
        try {
            closed.await(RECONNECT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            closed.countDown();
        }
    }

    private void listenOnce() {
        PgConnection connection = database.dedicatedConnection();
        try {
            CountDownLatch lost = new CountDownLatch(1);
            connection.closeHandler(nothing -> lost.countDown());
            connection.notificationHandler(notification -> wake(notification.getChannel()));
            for (Channel channel : Channel.values()) {
                Database.query(connection, "LISTEN " + channel.sqlName());
            }
            for (Channel channel : Channel.values()) {
                wake(channel.sqlName());
            }
            // A beat: a connection whose peer vanished without a word would listen in vain for ever.
            while (closed.getCount() > 0 && !lost.await(HEARTBEAT_SECONDS, TimeUnit.SECONDS)) {
                Database.query(connection, "SELECT 1");
            }
        } catch (InterruptedException e) {
            closed.countDown();
        } finally {
            connection.close();
        }
    }

    private void wake(String sqlName) {
        for (Channel channel : Channel.values()) {
            if (channel.sqlName().equals(sqlName)) {
                subscribers.get(channel).forEach(Runnable::run);
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
        listener.interrupt();
    }
}
