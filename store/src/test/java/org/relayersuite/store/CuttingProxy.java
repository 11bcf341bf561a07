package org.relayersuite.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Stands between a client and a Postgres on this machine. Once told to, it lets a statement reach the server, waits for
 * the server's answer, and closes the connection instead of passing that on.
 */
public final class CuttingProxy implements AutoCloseable {
    private final ServerSocket listening;
    private final int serverPort;
    private final AtomicReference<Cut> next = new AtomicReference<>();

    private record Cut(String statement, Runnable beforeTheClientKnows) {}

    public CuttingProxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return listening.getLocalPort();
    }

    /**
     * Cuts the connection of the next client that sends {@code statement}, a part of it or of its parameters, after the
     * server has answered.
     */
    public void cut(String statement, Runnable beforeTheClientKnows) {
        next.set(new Cut(statement, beforeTheClientKnows));
    }

    /** Whether what was to be cut was. */
    public boolean hasCut() {
        return next.get() == null;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                AtomicReference<Cut> cut = new AtomicReference<>();
                Thread.ofVirtual().start(() -> requests(client, server, cut));
                Thread.ofVirtual().start(() -> answers(client, server, cut));
            }
        } catch (IOException closed) {
            next.set(null);
        }
    }

    private void requests(Socket client, Socket server, AtomicReference<Cut> cut) {
        pass(client, server, request -> {
            Cut wanted = next.get();
            if (wanted != null && request.contains(wanted.statement) && next.compareAndSet(wanted, null)) {
                cut.set(wanted);
            }
            return true;
        });
    }

    private void answers(Socket client, Socket server, AtomicReference<Cut> cut) {
        pass(server, client, answer -> {
            if (cut.get() == null) {
                return true;
            }
            cut.get().beforeTheClientKnows.run();
            return false;
        });
    }

    private interface Filter {
        boolean passes(String bytes);
    }

    private static void pass(Socket from, Socket to, Filter filter) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[1 << 16];
            for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
                if (!filter.passes(new String(buffer, 0, read, StandardCharsets.ISO_8859_1))) {
                    return;
                }
                out.write(buffer, 0, read);
            }
        } catch (IOException gone) {
            // Either side may close at any time; both sockets are closed then.
            return;
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
