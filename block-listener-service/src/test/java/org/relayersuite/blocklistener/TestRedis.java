package org.relayersuite.blocklistener;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import redis.embedded.RedisServer;

/** A real Redis on a port of its own, that can be stopped and started again at the same place. */
final class TestRedis implements AutoCloseable {
    final int port;
    private final String[] settings;
    private RedisServer server;

    TestRedis(String... settings) {
        this.port = freePort();
        this.settings = settings;
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    TestRedis start() {
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

    void stop() {
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
