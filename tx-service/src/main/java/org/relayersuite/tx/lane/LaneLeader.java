package org.relayersuite.tx.lane;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.relayersuite.chain.rpc.BlockTag;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.core.Address;
import org.relayersuite.store.dispatch.Lanes;
import org.relayersuite.store.dispatch.Lease;
import org.relayersuite.store.leadership.Leadership;
import org.relayersuite.store.loop.SupervisedLoop;
import org.relayersuite.store.notify.Notifications;
import org.relayersuite.store.sql.Database;

/** Contends for one lane. The role's epoch is the lane's epoch: taking the role over writes the lane's row too. */
public final class LaneLeader implements AutoCloseable {
    private static final Duration REGISTRATION_RETRY = Duration.ofSeconds(1);

    private final String lane;
    private final Lanes lanes;
    private final Ethereum gateway;
    private final long chainId;
    private final Address account;
    private final Leadership leadership;
    private final SupervisedLoop registration;
    private volatile boolean registered;

    /**
     * Starts to contend as soon as the lane is registered, which takes the gateway chain and the database.
     *
     * @param holder this process' name among the contenders
     * @param onElected told each epoch under which this process leads
     */
    public LaneLeader(
            Database database,
            Notifications notifications,
            Ethereum gateway,
            Account account,
            String holder,
            LongConsumer onElected) {
        this.lane = account.lane();
        this.lanes = new Lanes(database);
        this.gateway = gateway;
        this.chainId = account.chainId();
        this.account = account.address();
        this.leadership = new Leadership(
                database,
                notifications,
                "dispatcher/" + lane,
                holder,
                account.term(),
                System::nanoTime,
                (session, epoch) -> Lanes.takeOver(session, lane, epoch),
                onElected);
        this.registration = SupervisedLoop.start("lane-registration", REGISTRATION_RETRY, this::register);
    }

    /**
     * The signing account behind the lane.
     *
     * @param term how long a leader that has gone silent keeps the lane
     */
    public record Account(String lane, long chainId, Address address, Duration term) {}

    private boolean register() {
        if (!registered) {
            lanes.register(lane, chainId, account, gateway.transactionCount(account, BlockTag.LATEST));
            leadership.start();
            registered = true;
        }
        return false;
    }

    /** The right to decide for the lane now; empty while another process leads. */
    public Optional<Lease> lease() {
        OptionalLong epoch = leadership.epoch();
        return epoch.isPresent() ? Optional.of(new Lease(lane, epoch.getAsLong())) : Optional.empty();
    }

    @Override
    public void close() {
        registration.close();
        leadership.close();
    }
}
