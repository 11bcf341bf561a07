package org.relayersuite.chain.rpc;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** The server side of RFC 6455, as far as a test needs it: handshake, unfragmented text, and cutting the line. */
final class WebSocketPeer implements AutoCloseable {
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int TEXT = 0x81;

    private final ServerSocket server;
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final List<String> received = new CopyOnWriteArrayList<>();

    WebSocketPeer() {
        try {
            server = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    URI uri() {
        return URI.create("ws://127.0.0.1:" + server.getLocalPort() + "/");
    }

    /** The text messages received so far, over all connections. */
    List<String> received() {
        return received;
    }

    void send(String text) throws IOException {
        byte[] payload = text.getBytes(StandardCharsets.US_ASCII);
        byte[] frame = new byte[2 + payload.length];
        frame[0] = (byte) TEXT;
        frame[1] = (byte) payload.length;
        System.arraycopy(payload, 0, frame, 2, payload.length);
        connections.getLast().getOutputStream().write(frame);
    }

    /** Ends the latest connection without a close frame. */
    void cut() throws IOException {
        connections.getLast().close();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                // The test has closed the server.
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            handshake(socket);
            connections.add(socket);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                int opcode = in.readUnsignedByte();
                int length = in.readUnsignedByte() & 0x7f;
                byte[] mask = in.readNBytes(4);
                byte[] payload = in.readNBytes(length);
                for (int i = 0; i < payload.length; i++) {
                    payload[i] ^= mask[i % 4];
                }
                if (opcode == TEXT) {
                    received.add(new String(payload, StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            // The line is cut, by the test or by the client: this connection is over.
        }
    }

    private static void handshake(Socket socket) throws IOException {
        BufferedReader request =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        String key = "";
        for (String line = request.readLine(); line != null && !line.isEmpty(); line = request.readLine()) {
            if (line.toLowerCase(Locale.ROOT).startsWith("sec-websocket-key:")) {
                key = line.substring(line.indexOf(':') + 1).trim();
            }
        }
        String response = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: " + accept(key) + "\r\n\r\n";
        socket.getOutputStream().write(response.getBytes(StandardCharsets.US_ASCII));
    }

    private static String accept(String key) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-1")
                            .digest((key + GUID).getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : connections) {
            socket.close();
        }
    }
}
