package org.relayersuite.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import redis.embedded.RedisServer;

/** A real Redis on a port of its own, that can be stopped and started again at the same place. */
public final class TestRedis implements AutoCloseable {
    private final int port;
    private final String[] settings;
    private RedisServer server;

    /** @param settings further lines of its configuration */
    public TestRedis(String... settings) {
        this.port = freePort();
        this.settings = settings;
    }

    public int port() {
        return port;
    }

    /** A port that was free a moment ago. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public TestRedis start() {
        try {
            var builder = RedisServer.newRedisServer()
                    .port(port)
                    .setting("bind 127.0.0.1")
                    .setting("save \"\"")
                    .setting("appendonly no");
            for (String setting : settings) {
                builder.setting(setting);
            }
            server = builder.build();
            server.start();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void stop() {
        try {
            server.stop();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (server != null) {
            stop();
        }
    }
}
