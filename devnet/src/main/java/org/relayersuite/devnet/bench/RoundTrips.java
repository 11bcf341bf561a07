package org.relayersuite.devnet.bench;

import io.vertx.sqlclient.Row;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.relayersuite.chain.rpc.BlockTag;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.FeeSuggestion;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.chain.signing.UnsignedTransaction;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;
import org.relayersuite.devnet.anvil.DevAccount;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.Database;

/**
 * The bare round trips that a decryption needs from its POST to its completion, each measured alone, with the clients
 * that the services use, one after the other.
 */
final class RoundTrips {
    private static final int SAMPLES = 200;

    private final Database database;
    private final Notifications notifications;
    private final Ethereum gateway;
    private final Ethereum host;
    private final DevAccount account = DevAccount.user(1);
    private final PrivateKeySigner signer = new PrivateKeySigner(account.key());
    private long nonce;

    RoundTrips(Database database, Notifications notifications, Ethereum gateway, Ethereum host) {
        this.database = database;
        this.notifications = notifications;
        this.gateway = gateway;
        this.host = host;
    }

    /** One kind of round trip: how often a request needs it and what one costs, in milliseconds. */
    record Cost(int times, double millis) {
        double total() {
            return times * millis;
        }
    }

    /**
     * Measures all of them. The counts are those of one decryption alone: admission, claim, readiness, binding, attempt,
     * broadcast, receipt, two blocks of the listener, the poll that finds the result.
     */
    Map<String, Cost> measure() throws InterruptedException {
        database.query("CREATE TABLE IF NOT EXISTS bench_row (id int PRIMARY KEY, value bigint)");
        database.query("INSERT INTO bench_row VALUES (1, 0) ON CONFLICT DO NOTHING");
        nonce = gateway.transactionCount(account.address(), BlockTag.LATEST);
        Address anybody = DevAccount.user(2).address();
        Hash head = gateway.latestHeader().hash();
        Map<String, Cost> costs = new LinkedHashMap<>();
        // INSERT, claim, ready, attempt, note of the broadcast; and the commits of binding, receipt and two blocks.
        costs.put("sql_commit", new Cost(9, millis(this::commit)));
        // Two looks for due work, one for bound work, one for awaited receipts, two of the cursor, the poll; and the
        // statements inside of binding (5), receipt (7), request block (8) and answer block (9).
        costs.put("sql_statement", new Cost(36, millis(this::select)));
        costs.put("notify", new Cost(2, LongPoll.bareNotification(notifications)));
        costs.put("eth_call", new Cost(2, millis(() -> host.call(anybody, Bytes.EMPTY))));
        costs.put(
                "eth_estimateGas",
                new Cost(1, millis(() -> gateway.estimateGas(account.address(), anybody, Bytes.EMPTY))));
        costs.put("fees", new Cost(1, millis(gateway::suggestFees)));
        costs.put("eth_sendRawTransaction", new Cost(1, millis(this::send)));
        costs.put("eth_getTransactionReceipt", new Cost(1, millis(() -> gateway.receipt(head))));
        costs.put("eth_blockNumber", new Cost(2, millis(gateway::blockNumber)));
        costs.put("eth_getBlockByNumber", new Cost(2, millis(gateway::latestHeader)));
        costs.put("eth_getLogs", new Cost(2, millis(() -> gateway.logs(head, List.of(anybody)))));
        return costs;
    }

    private void commit() {
        database.query("UPDATE bench_row SET value = value + 1 WHERE id = 1");
    }

    private void select() {
        Row row = database.query("SELECT value FROM bench_row WHERE id = 1")
                .iterator()
                .next();
        if (row.getLong(0) < 0) {
            throw new IllegalStateException("the row is not what was written");
        }
    }

    private void send() {
        FeeSuggestion fees = new FeeSuggestion(0, BigInteger.valueOf(2_000_000_000), BigInteger.ONE);
        gateway.sendRawTransaction(signer.sign(new UnsignedTransaction(
                        gateway.chainId(),
                        nonce++,
                        DevAccount.user(2).address(),
                        Bytes.EMPTY,
                        BigInteger.valueOf(21_000),
                        fees.baseFee(),
                        fees.priorityFee()))
                .raw());
    }

    private static double millis(Runnable roundTrip) {
        long[] nanos = new long[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            long start = System.nanoTime();
            roundTrip.run();
            nanos[i] = System.nanoTime() - start;
        }
        return new Figures(nanos).median();
    }
}
