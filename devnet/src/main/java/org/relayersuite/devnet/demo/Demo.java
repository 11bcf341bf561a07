package org.relayersuite.devnet.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.relayersuite.chain.rpc.BlockTag;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.devnet.Devnet;
import org.relayersuite.devnet.Progress;
import org.relayersuite.devnet.SuiteService;
import org.relayersuite.devnet.anvil.DevAccount;

/** One request of each kind, from its POST to its result, and the count of what that put on the chains. */
public final class Demo {
    private static final int OK = 200;

    private final Devnet devnet;
    private final Progress progress;

    public Demo(Devnet devnet, Progress progress) {
        this.devnet = devnet;
        this.progress = progress;
    }

    /** Whether every request completed with exactly one transaction; if not, the reason has been told. */
    public boolean run() throws InterruptedException {
        try (ApiClient api = new ApiClient(devnet.service(SuiteService.INTAKE).http());
                Connection database = devnet.postgres().connect()) {
            DemoRequests requests =
                    new DemoRequests(devnet.contracts(), devnet.host().chainId());
            boolean completed = true;
            for (RequestKind kind : RequestKind.values()) {
                completed &= show(kind, requests.next(kind), api, database);
            }
            return countTransactions() & completed & countBlocks();
        } catch (SQLException e) {
            throw new IllegalStateException("cannot follow the jobs in the database", e);
        }
    }

    private boolean show(RequestKind kind, JsonNode body, ApiClient api, Connection database)
            throws SQLException, InterruptedException {
        UUID jobId = api.submit(kind, body);
        progress.line("");
        progress.step("POST " + ApiClient.path(kind) + ", job " + jobId);
        RequestStatus status = new JobWatch(database, progress).follow(kind, jobId);
        ApiClient.Answer answer = api.poll(kind, jobId);
        if (status != RequestStatus.COMPLETED || answer.status() != OK) {
            progress.line("    FAILED: ended as %s, GET answers %d: %s"
                    .formatted(status.code(), answer.status(), answer.body()));
            return false;
        }
        progress.line("    result            " + summary(kind, answer.body().path("result")));
        progress.line("    transaction       " + JobTimeline.transaction(database, kind, jobId));
        return true;
    }

    private static String summary(RequestKind kind, JsonNode result) {
        return switch (kind) {
            case INPUT_PROOF ->
                "accepted=%s, %d handle(s), %d signatures"
                        .formatted(
                                result.path("accepted"),
                                result.path("handles").size(),
                                result.path("signatures").size());
            case PUBLIC_DECRYPT ->
                "decryptedValue=%s, %d signatures"
                        .formatted(
                                result.path("decryptedValue").textValue(),
                                result.path("signatures").size());
            case USER_DECRYPT -> "%d shares".formatted(result.path("result").size());
        };
    }

    private boolean countTransactions() {
        int wanted = RequestKind.values().length;
        try (RpcClient rpc = devnet.gateway().newRpcClient()) {
            long sent = new Ethereum(rpc).transactionCount(DevAccount.relayer(0).address(), BlockTag.LATEST);
            progress.line("");
            progress.step("Transactions of the signing account: " + sent);
            if (sent != wanted) {
                progress.line("    FAILED: %d requests must make %d transactions".formatted(wanted, wanted));
            }
            return sent == wanted;
        }
    }

    private boolean countBlocks() {
        long blocks = devnet.redis().streamLength(devnet.blockStream());
        progress.step("Blocks of the host chain on the Redis stream: " + blocks);
        if (blocks == 0) {
            progress.line("    FAILED: the block listener has published nothing");
        }
        return blocks > 0;
    }
}
