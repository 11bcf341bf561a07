package org.relayersuite.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.relayersuite.intake.Api.Reply;
import org.relayersuite.intake.Mutations.Mutation;
import org.relayersuite.intake.endpoint.Endpoint;

/** A sample of {@link DecoderFuzzTest}'s bodies, sent: 202 or an enveloped 400, and never anything else. */
@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
class HttpFuzzIT {
    private static final long SEED = Long.getLong("fuzz.seed", 20_261_201);
    private static final int SAMPLE = 250;

    @TestHTTPResource
    URI base;

    @ParameterizedTest
    @EnumSource(Endpoint.class)
    void everyBodyIsAcceptedOrRefusedInTheEnvelope(Endpoint endpoint) {
        Api api = new Api(base);
        Random random = new Random(SEED);
        List<Mutation> mutations =
                new Mutations(Bodies.of(endpoint.path()), SEED).all().toList();

        for (Mutation mutation : random.ints(SAMPLE, 0, mutations.size())
                .mapToObj(mutations::get)
                .toList()) {
            Reply reply = api.post(endpoint.path(), mutation.body());

            assertThat(reply.status()).as("seed %d: %s", SEED, mutation).isIn(202, 400);
            if (reply.status() == 202) {
                reply.assertAccepted();
            } else {
                reply.assertProblem(400, reply.json().at("/error/label").asText());
                assertThat(reply.http().body().length())
                        .as("seed %d: %s", SEED, mutation)
                        .isLessThan(5_000);
            }
        }
    }
}
