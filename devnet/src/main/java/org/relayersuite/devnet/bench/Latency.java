package org.relayersuite.devnet.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.devnet.Devnet;
import org.relayersuite.devnet.DevnetOptions;
import org.relayersuite.devnet.LibraryLogs;
import org.relayersuite.devnet.ProgramEnd;
import org.relayersuite.devnet.Progress;
import org.relayersuite.devnet.SuiteService;
import org.relayersuite.devnet.demo.ApiClient;
import org.relayersuite.devnet.demo.DemoRequests;
import org.relayersuite.store.notify.Channel;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.request.RequestTable;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.DatabaseSettings;

/**
 * {@code ./relayer bench latency}: requests one after the other, from POST to the poll that finds the result, without
 * the time from the request's block to that of the answer, which is the actors' and the chain's own.
 */
public final class Latency {
    private static final int WARM_UP = 60;
    private static final int REQUESTS = 210;
    private static final double TARGET = 10;
    private static final int OK = 200;

    private final Devnet devnet;
    private final Progress progress;
    private final Database database;
    private final Semaphore ended = new Semaphore(0);

    private Latency(Devnet devnet, Progress progress, Database database) {
        this.devnet = devnet;
        this.progress = progress;
        this.database = database;
    }

    /** Prints the figures; exits with 1 when a request did not complete. */
    public static void main(String[] args) throws InterruptedException {
        LibraryLogs.warningsOnly();
        Progress progress = new Progress(System.out);
        Path root = Path.of(System.getProperty("devnet.root", "")).toAbsolutePath();
        DevnetOptions options = DevnetOptions.immediate(root, root.resolve("devnet/.run"))
                .withServices(EnumSet.complementOf(EnumSet.of(SuiteService.BLOCK_LISTENER)));
        Devnet devnet = new Devnet(options, progress);
        ProgramEnd.stops(devnet, progress);
        try (Devnet started = devnet.start();
                Database database = Database.open(Vertx.vertx(), settings(started));
                Notifications notifications = new Notifications(database)) {
            new Latency(started, progress, database).run(notifications);
        } catch (IllegalStateException e) {
            progress.step("No figures: " + e.getMessage());
            System.exit(1);
        }
        System.exit(0);
    }

    private static DatabaseSettings settings(Devnet devnet) {
        Map<String, String> variables = devnet.postgres().variables();
        return new DatabaseSettings(
                variables.get("RELAYER_DATABASE_URL"),
                variables.get("RELAYER_DATABASE_USERNAME"),
                variables.get("RELAYER_DATABASE_PASSWORD"),
                2);
    }

    private void run(Notifications notifications) throws InterruptedException {
        notifications.subscribe(Channel.ENDED, ended::release);
        try (RpcClient gatewayRpc = devnet.gateway().newRpcClient();
                RpcClient hostRpc = devnet.host().newRpcClient();
                ApiClient api =
                        new ApiClient(devnet.service(SuiteService.INTAKE).http());
                HeadTimes heads =
                        new HeadTimes(new Ethereum(gatewayRpc), devnet.gateway().wsUrl())) {
            DemoRequests requests =
                    new DemoRequests(devnet.contracts(), devnet.host().chainId());
            progress.step("Warming up with " + WARM_UP + " requests");
            measure(WARM_UP, requests, api, heads);
            progress.step("Measuring " + REQUESTS + " requests");
            Map<RequestKind, long[]> ours = measure(REQUESTS, requests, api, heads);
            progress.step("Measuring bare round trips");
            Map<String, RoundTrips.Cost> costs =
                    new RoundTrips(database, notifications, new Ethereum(gatewayRpc), new Ethereum(hostRpc)).measure();
            print(ours, costs);
        }
    }

    private Map<RequestKind, long[]> measure(int count, DemoRequests requests, ApiClient api, HeadTimes heads)
            throws InterruptedException {
        int each = count / RequestKind.values().length;
        Map<RequestKind, long[]> nanos = new EnumMap<>(RequestKind.class);
        for (RequestKind kind : RequestKind.values()) {
            long[] sample = new long[each];
            for (int i = 0; i < each; i++) {
                sample[i] = one(kind, requests.next(kind), api, heads);
            }
            nanos.put(kind, sample);
        }
        return nanos;
    }

    private long one(RequestKind kind, JsonNode body, ApiClient api, HeadTimes heads) throws InterruptedException {
        ended.drainPermits();
        long start = System.nanoTime();
        UUID jobId = api.submit(kind, body);
        while (true) {
            ended.tryAcquire(1, TimeUnit.SECONDS);
            ApiClient.Answer answer = api.poll(kind, jobId);
            if (answer.status() == OK) {
                return System.nanoTime() - start - actors(kind, jobId, heads);
            }
            if (answer.status() >= 400) {
                throw new IllegalStateException("job " + jobId + " ended without a result: " + answer.body());
            }
        }
    }

    /** The time from the block of the request to that of the event that completed it. */
    private long actors(RequestKind kind, UUID jobId, HeadTimes heads) throws InterruptedException {
        Row blocks = database.query(RequestTable.of(kind).sql("""
                                        SELECT t.mined_block, (
                                            SELECT min(block_number) FROM (
                                                SELECT block_number FROM gateway_fact f
                                                WHERE f.contract = r.gw_contract AND f.gw_reference_id = r.gw_reference_id
                                                  AND f.event IN ('input_proof_accepted', 'public_decrypt_response')
                                                UNION ALL
                                                SELECT max(block_number) FROM (
                                                    SELECT block_number FROM user_decrypt_share s
                                                    WHERE s.contract = r.gw_contract
                                                      AND s.gw_reference_id = r.gw_reference_id
                                                    ORDER BY block_number, log_index
                                                    LIMIT (to_jsonb(r) ->> 'resolved_threshold')::bigint) shares) answers)
                                        FROM {table} r
                                        JOIN lane_transaction t ON t.kind = $1 AND t.request_id = r.id
                                        WHERE r.ext_job_id = $2"""), kind.code(), jobId)
                .iterator()
                .next();
        return heads.of(blocks.getLong(1)) - heads.of(blocks.getLong(0));
    }

    private void print(Map<RequestKind, long[]> ours, Map<String, RoundTrips.Cost> costs) {
        costs.forEach((name, cost) -> progress.line(String.format(
                Locale.ROOT, "  %-26s %2d x %6.3f ms = %7.3f ms", name, cost.times(), cost.millis(), cost.total())));
        double reference =
                costs.values().stream().mapToDouble(RoundTrips.Cost::total).sum();
        ours.forEach((kind, nanos) -> {
            Figures figures = new Figures(nanos);
            progress.line(String.format(
                    Locale.ROOT,
                    "BENCH name=latency_%s ours=%.1fms reference=%.1fms ratio=%.2f target=%.0f",
                    kind.code(),
                    figures.median(),
                    reference,
                    figures.median() / reference,
                    TARGET));
            progress.line(String.format(
                    Locale.ROOT,
                    "  %s: p50 %.1f ms, p90 %.1f ms, p99 %.1f ms",
                    kind.code(),
                    figures.median(),
                    figures.quantile(0.9),
                    figures.quantile(0.99)));
        });
    }
}
