package org.relayersuite.devnet.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.relayersuite.core.Handle;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.devnet.SuiteService;
import org.relayersuite.devnet.demo.ApiClient;
import org.relayersuite.devnet.demo.DemoRequests;

/** The delegated and the unified form of user decrypt, from POST to the shares of the KMS nodes. */
class UserDecryptFormsIT {
    private static Suite suite;

    /** A form: where it is posted, a valid request, and where its handles stand in the body. */
    enum Form {
        DELEGATED(
                "/v2/delegated-user-decrypt",
                DemoRequests::delegatedUserDecrypt,
                "/handleContractPairs",
                "handle",
                "isHandleDelegatedForUserDecryption"),
        UNIFIED(
                "/v3/user-decrypt",
                DemoRequests::unifiedUserDecrypt,
                "/attestedPayload/handles",
                "ctHandle",
                "isAllowed");

        private final String path;
        private final Function<DemoRequests, ObjectNode> request;
        private final String handles;
        private final String handle;
        private final String aclCheck;

        Form(
                String path,
                Function<DemoRequests, ObjectNode> request,
                String handles,
                String handle,
                String aclCheckOfFirst) {
            this.path = path;
            this.request = request;
            this.handles = handles;
            this.handle = handle;
            this.aclCheck = aclCheckOfFirst;
        }

        ObjectNode next() {
            return request.apply(suite.requests());
        }

        /** The entries of the body's handles. */
        ArrayNode entries(JsonNode body) {
            return (ArrayNode) body.at(handles);
        }
    }

    @BeforeAll
    static void start() throws InterruptedException {
        suite = Suite.startWithoutDispatcher("user-decrypt-forms");
        suite.devnet()
                .startReplica(
                        SuiteService.TX,
                        "tx-impatient",
                        Map.of("RELAYER_DISPATCH_REFUSAL_RETRY", "200ms", "RELAYER_ACL_DENIAL_GRACE", "500ms"))
                .awaitReady();
    }

    @AfterAll
    static void stop() {
        suite.close();
    }

    @ParameterizedTest
    @EnumSource
    void completesWithTheSharesOfTheThreshold(Form form) throws Exception {
        // Given
        long before = suite.transactions();

        // When
        UUID jobId = suite.api().submit(form.path, form.next());
        assertThat(suite.api().poll(form.path, jobId).status()).isIn(200, 202);
        suite.awaitStatus(RequestKind.USER_DECRYPT, jobId, RequestStatus.COMPLETED);

        // Then
        ApiClient.Answer answer = suite.api().poll(form.path, jobId);
        assertThat(answer.status()).isEqualTo(200);
        JsonNode shares = answer.body().at("/result/result");
        assertThat(shares)
                .hasSize(suite.devnet().contracts().settings().userDecryptThreshold())
                .allSatisfy(share -> {
                    assertThat(share.get("payload").asText()).matches("[0-9a-f]+");
                    assertThat(share.get("signature").asText()).matches("[0-9a-f]{130}");
                    assertThat(share.get("extraData").asText()).startsWith("0x");
                    assertThat(share.has("extra_data")).isFalse();
                });
        assertThat(suite.transactions()).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @EnumSource
    void identicalPostsShareTheJobBeforeAndAfterItsEnd(Form form) throws Exception {
        // Given a job that cannot complete yet
        suite.devnet().kmsNodes().pauseAnswers();
        ObjectNode body = form.next();
        UUID jobId = suite.api().submit(form.path, body);

        // When the same is posted while it is active and after it completed
        UUID whileActive = suite.api().submit(form.path, body);
        suite.devnet().kmsNodes().resumeAnswers();
        suite.awaitStatus(RequestKind.USER_DECRYPT, jobId, RequestStatus.COMPLETED);
        UUID afterwards = suite.api().submit(form.path, body);

        // Then
        assertThat(whileActive).isEqualTo(jobId);
        assertThat(afterwards).isEqualTo(jobId);
        assertThat(suite.api().poll(form.path, jobId).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void failsWhenTheAclDeniesOneOfTheHandles(Form form) throws Exception {
        // Given a valid request with one more handle that is ready and that nobody may use; handles are not signed
        ObjectNode body = form.next();
        ArrayNode entries = form.entries(body);
        Handle denied = unusable(entries.get(0).get(form.handle).asText());
        ObjectNode another = entries.get(0).deepCopy();
        entries.add(another.put(form.handle, denied.toString()));
        long before = suite.transactions();

        // When
        UUID jobId = suite.api().submit(form.path, body);
        suite.awaitStatus(RequestKind.USER_DECRYPT, jobId, RequestStatus.FAILURE);

        // Then the answer names it, with the check that failed
        ApiClient.Answer answer = suite.api().poll(form.path, jobId);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body().at("/error/label").asText()).isEqualTo("not_allowed_on_host_acl");
        assertThat(answer.body().at("/error/message").asText())
                .contains(form.aclCheck + " of " + denied)
                .doesNotContain(entries.get(0).get(form.handle).asText());
        assertThat(suite.transactions()).isEqualTo(before);

        // And the request without it is another job, which completes
        entries.remove(entries.size() - 1);
        UUID again = suite.api().submit(form.path, body);
        suite.awaitStatus(RequestKind.USER_DECRYPT, again, RequestStatus.COMPLETED);
    }

    @ParameterizedTest
    @EnumSource
    void failsWhenTheAclDeniesAllOfTheHandles(Form form) throws Exception {
        // Given
        ObjectNode body = form.next();
        for (JsonNode entry : form.entries(body)) {
            Handle denied = unusable(entry.get(form.handle).asText());
            ((ObjectNode) entry).put(form.handle, denied.toString());
        }

        // When
        UUID jobId = suite.api().submit(form.path, body);
        suite.awaitStatus(RequestKind.USER_DECRYPT, jobId, RequestStatus.FAILURE);

        // Then each is named
        ApiClient.Answer answer = suite.api().poll(form.path, jobId);
        assertThat(answer.status()).isEqualTo(400);
        for (JsonNode entry : form.entries(body)) {
            assertThat(answer.body().at("/error/message").asText())
                    .contains(entry.get(form.handle).asText());
        }
    }

    /** A handle like {@code handle} whose ciphertext is ready, and which nobody was granted. */
    private static Handle unusable(String handle) {
        Handle other = Handle.of("0x" + "dd".repeat(16) + handle.substring(34));
        suite.devnet().contracts().makeReady(other);
        return other;
    }
}
