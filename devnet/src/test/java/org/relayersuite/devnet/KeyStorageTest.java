package org.relayersuite.devnet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyStorageTest {
    private static final String ID = "0400000000000000000000000000000000000000000000000000000000000001";

    @TempDir
    private Path files;

    private final HttpClient http = HttpClient.newHttpClient();
    private KeyStorage storage;

    @BeforeEach
    void serve() {
        storage = KeyStorage.serve(files);
    }

    @AfterEach
    void stop() {
        http.close();
        storage.close();
    }

    @Test
    void everyNodeHasBothFiles() throws Exception {
        // Given
        Files.writeString(files.resolve("PublicKey"), "key");
        Files.writeString(files.resolve("CRS"), "crs");

        // When, Then
        assertThat(get("/PUB-p1/PublicKey/" + ID).body()).isEqualTo("key");
        assertThat(get("/PUB-p4/CRS/" + ID).body()).isEqualTo("crs");
    }

    @Test
    void tellsHowToMakeKeysThatAreNotThere() throws Exception {
        // When
        HttpResponse<String> answer = get("/PUB-p1/PublicKey/" + ID);

        // Then
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("npm run keys");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/PUB-p1/secret/" + ID, "/PUB-p1/PublicKey/", "/PUB-p1/PublicKey/../secret"})
    void servesNothingElse(String path) throws Exception {
        // Given
        Files.writeString(files.resolve("secret"), "secret");

        // When, Then
        assertThat(get(path).statusCode()).isEqualTo(404);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(storage.url() + path)).build(), HttpResponse.BodyHandlers.ofString());
    }
}
