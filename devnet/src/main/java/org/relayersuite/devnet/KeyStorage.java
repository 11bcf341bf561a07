package org.relayersuite.devnet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The bucket in which the devnet's KMS nodes publish the FHE public key and the CRS (spec/relayer.md 1.11). Every node
 * has the same two files, and every id stands for them; 404 until they have been made.
 */
final class KeyStorage implements AutoCloseable {
    private static final String BUCKET = "/kms-public";
    private static final Pattern OBJECT = Pattern.compile(BUCKET + "/PUB-p[0-9]+/(PublicKey|CRS)/[0-9a-f]{64}");
    private static final byte[] NOT_MADE = "No such object. Are the keys made? npm ci && npm run keys, in devnet/sdk\n"
            .getBytes(StandardCharsets.US_ASCII);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Path files;
    private final HttpServer server;

    private KeyStorage(Path files) throws IOException {
        this.files = files;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    /** @param files the folder with {@code PublicKey} and {@code CRS}, read at each request */
    static KeyStorage serve(Path files) {
        try {
            return new KeyStorage(files);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot serve the keys", e);
        }
    }

    /** The {@code storageUrl} of every node. */
    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + BUCKET);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Optional<Path> file = file(exchange.getRequestURI().getPath());
            byte[] body = file.isPresent() ? Files.readAllBytes(file.get()) : NOT_MADE;
            exchange.sendResponseHeaders(file.isPresent() ? 200 : 404, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private Optional<Path> file(String path) {
        Matcher object = OBJECT.matcher(path);
        return object.matches()
                ? Optional.of(files.resolve(object.group(1))).filter(Files::isRegularFile)
                : Optional.empty();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
