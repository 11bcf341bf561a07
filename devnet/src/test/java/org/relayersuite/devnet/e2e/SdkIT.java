package org.relayersuite.devnet.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.core.Address;
import org.relayersuite.core.Handle;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.devnet.SuiteService;
import org.relayersuite.devnet.actor.ClearValues;
import org.relayersuite.devnet.anvil.DevAccount;
import org.relayersuite.devnet.process.OrphanGuard;
import org.relayersuite.devnet.process.ServiceProcess;

/**
 * The published client SDK, unchanged, against the suite (spec/relayer.md 1.14). It checks for itself what it is
 * answered: field by field, the signatures under clear values and inputs, and the handles of inputs. Its API key is asked
 * for.
 */
class SdkIT {
    private static final int RETRY_AFTER_SECONDS = 2;
    private static final Path PROGRAMS = Suite.repository().resolve("devnet/sdk");

    private static Suite suite;
    private static OrphanGuard guard;
    private static RpcClient gatewayRpc;
    private static String apiUrl;
    private static String apiKey;
    private static int runs;

    private final List<SdkRun> started = new ArrayList<>();

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        assertThat(PROGRAMS.resolve("node_modules"))
                .as("the SDK is installed: npm ci, in devnet/sdk")
                .isDirectory();
        suite = Suite.start("sdk", EnumSet.of(SuiteService.INTAKE, SuiteService.GATEWAY_LISTENER));
        guard = OrphanGuard.start();
        gatewayRpc = suite.devnet().gateway().newRpcClient();
        ServiceProcess intake = suite.devnet()
                .startReplica(
                        SuiteService.INTAKE,
                        "intake-brisk",
                        Map.of(
                                "RELAYER_HTTP_RETRY_AFTER_MAX_SECONDS", Integer.toString(RETRY_AFTER_SECONDS),
                                "RELAYER_HTTP_ENABLE_ADMIN_ENDPOINT", "true",
                                "RELAYER_AUTH_MODE", "api-key"));
        ServiceProcess dispatcher = suite.devnet()
                .startReplica(
                        SuiteService.TX,
                        "tx-impatient",
                        Map.of("RELAYER_DISPATCH_REFUSAL_RETRY", "200ms", "RELAYER_ACL_DENIAL_GRACE", "500ms"));
        intake.awaitReady();
        dispatcher.awaitReady();
        apiUrl = intake.http().toString();
        apiKey = newApiKey(intake.management());
        await().atMost(Suite.PATIENCE).until(() -> suite.api().get("/v2/keyurl").status() == 200);
    }

    @AfterAll
    static void stop() {
        gatewayRpc.close();
        guard.close();
        suite.close();
    }

    @AfterEach
    void end() {
        started.forEach(SdkRun::close);
        suite.devnet().kmsNodes().resumeAnswers();
    }

    @Test
    void fetchesTheKeysThatTheRelayerNames() throws Exception {
        // When
        JsonNode keys = run("key-url").result();

        // Then
        JsonNode named = suite.api().get("/v2/keyurl").body().path("response");
        assertThat(keys.path("publicKeyId").asText())
                .isEqualTo(named.at("/fheKeyInfo/0/fhePublicKey/dataId").asText());
        assertThat(keys.path("publicParamsId").asText())
                .isEqualTo(named.at("/crs/2048/dataId").asText());
        assertThat(keys.path("publicKey").asText()).isEqualTo(sha256(PROGRAMS.resolve("build/PublicKey")));
        assertThat(keys.path("publicParams").asText()).isEqualTo(sha256(PROGRAMS.resolve("build/CRS")));
    }

    @Test
    void decryptsForEveryoneAndFindsTheNodesSignatures() throws Exception {
        // Given
        List<String> handles = List.of(publicHandle(), publicHandle());

        // When
        JsonNode result = run("public-decrypt", handles.get(0), handles.get(1)).result();

        // Then
        for (String handle : handles) {
            assertThat(new BigInteger(result.path("clearValues").path(handle).asText()))
                    .isEqualTo(ClearValues.of(Handle.of(handle)));
        }
        assertThat(result.path("decryptionProof").asText()).startsWith("0x03");
    }

    @Test
    void pollsAsOftenAsItIsTold() throws Exception {
        // Given nodes that do not answer yet
        String handle = publicHandle();
        suite.devnet().kmsNodes().pauseAnswers();

        // When they answer after it has polled twice
        SdkRun run = run("public-decrypt", handle);
        await().atMost(Suite.PATIENCE).until(() -> queuedPolls(run).size() >= 2);
        suite.devnet().kmsNodes().resumeAnswers();
        run.result();

        // Then it has understood each Retry-After, and waited as long
        List<JsonNode> progress = run.progress();
        assertThat(progress.getLast().path("type").asText()).isEqualTo("succeeded");
        for (int i = 0; i < progress.size() - 1; i++) {
            JsonNode queued = progress.get(i);
            assertThat(queued.path("type").asText()).isEqualTo("queued");
            assertThat(queued.path("retryAfterMs").asLong())
                    .isEqualTo(Duration.ofSeconds(RETRY_AFTER_SECONDS).toMillis());
            // Node's timers may be early by a millisecond.
            assertThat(progress.get(i + 1).path("at").asLong()
                            - queued.path("at").asLong())
                    .isGreaterThanOrEqualTo(
                            Duration.ofSeconds(RETRY_AFTER_SECONDS).toMillis() - 1);
        }
    }

    @Test
    void asksNothingOfTheRelayerThatTheHostChainDenies() throws Exception {
        // Given
        String handle = deniedHandle();
        long before = suite.count("SELECT count(*) FROM public_decrypt_req");

        // When
        JsonNode error = run("public-decrypt", handle).error();

        // Then
        assertThat(error.path("name").asText()).isEqualTo("ACLPublicDecryptionError");
        assertThat(suite.count("SELECT count(*) FROM public_decrypt_req")).isEqualTo(before);
    }

    @Test
    void understandsThatTheRelayersHostChainDenies() throws Exception {
        // When
        JsonNode error =
                run("public-decrypt", "--permissive-host", deniedHandle()).error();

        // Then
        assertRefused(error, 400, "not_allowed_on_host_acl");
    }

    @Test
    void isToldOfAChainThatTheRelayerDoesNotServeByALabelThatItDoesNotKnow() throws Exception {
        // Given a handle of another chain
        String handle = publicHandle();
        String elsewhere = handle.substring(0, 2 + 44) + "0000000000000001" + handle.substring(2 + 60);

        // When
        JsonNode error = run("public-decrypt", "--permissive-host", elsewhere).error();

        // Then it passes the answer on as it is
        assertThat(error.path("name").asText()).isEqualTo("RelayerV2ResponseInvalidBodyError");
        assertThat(error.path("bodyJson").asText()).contains("host_chain_id_not_supported");
    }

    @Test
    void encryptsAnInputAndFindsTheCoprocessorsSignaturesUnderItsHandles() throws Exception {
        // When
        JsonNode result = run(
                        "input-proof",
                        "0x" + "c0".repeat(Address.LENGTH),
                        DevAccount.user(0).address().toString(),
                        "4000000000",
                        "true")
                .result();

        // Then the proof is: how many handles, how many signatures, the handles, the signatures, and 00
        assertThat(result.path("handles"))
                .extracting(handle -> Handle.of(handle.asText()).fheType())
                .containsExactly(4, 0);
        String proof = result.path("inputProof").asText();
        assertThat(proof).startsWith("0x0202").hasSize(2 + 2 * (2 + 2 * 32 + 2 * 65 + 1));
    }

    @Test
    void getsThresholdManySharesForAUser() throws Exception {
        // Given
        UserHandle readable = userHandle();

        // When
        SdkRun run = run(
                Map.of("SDK_USER_KEY", DevAccount.user(0).key().toHex()),
                "user-decrypt",
                readable.handle(),
                readable.contract());

        // Then it takes the answer, and only putting the shares together is beyond what the devnet's nodes can do
        assertSharesArrived(run, "An error occured during decryption");
    }

    @Test
    void getsThresholdManySharesForADelegate() throws Exception {
        // Given
        UserHandle readable = userHandle();
        DevAccount delegator = DevAccount.user(0);
        DevAccount delegate = DevAccount.user(1);
        suite.devnet()
                .contracts()
                .delegate(
                        delegator,
                        delegate.address(),
                        Address.of(readable.contract()),
                        Instant.now().plus(Duration.ofDays(1)));

        // When
        SdkRun run = run(
                Map.of("SDK_USER_KEY", delegate.key().toHex()),
                "delegated-user-decrypt",
                readable.handle(),
                readable.contract(),
                delegator.address().toString());

        // Then
        assertSharesArrived(run, "An error occurred during the delegated user decryption request.");
    }

    @Test
    void understandsThatASignatureIsNotTheUsers() throws Exception {
        // Given
        UserHandle readable = userHandle();

        // When
        JsonNode error = run(
                        Map.of(
                                "SDK_USER_KEY", DevAccount.user(0).key().toHex(),
                                "SDK_SIGNING_KEY", DevAccount.user(1).key().toHex()),
                        "user-decrypt",
                        readable.handle(),
                        readable.contract())
                .error();

        // Then
        assertRefused(error, 400, "validation_failed");
        assertThat(error.at("/relayerApiError/details/0/field").asText()).isEqualTo("signature");
    }

    @Test
    void understandsThatItsApiKeyIsNotValid() throws Exception {
        // When
        JsonNode error = run(Map.of("SDK_API_KEY", "rk_unknown"), "public-decrypt", publicHandle())
                .error();

        // Then
        assertRefused(error, 401, "unauthorized");
    }

    @Test
    void understandsThatARequestHasTimedOut() throws Exception {
        // Given nodes that do not answer, and a deadline of two seconds
        String handle = publicHandle();
        suite.devnet().kmsNodes().pauseAnswers();
        ServiceProcess cron = suite.devnet()
                .startReplica(
                        SuiteService.CRON,
                        "cron-impatient",
                        Map.of(
                                "RELAYER_CRON_TIMEOUT_INTERVAL", "200ms",
                                "RELAYER_CRON_DEADLINES_RECEIPT_RECEIVED", "2s"));
        cron.awaitReady();
        await().atMost(Suite.PATIENCE)
                .until(() -> suite.count("SELECT count(*) FROM deadline_term WHERE term = interval '2 seconds'") > 0);

        // When the chain's own time passes it
        SdkRun run = run("public-decrypt", handle);
        await().atMost(Suite.PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> {
            gatewayRpc.request("evm_mine");
            return !run.isRunning();
        });
        cron.kill();

        // Then the answer is 503, not the 504 of clients with other names
        assertRefused(run.error(), 503, "response_timed_out");
    }

    /** Has a key made as an operator does. */
    private static String newApiKey(URI management) throws IOException, InterruptedException {
        String password = suite.devnet().variables().get("RELAYER_MANAGEMENT_PASSWORD");
        String credentials =
                Base64.getEncoder().encodeToString(("ops:" + password).getBytes(StandardCharsets.US_ASCII));
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(management.resolve("/admin/api-keys"))
                            .header("Authorization", "Basic " + credentials)
                            .POST(HttpRequest.BodyPublishers.ofString("{\"owner\":\"an application\"}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
            return new ObjectMapper().readTree(answer.body()).path("key").asText();
        }
    }

    private SdkRun run(String... command) {
        return run(Map.of(), command);
    }

    private SdkRun run(Map<String, String> more, String... command) {
        SdkRun run = SdkRun.start(
                PROGRAMS,
                List.of(command),
                variables(more),
                suite.devnet().logs().resolve("sdk-%d-%s.log".formatted(++runs, command[0])),
                guard);
        started.add(run);
        return run;
    }

    private static Map<String, String> variables(Map<String, String> more) {
        Map<String, String> variables = new HashMap<>(suite.devnet().variables());
        variables.put("DEVNET_API_URL", apiUrl);
        variables.put("SDK_API_KEY", apiKey);
        variables.putAll(more);
        return variables;
    }

    private static List<JsonNode> queuedPolls(SdkRun run) {
        return run.progress().stream()
                .filter(each -> each.path("type").asText().equals("queued")
                        && each.path("method").asText().equals("GET"))
                .toList();
    }

    private static void assertRefused(JsonNode error, int status, String label) {
        assertThat(error.path("name").asText()).as("%s", error).isEqualTo("RelayerV2ResponseApiError");
        assertThat(error.path("status").asInt()).isEqualTo(status);
        assertThat(error.at("/relayerApiError/label").asText()).isEqualTo(label);
    }

    private static void assertSharesArrived(SdkRun run, String failureOfReconstruction) throws InterruptedException {
        JsonNode error = run.error();
        assertThat(error.path("message").asText()).as("%s", error).isEqualTo(failureOfReconstruction);
        JsonNode answer = run.progress().getLast();
        assertThat(answer.path("type").asText()).isEqualTo("succeeded");
        assertThat(answer.path("status").asInt()).isEqualTo(200);
        assertThat(answer.path("result"))
                .hasSize(suite.devnet().contracts().settings().userDecryptThreshold());
    }

    /** A handle that everyone may have decrypted. */
    private static String publicHandle() {
        return suite.requests()
                .next(RequestKind.PUBLIC_DECRYPT)
                .at("/ciphertextHandles/0")
                .asText();
    }

    /** A handle that is ready, and that nobody may have decrypted. */
    private static String deniedHandle() {
        String handle = publicHandle();
        String denied = "0x" + "dd".repeat(20) + handle.substring(42);
        suite.devnet().contracts().makeReady(Handle.of(denied));
        return denied;
    }

    /** What the first user may decrypt through a contract. */
    private record UserHandle(String handle, String contract) {}

    private static UserHandle userHandle() {
        JsonNode pair = suite.requests().next(RequestKind.USER_DECRYPT).at("/handleContractPairs/0");
        return new UserHandle(
                pair.path("handle").asText(), pair.path("contractAddress").asText());
    }

    private static String sha256(Path file) throws IOException, NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}
