package org.relayersuite.devnet.actor;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.chain.gateway.ContractCall;
import org.relayersuite.chain.gateway.RevertReason;
import org.relayersuite.chain.rpc.BlockTag;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcErrorException;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.chain.signing.UnsignedTransaction;
import org.relayersuite.core.Bytes;
import org.relayersuite.devnet.anvil.DevAccount;
import org.relayersuite.store.loop.SupervisedLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node: answers requests one after another, each some time after it was seen, from an account of its own. It keeps
 * no nonce: as the only sender of its account it asks the chain before each transaction, and so survives reorgs and
 * restarts of the chain.
 */
final class Answerer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Answerer.class);
    /** Given before, by this node, or to a request that a reorg has taken away. */
    private static final Set<Bytes> NOT_WANTED = Set.of(
            Keccak.selector("KmsNodeAlreadySigned(uint256,address)"),
            Keccak.selector("CoprocessorAlreadyVerified(uint256,address,address)"),
            Keccak.selector("CoprocessorAlreadyRejected(uint256,address,address)"),
            Keccak.selector("DecryptionNotRequested(uint256)"),
            Keccak.selector("VerifyProofNotRequested(uint256)"));

    private static final Duration PATIENCE = Duration.ofMillis(100);
    private static final BigInteger GAS_LIMIT = BigInteger.valueOf(3_000_000);
    private static final BigInteger GWEI = BigInteger.TEN.pow(9);
    private static final BigInteger MAX_FEE = GWEI.multiply(BigInteger.valueOf(1000));

    private final String name;
    private final Ethereum gateway;
    private final long chainId;
    private final PrivateKeySigner account;
    private final Node node;
    private final Duration delay;
    private final Gate gate;
    private final DelayQueue<Due> queue = new DelayQueue<>();
    private final SupervisedLoop loop;

    /** What a node says to a request; empty when it gives no answer. */
    @FunctionalInterface
    interface Node {
        Optional<ContractCall> answer(GatewayRequest request);
    }

    /** A request and the time at which its answer is due, by {@link System#nanoTime}. */
    private record Due(GatewayRequest request, long atNanos) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(atNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.signum(atNanos - ((Due) other).atNanos);
        }
    }

    Answerer(String name, Ethereum gateway, DevAccount account, Node node, Duration delay, Gate gate) {
        this.name = name;
        this.gateway = gateway;
        this.chainId = gateway.chainId();
        this.account = new PrivateKeySigner(account.key());
        this.node = node;
        this.delay = delay;
        this.gate = gate;
        this.loop = SupervisedLoop.start(name, Duration.ofMillis(1), this::answerNext);
    }

    void enqueue(GatewayRequest request) {
        queue.add(new Due(request, System.nanoTime() + delay.toNanos()));
    }

    private boolean answerNext() throws InterruptedException {
        if (!gate.awaitOpen(PATIENCE)) {
            return true;
        }
        Due due = queue.poll(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        if (due == null) {
            return true;
        }
        // The gate may have closed while this waited for the next request.
        if (!gate.awaitOpen(Duration.ZERO)) {
            queue.add(due);
            return true;
        }
        try {
            answer(due.request());
        } catch (RuntimeException e) {
            queue.add(due);
            throw e;
        }
        return true;
    }

    private void answer(GatewayRequest request) {
        Optional<ContractCall> answer = node.answer(request);
        if (answer.isPresent() && isWanted(answer.get(), request)) {
            send(answer.get());
        }
    }

    /** Tries the answer without sending it: what would revert costs no transaction and does not hold up the others. */
    private boolean isWanted(ContractCall answer, GatewayRequest request) {
        try {
            gateway.estimateGas(account.address(), answer.to(), answer.data());
            return true;
        } catch (RpcErrorException e) {
            RevertReason reason = RevertReason.of(e).orElseThrow(() -> e);
            if (!NOT_WANTED.contains(reason.selector())) {
                log.warn(
                        "Answer refused node={} id={} selector={} reason={}",
                        name,
                        request.id().toString(16),
                        reason.selector().toHex(),
                        reason.name());
            }
            return false;
        }
    }

    private void send(ContractCall answer) {
        long nonce = gateway.transactionCount(account.address(), BlockTag.PENDING);
        Bytes raw = account.sign(
                        new UnsignedTransaction(chainId, nonce, answer.to(), answer.data(), GAS_LIMIT, MAX_FEE, GWEI))
                .raw();
        gateway.sendRawTransaction(raw);
    }

    @Override
    public void close() {
        loop.close();
    }
}
