package org.relayersuite.store.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.TestDatabase;
import org.relayersuite.store.TestLane;
import org.relayersuite.store.TestRequests;
import org.relayersuite.store.dispatch.ClaimedRequests;
import org.relayersuite.store.dispatch.Work;
import org.relayersuite.store.sql.DatabaseException;

/** The three forms of user decrypt share a table: what is stored says which one a row is. */
class UserDecryptTypeIT {
    private static final TestDatabase TEST = new TestDatabase();
    private static final TestLane LANE = new TestLane(TEST.database(), "lane-types");

    @AfterAll
    static void close() {
        TEST.close();
    }

    static Stream<Arguments> forms() {
        return Stream.of(
                Arguments.of("user_decrypt", TestRequests.request(RequestKind.USER_DECRYPT, 1)),
                Arguments.of("delegated_user_decrypt", TestRequests.delegated(2)),
                Arguments.of("unified", TestRequests.unified(3)));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void theRowNamesItsTypeAndTheDispatcherGetsTheRequestBack(String type, RelayerRequest request) {
        // When
        long id = TestRequests.insert(TEST.database(), request);

        // Then
        assertThat(typeOf(id)).isEqualTo(type);
        ClaimedRequests requests = new ClaimedRequests(TEST.database());
        requests.claim(LANE.lease(), RequestKind.USER_DECRYPT, 1000);
        assertThat(requests.due(LANE.lease(), RequestKind.USER_DECRYPT, RequestStatus.QUEUED, 1000))
                .filteredOn(work -> work.id() == id)
                .extracting(Work::request)
                .containsExactly(request);
    }

    @Test
    void aRowFromBeforeThereWereTypesIsALegacyDirectOne() {
        // Given
        RelayerRequest request = TestRequests.request(RequestKind.USER_DECRYPT, 4);
        JsonObject untyped = RequestJson.encode(request);
        untyped.remove("type");

        // When
        long id = insert(untyped);

        // Then
        assertThat(typeOf(id)).isEqualTo("user_decrypt");
        assertThat(RequestJson.decode(RequestKind.USER_DECRYPT, untyped)).isEqualTo(request);
    }

    @Test
    void anUnknownTypeIsRefused() {
        JsonObject unknown = RequestJson.encode(TestRequests.unified(5)).put("type", "unified_v2");

        assertThatThrownBy(() -> insert(unknown)).isInstanceOf(DatabaseException.class);
        assertThatThrownBy(() -> RequestJson.decode(RequestKind.USER_DECRYPT, unknown))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static long insert(JsonObject req) {
        return TEST.database()
                .query(
                        "INSERT INTO user_decrypt_req (ext_job_id, int_job_id, req)"
                                + " VALUES ($1, sha256($1::text::bytea), $2) RETURNING id",
                        UUID.randomUUID(),
                        req)
                .iterator()
                .next()
                .getLong(0);
    }

    private static String typeOf(long id) {
        return TEST.database()
                .query("SELECT req_type::text FROM user_decrypt_req WHERE id = $1", id)
                .iterator()
                .next()
                .getString(0);
    }
}
