package org.relayersuite.intake;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A client of Server-Sent Events, that keeps what it is told and does not come again by itself. */
final class EventSource implements AutoCloseable {
    private final HttpURLConnection connection;
    private final List<String> names = new CopyOnWriteArrayList<>();
    private final List<JsonNode> data = new CopyOnWriteArrayList<>();
    private final AtomicInteger comments = new AtomicInteger();
    private final Thread reader;

    private EventSource(HttpURLConnection connection) {
        this.connection = connection;
        this.reader = Thread.ofVirtual().name("event-source").start(this::read);
    }

    static EventSource open(URI base, String path, Map<String, String> headers) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) base.resolve(path).toURL().openConnection();
            headers.forEach(connection::setRequestProperty);
            return new EventSource(connection);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("event: ")) {
                    names.add(line.substring("event: ".length()));
                } else if (line.startsWith("data: ")) {
                    data.add(Api.JSON.readTree(line.substring("data: ".length())));
                } else if (line.startsWith(":")) {
                    comments.incrementAndGet();
                }
            }
        } catch (IOException closed) {
            names.add("broken");
        }
    }

    /** The names of the events so far; the last is {@code broken} when the stream did not end by itself. */
    List<String> names() {
        return names;
    }

    /** The envelopes so far. */
    List<JsonNode> data() {
        return data;
    }

    /** The states that the envelopes tell. */
    List<String> states() {
        return data.stream().map(json -> json.at("/job/state").asText()).toList();
    }

    int comments() {
        return comments.get();
    }

    String contentType() {
        return connection.getContentType();
    }

    boolean isOver() {
        return !reader.isAlive();
    }

    @Override
    public void close() {
        connection.disconnect();
    }
}
