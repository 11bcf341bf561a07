package org.relayersuite.intake.signature;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.relayersuite.chain.host.WalletCalls;
import org.relayersuite.chain.read.CallResult;
import org.relayersuite.chain.read.ChainReads;
import org.relayersuite.chain.read.ViewCall;
import org.relayersuite.chain.rpc.RpcException;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/**
 * Asks contract wallets about signatures (ERC-1271, spec/relayer.md 4.3). An answer is shared and kept for the block it
 * was given at, and no longer: a wallet may exchange its keys with any transaction, in either direction.
 */
final class ContractWallets {
    /** What one byte of calldata costs at least (EIP-2028). */
    private static final int GAS_PER_BYTE = 4;

    /** Waits between attempts; a fake in tests. */
    @FunctionalInterface
    interface Pause {
        void of(Duration time) throws InterruptedException;
    }

    private final Function<BigInteger, Optional<ChainReads>> hosts;
    private final SignatureCheckConfig config;
    private final Pause pause;

    /** @param hosts reads of a host chain by its id; empty where it cannot be read */
    ContractWallets(Function<BigInteger, Optional<ChainReads>> hosts, SignatureCheckConfig config, Pause pause) {
        this.hosts = hosts;
        this.config = config;
        this.pause = pause;
    }

    /**
     * Whether {@code wallet} takes {@code signature} for its own. An account without code takes none. On a host chain
     * without endpoints contract wallets are not served, so that there is nobody to take it.
     */
    Verdict verdictOn(BigInteger hostChainId, Address wallet, Hash digest, Bytes signature) {
        Optional<ChainReads> host = hosts.apply(hostChainId);
        // The calldata of a longer one alone would use up the gas: that answer is known without asking.
        boolean tooLong = (long) signature.size() * GAS_PER_BYTE > config.erc1271GasLimit();
        if (host.isEmpty() || tooLong) {
            return Verdict.REJECTED;
        }
        ViewCall call = ViewCall.of(WalletCalls.isValidSignature(wallet, digest, signature), config.erc1271GasLimit());
        for (int attempt = 1; ; attempt++) {
            try {
                return read(host.get().atHead(call, config.attemptTimeout()).result());
            } catch (RpcException e) {
                // The endpoint that failed has been logged when it began to fail.
                if (attempt >= config.retry().maxAttempts() || !waited()) {
                    return Verdict.HOST_CALL_FAILED;
                }
            }
        }
    }

    private static Verdict read(CallResult result) {
        return switch (result) {
            case CallResult.Returned returned when WalletCalls.accepts(returned.data()) -> Verdict.ACCEPTED;
            case CallResult.Returned _, CallResult.Reverted _ -> Verdict.REJECTED;
        };
    }

    private boolean waited() {
        try {
            pause.of(config.retry().retryInterval());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
