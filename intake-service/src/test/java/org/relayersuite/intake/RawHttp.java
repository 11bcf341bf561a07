package org.relayersuite.intake;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** HTTP as no client library would send it. Every request asks the server to close, so that the answer has an end. */
final class RawHttp {
    private static final int ANSWER_TIMEOUT_MS = 20_000;

    private final URI base;

    RawHttp(URI base) {
        this.base = base;
    }

    /** Sends {@code head}, completed with Host and Connection, then {@code body}, and reads until the server closes. */
    String exchange(String head, byte[] body) throws IOException {
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            socket.setSoTimeout(ANSWER_TIMEOUT_MS);
            socket.getOutputStream()
                    .write((head + "\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(body);
            socket.getOutputStream().flush();
            return readToEnd(socket.getInputStream());
        }
    }

    /** Sends {@code bytes} as they are, and reads until the server closes. */
    String send(byte[] bytes) throws IOException {
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            socket.setSoTimeout(ANSWER_TIMEOUT_MS);
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return readToEnd(socket.getInputStream());
        }
    }

    private static String readToEnd(InputStream in) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        in.transferTo(answer);
        return answer.toString(StandardCharsets.UTF_8);
    }
}
