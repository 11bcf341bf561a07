package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.intake.Api.Reply;

/** The admin endpoints as they are by default (section 12, item 36). */
@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
class AdminDisabledIT {
    @TestHTTPResource(value = "/", management = true)
    URI management;

    private Operator operator;

    @BeforeEach
    void connect() {
        operator = new Operator(management);
    }

    @Test
    void operatorsAreToldThatTheyAreNotEnabled() {
        for (Reply reply : new Reply[] {
            operator.get("/admin/config"),
            operator.post("/admin/config", "{\"name\":\"input_proof_throttler_tps\",\"value\":50}"),
            operator.get("/admin/api-keys"),
            operator.post("/admin/api-keys", "{\"owner\":\"alice\"}")
        }) {
            assertThat(reply.status()).isEqualTo(403);
            assertThat(reply.json().get("error").asText()).contains("not enabled");
        }
    }

    @Test
    void everybodyElseIsNotEvenToldThat() {
        assertThat(new Api(management).get("/admin/config").status()).isEqualTo(401);
    }
}
