package org.relayersuite.store.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.relayersuite.core.Hash;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.CuttingProxy;
import org.relayersuite.store.TestPostgres;
import org.relayersuite.store.TestRequests;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.DatabaseSettings;

/** Submissions whose connection is lost after the server has committed, and before the client knows. */
class LostAnswerIT {
    private static final RequestKind KIND = RequestKind.INPUT_PROOF;
    private static final RelayerRequest REQUEST = TestRequests.request(KIND, 0x5eed);
    private static final String CONTENT = "00005eed";
    private static final IdempotencyKey KEY = new IdempotencyKey("", "key", Hash.of("b0".repeat(32)));

    private final Vertx vertx = Vertx.vertx();
    private Database direct;
    private Database proxied;
    private Notifications notifications;
    private CuttingProxy proxy;
    private RequestIntake intake;

    @BeforeEach
    void connect() throws IOException {
        DatabaseSettings settings = TestPostgres.freshDatabase();
        int port = URI.create(settings.url()).getPort();
        proxy = new CuttingProxy(port);
        direct = Database.open(vertx, settings);
        notifications = new Notifications(direct);
        proxied = Database.open(
                vertx,
                new DatabaseSettings(
                        settings.url().replace(":" + port, ":" + proxy.port()),
                        settings.username(),
                        settings.password(),
                        2));
        intake = new RequestIntake(proxied, notifications);
    }

    @AfterEach
    void close() {
        notifications.close();
        proxied.close();
        direct.close();
        proxy.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @ParameterizedTest
    @CsvSource({"true, false", "true, true", "false, false", "false, true"})
    void theJobThatWasStoredIsTheAnswerEvenWhenItHasEndedMeanwhile(boolean keyed, boolean ended) {
        // Given a connection that is lost after the commit, before or after the new job fails
        proxy.cut(keyed ? "COMMIT" : CONTENT, () -> {
            if (ended) {
                direct.query("""
                        UPDATE input_proof_req SET req_status = 'failure', err_label = 'internal_server_error',
                            err_reason = 'x'""");
            }
        });

        // When
        Admission admission = submit(keyed);

        // Then there is one job, and it is the answer
        assertThat(proxy.hasCut()).isTrue();
        assertThat(admission.inserted()).isTrue();
        assertThat(direct.query("SELECT ext_job_id FROM input_proof_req"))
                .singleElement()
                .satisfies(row -> assertThat(row.getUUID(0)).isEqualTo(admission.jobId()));
        if (keyed) {
            assertThat(submit(true)).isEqualTo(new Admission(admission.jobId(), false));
        }
    }

    @Test
    void aKeyThatWasPointedAtAnEarlierJobStillStandsForIt() {
        // Given a job of the same content, and a lost answer to the commit under the key
        Admission earlier = submit(false);
        proxy.cut("COMMIT", () -> {});

        // When
        Admission admission = submit(true);

        // Then
        assertThat(proxy.hasCut()).isTrue();
        assertThat(admission).isEqualTo(new Admission(earlier.jobId(), false));
        assertThat(direct.query("SELECT FROM input_proof_req").rowCount()).isEqualTo(1);
    }

    private Admission submit(boolean keyed) {
        return intake.submit(REQUEST, "endpoint", keyed ? Optional.of(KEY) : Optional.empty(), Optional.empty());
    }
}
