package org.relayersuite.broker;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Speaks TLS with a certificate for {@code localhost} and passes everything on to a plain port. */
final class TlsFront implements AutoCloseable {
    private static final String PASSWORD = "changeit";

    private final Path keyStore;
    private final ServerSocket server;
    private final int target;
    /** How connections ended, for a debugger. */
    private final List<IOException> ended = new CopyOnWriteArrayList<>();

    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    TlsFront(Path directory, int target) throws Exception {
        this.keyStore = directory.resolve("localhost.p12");
        this.target = target;
        generate();
        this.server = context().getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    private void generate() throws Exception {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "front",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        keyStore.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes());
        if (keytool.waitFor() != 0) {
            throw new AssertionError("keytool: " + output);
        }
    }

    private SSLContext context() throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keyStore)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    int port() {
        return server.getLocalPort();
    }

    /** Makes the JVM trust the certificate, as an operator does for a private authority. */
    void trust() {
        System.setProperty("javax.net.ssl.trustStore", keyStore.toString());
        System.setProperty("javax.net.ssl.trustStorePassword", PASSWORD);
        System.setProperty("javax.net.ssl.trustStoreType", "PKCS12");
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket outside = server.accept();
                Socket inside = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.addAll(List.of(outside, inside));
                Thread.ofVirtual().start(() -> pump(outside, inside));
                Thread.ofVirtual().start(() -> pump(inside, outside));
            } catch (IOException e) {
                // A handshake that fails shows up in pump; here only the end of the server does.
                return;
            }
        }
    }

    /** Ends with either socket; that is how a refused handshake looks from here. */
    private void pump(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            ended.add(e);
        }
    }

    @Override
    public void close() throws IOException {
        System.clearProperty("javax.net.ssl.trustStore");
        System.clearProperty("javax.net.ssl.trustStorePassword");
        System.clearProperty("javax.net.ssl.trustStoreType");
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
