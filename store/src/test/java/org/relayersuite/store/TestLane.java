package org.relayersuite.store;

import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.dispatch.Attempt;
import org.relayersuite.store.dispatch.Binding;
import org.relayersuite.store.dispatch.BoundTransaction;
import org.relayersuite.store.dispatch.ClaimedRequests;
import org.relayersuite.store.dispatch.Lanes;
import org.relayersuite.store.dispatch.Lease;
import org.relayersuite.store.dispatch.OpenTransactions;
import org.relayersuite.store.dispatch.PreparedTransaction;
import org.relayersuite.store.dispatch.Work;
import org.relayersuite.store.sql.Database;

/** A lane in a test database, and requests walked through it as a dispatcher would. */
public final class TestLane {
    public static final Address CONTRACT = Address.of("dd".repeat(20));

    private final Database database;
    private final String lane;
    private long epoch;

    /** Registers the lane and leads it under epoch 1. */
    public TestLane(Database database, String lane) {
        this.database = database;
        this.lane = lane;
        new Lanes(database).register(lane, 1, Address.of("%040x".formatted(lane.hashCode())), 0);
        succeed();
    }

    /** Draws the lane's next epoch: the lease of the former one is fenced out. */
    public Lease succeed() {
        epoch++;
        database.inTransaction(session -> {
            Lanes.takeOver(session, lane, epoch);
            return null;
        });
        return lease();
    }

    public Lease lease() {
        return new Lease(lane, epoch);
    }

    /** Claims a queued request and binds the lane's next nonce to it; returns the bound transaction. */
    public BoundTransaction bind(RequestKind kind, long requestId) {
        ClaimedRequests requests = new ClaimedRequests(database);
        requests.claim(lease(), kind, 1000);
        requests.ready(lease(), kind, List.of(requestId));
        new Binding(database).bind(lease(), kind, List.of(prepared(requestId)));
        return new OpenTransactions(database)
                .dueForBroadcast(lease(), 1000).stream()
                        .filter(bound -> bound.kind() == kind && bound.requestId() == requestId)
                        .findFirst()
                        .orElseThrow();
    }

    /** Stores and broadcasts an attempt of {@code bound} whose hash is made from the nonce. */
    public Hash attempt(BoundTransaction bound) {
        Hash hash = Hash.of("%016x%048x".formatted(lane.hashCode() & 0xffffffffL, bound.nonce()));
        OpenTransactions transactions = new OpenTransactions(database);
        transactions.store(
                lease(), new Attempt(bound.id(), hash, Bytes.fromHex("02"), BigInteger.TEN, BigInteger.ONE, 5));
        transactions.broadcast(lease(), bound.id(), true, Duration.ofMinutes(1));
        return hash;
    }

    public static PreparedTransaction prepared(long requestId) {
        return new PreparedTransaction(requestId, CONTRACT, Bytes.fromHex("a7004996"), BigInteger.valueOf(100_000));
    }

    public List<Work> processing(RequestKind kind) {
        return new ClaimedRequests(database).due(lease(), kind, RequestStatus.PROCESSING, 1000);
    }
}
