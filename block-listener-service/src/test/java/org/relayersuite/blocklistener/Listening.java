package org.relayersuite.blocklistener;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.relayersuite.blocklistener.block.FetchPauses;
import org.relayersuite.blocklistener.cursor.CursorSettings;
import org.relayersuite.blocklistener.cursor.StartBlock;
import org.relayersuite.blocklistener.flow.ChainFlow;
import org.relayersuite.blocklistener.flow.FlowSettings;
import org.relayersuite.blocklistener.publication.Consumer;
import org.relayersuite.blocklistener.wiring.FlowAssembly;
import org.relayersuite.blocklistener.wiring.ListenerMetrics;
import org.relayersuite.blocklistener.wiring.ListenerSettings;
import org.relayersuite.broker.FailureKind;
import org.relayersuite.broker.PublishObserver;
import org.relayersuite.broker.RedisSettings;
import org.relayersuite.broker.RedisStreamPublisher;
import org.relayersuite.broker.TestRedis;
import org.relayersuite.broker.Topic;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.rpc.RpcObserver;
import org.relayersuite.chain.rpc.RpcSettings;
import org.relayersuite.store.TestPostgres;
import org.relayersuite.store.sql.Database;
import org.relayersuite.store.sql.DatabaseSettings;

/** A fresh database, a Redis of its own, and as many replicas of the listener as a test wants, in this process. */
final class Listening implements AutoCloseable {
    static final String CONSUMER = "indexer";
    private static final ObjectMapper JSON = new ObjectMapper();

    final Vertx vertx = Vertx.vertx();
    final DatabaseSettings databaseSettings = TestPostgres.freshDatabase();
    final Database database = Database.open(vertx, databaseSettings);
    final TestRedis redis = new TestRedis().start();
    private final Deque<Runnable> atEnd = new ArrayDeque<>();

    /** One replica. */
    record Replica(ChainFlow flow, SimpleMeterRegistry registry) {
        boolean holds() {
            return registry.get("listener_chain_held").gauge().value() == 1;
        }

        double count(String name, String... tags) {
            return registry.get(name).tags(tags).counter().count();
        }
    }

    /** What differs between tests. */
    record Options(StartBlock start, int rangeSize, Duration pause) {
        static Options from(long number) {
            return new Options(new StartBlock.At(number), 100, Duration.ofMillis(20));
        }

        Options rangeSize(int size) {
            return new Options(start, size, pause);
        }

        Options pause(Duration other) {
            return new Options(start, rangeSize, other);
        }
    }

    /** One entry of a stream. */
    record Entry(String messageId, JsonNode body) {
        long number() {
            return body.get("block_number").asLong();
        }

        String hash() {
            return body.get("block_hash").asText();
        }

        String parent() {
            return body.get("parent_hash").asText();
        }

        String flow() {
            return body.get("flow").asText();
        }

        @Override
        public String toString() {
            return messageId;
        }
    }

    Replica start(URI node, Options options) {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        long chain = TestAnvil.CHAIN_ID;
        ListenerSettings settings = new ListenerSettings(
                new RpcSettings(chain, List.of(node), Duration.ofSeconds(5), 16, 64 << 20),
                new RedisSettings(
                        URI.create(redisUrl()), Duration.ofSeconds(2), Duration.ofMillis(20), Duration.ofMillis(200)),
                new CursorSettings(chain, options.start(), options.rangeSize(), 8),
                new FlowSettings(chain, options.pause(), Duration.ofSeconds(2)),
                new FetchPauses(Duration.ofMillis(20), Duration.ofMillis(200)),
                Duration.ofSeconds(1),
                List.of(new Consumer(CONSUMER)));
        RpcClient rpc = new RpcClient(settings.rpc(), RpcObserver.NONE);
        atEnd.push(rpc::close);
        RedisStreamPublisher broker =
                new RedisStreamPublisher(vertx, settings.broker(), new Unobserved(), new Random(1));
        atEnd.push(broker::close);
        ChainFlow flow = FlowAssembly.start(settings, database, broker, rpc, new ListenerMetrics(registry, chain));
        atEnd.push(flow::close);
        return new Replica(flow, registry);
    }

    private static final class Unobserved implements PublishObserver {
        @Override
        public void published(Topic topic, Duration duration) {}

        @Override
        public void attemptFailed(Topic topic, FailureKind kind) {}
    }

    String redisUrl() {
        return "redis://127.0.0.1:" + redis.port();
    }

    List<Entry> blocks() {
        return entries(CONSUMER + ".new-event");
    }

    List<Entry> notices() {
        return entries(CONSUMER + ".reorg-event");
    }

    private List<Entry> entries(String stream) {
        Redis reader = Redis.createClient(vertx, redisUrl());
        try {
            Response all = reader.send(
                            Request.cmd(Command.XRANGE).arg(stream).arg("-").arg("+"))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(30, TimeUnit.SECONDS);
            List<Entry> entries = new ArrayList<>();
            for (Response entry : all) {
                Response fields = entry.get(1);
                if (!fields.get(0).toString().equals("data")
                        || !fields.get(2).toString().equals("message_id")) {
                    throw new AssertionError("an entry begins with data and message_id, not " + fields);
                }
                entries.add(new Entry(
                        fields.get(3).toString(), JSON.readTree(fields.get(1).toBytes())));
            }
            return entries;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("the stream cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } finally {
            reader.close();
        }
    }

    /** The ledger, ascending: number, hash, status. */
    List<String> ledger(String status) {
        List<String> hashes = new ArrayList<>();
        for (Row row : database.query(
                "SELECT encode(block_hash, 'hex') AS hash FROM blocks WHERE status = $1 ORDER BY block_number, hash",
                status)) {
            hashes.add("0x" + row.getString("hash"));
        }
        return hashes;
    }

    /** The server processes of the sessions that hold a chain. */
    List<Integer> holders() {
        List<Integer> pids = new ArrayList<>();
        for (Row row : database.query("SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
                + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())")) {
            pids.add(row.getInteger("pid"));
        }
        return pids;
    }

    void terminate(int pid) {
        database.query("SELECT pg_terminate_backend($1)", pid);
    }

    @Override
    public void close() {
        while (!atEnd.isEmpty()) {
            atEnd.pop().run();
        }
        redis.close();
        database.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
