package org.relayersuite.devnet.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.relayersuite.chain.rpc.BlockTag;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.devnet.Devnet;
import org.relayersuite.devnet.DevnetOptions;
import org.relayersuite.devnet.Progress;
import org.relayersuite.devnet.SuiteService;
import org.relayersuite.devnet.anvil.DevAccount;
import org.relayersuite.devnet.demo.ApiClient;
import org.relayersuite.devnet.demo.DemoRequests;
import org.relayersuite.devnet.process.ServiceProcess;
import org.relayersuite.store.request.RequestTable;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.DatabaseSettings;

/** A running devnet with what end-to-end tests ask of it. */
final class Suite implements AutoCloseable {
    /** How long anything may take that should happen soon. No assertion is about time. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Vertx vertx = Vertx.vertx();
    private final Devnet devnet;
    private final ApiClient api;
    private final DemoRequests requests;
    private final RpcClient gatewayRpc;
    private final Ethereum gateway;
    private final Database database;

    private Suite(Devnet devnet) {
        this.devnet = devnet;
        this.api = new ApiClient(devnet.service(SuiteService.INTAKE).http());
        this.requests = new DemoRequests(devnet.contracts(), devnet.host().chainId());
        this.gatewayRpc = devnet.gateway().newRpcClient();
        this.gateway = new Ethereum(gatewayRpc);
        Map<String, String> variables = devnet.postgres().variables();
        this.database = Database.open(
                vertx,
                new DatabaseSettings(
                        variables.get("RELAYER_DATABASE_URL"),
                        variables.get("RELAYER_DATABASE_USERNAME"),
                        variables.get("RELAYER_DATABASE_PASSWORD"),
                        4));
    }

    /** Starts a devnet of its own with the given services. */
    static Suite start(String name, Set<SuiteService> services) throws InterruptedException {
        Path root = repository();
        DevnetOptions options = DevnetOptions.immediate(root, root.resolve("devnet/target/run-" + name))
                .withServices(services);
        return new Suite(new Devnet(options, new Progress(System.out)).start());
    }

    /** All services but tx-service, whose replicas the test starts itself. */
    static Suite startWithoutDispatcher(String name) throws InterruptedException {
        EnumSet<SuiteService> services =
                EnumSet.of(SuiteService.INTAKE, SuiteService.GATEWAY_LISTENER, SuiteService.CRON);
        return start(name, services);
    }

    /** The folder with the sources. */
    static Path repository() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("relayer"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    Devnet devnet() {
        return devnet;
    }

    ApiClient api() {
        return api;
    }

    DemoRequests requests() {
        return requests;
    }

    Database database() {
        return database;
    }

    Ethereum gateway() {
        return gateway;
    }

    /** Starts a dispatcher that reaches the gateway through {@code gatewayUrl}. */
    ServiceProcess dispatcher(String name, String gatewayUrl) {
        return devnet.startReplica(
                SuiteService.TX, name, Map.of("RELAYER_GATEWAY_HTTP_URLS", gatewayUrl, "RELAYER_LANE_TERM", "2s"));
    }

    ServiceProcess dispatcher(String name) {
        return dispatcher(name, devnet.gateway().httpUrl().toString());
    }

    /** Starts a dispatcher with a signing account of its own. */
    ServiceProcess dispatcherOfAnotherLane(String name) {
        return devnet.startReplica(
                SuiteService.TX,
                name,
                Map.of(
                        "RELAYER_LANE_NAME",
                        "lane-1",
                        "RELAYER_LANE_PRIVATE_KEY",
                        DevAccount.relayer(1).key().toHex()));
    }

    /** The nonce that the first lane will bind next. */
    long nextNonce() {
        return count("SELECT next_nonce FROM lane WHERE lane = 'lane-0'");
    }

    UUID submit(RequestKind kind) throws InterruptedException {
        return api.submit(kind, requests.next(kind));
    }

    UUID submit(RequestKind kind, JsonNode body) throws InterruptedException {
        return api.submit(kind, body);
    }

    /** How many transactions the signing account has on the chain. */
    long transactions() {
        return gateway.transactionCount(DevAccount.relayer(0).address(), BlockTag.LATEST);
    }

    /** The hashes of the gateway chain's latest blocks. */
    String[] latestBlocks(int count) {
        long head = gateway.blockNumber();
        return LongStream.rangeClosed(head - count + 1, head)
                .mapToObj(number -> gateway.header(number).orElseThrow().hash().toString())
                .toArray(String[]::new);
    }

    /** Replaces the latest blocks of the gateway chain by empty ones; their transactions are in no pool afterwards. */
    void reorg(int depth) {
        gatewayRpc.request("anvil_reorg", depth, List.of());
    }

    RequestStatus status(RequestKind kind, UUID jobId) {
        return RequestStatus.ofCode(
                database.query(RequestTable.of(kind).sql("SELECT req_status FROM {table} WHERE ext_job_id = $1"), jobId)
                        .iterator()
                        .next()
                        .getString(0));
    }

    void awaitStatus(RequestKind kind, UUID jobId, RequestStatus expected) {
        Awaitility.await(kind + " " + expected)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> status(kind, jobId) == expected);
    }

    long count(String sql, Object... params) {
        return database.query(sql, params).iterator().next().getLong(0);
    }

    @Override
    public void close() {
        api.close();
        database.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
        gatewayRpc.close();
        devnet.close();
    }
}
