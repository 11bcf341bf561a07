package org.relayersuite.broker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes everything on to a Redis, but cuts the connection instead of passing on the first commands of one name. */
final class CuttingFront implements AutoCloseable {
    private final ServerSocket server;
    private final int target;
    private final String command;
    private final AtomicInteger cutsLeft;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    CuttingFront(int target, String command, int cuts) throws IOException {
        this.target = target;
        this.command = command;
        this.cutsLeft = new AtomicInteger(cuts);
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    int cutsLeft() {
        return cutsLeft.get();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Socket redis = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.addAll(List.of(client, redis));
                Thread.ofVirtual().start(() -> pass(client, redis, true));
                Thread.ofVirtual().start(() -> pass(redis, client, false));
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void pass(Socket from, Socket to, boolean commands) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[1 << 16];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                String text = new String(Arrays.copyOf(buffer, read), StandardCharsets.ISO_8859_1);
                if (commands && text.contains(command) && cutsLeft.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                    return;
                }
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            // The other direction has closed both sockets: that is what a cut looks like from here.
            assert from.isClosed() || to.isClosed();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
