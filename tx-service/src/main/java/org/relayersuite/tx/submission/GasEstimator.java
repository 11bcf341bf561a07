package org.relayersuite.tx.submission;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;
import org.relayersuite.chain.gateway.ContractCall;
import org.relayersuite.chain.gateway.GatewayContracts;
import org.relayersuite.chain.gateway.Revert;
import org.relayersuite.chain.gateway.RevertReason;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcErrorException;
import org.relayersuite.chain.rpc.RpcException;
import org.relayersuite.core.Address;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.request.RelayerRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a request's transaction on the gateway without sending it. */
public final class GasEstimator {
    private static final Logger log = LoggerFactory.getLogger(GasEstimator.class);

    /** Nodes take no transaction above 128 KiB (go-ethereum's txMaxSize); the rest is for the envelope. */
    private static final int MAX_CALLDATA_BYTES = 127 * 1024;

    private final Ethereum gateway;
    private final GatewayContracts contracts;
    private final Address account;
    private final BigDecimal margin;

    /** @param margin what the node's estimate is multiplied with; the state may change before the transaction is mined */
    public GasEstimator(Ethereum gateway, GatewayContracts contracts, Address account, double margin) {
        this.gateway = gateway;
        this.contracts = contracts;
        this.account = account;
        this.margin = BigDecimal.valueOf(margin);
    }

    GasEstimate estimate(RelayerRequest request) {
        ContractCall call = contracts.requestCall(request);
        if (call.data().size() > MAX_CALLDATA_BYTES) {
            // Once a nonce is bound to what no node takes, the lane would stand still behind it.
            return new GasEstimate.Hopeless(
                    ErrorLabel.VALIDATION_FAILED, "the request is larger than a transaction may be");
        }
        try {
            BigInteger used = gateway.estimateGas(account, call.to(), call.data());
            return new GasEstimate.Sendable(
                    call,
                    new BigDecimal(used)
                            .multiply(margin)
                            .setScale(0, RoundingMode.CEILING)
                            .toBigInteger());
        } catch (RpcErrorException refused) {
            return RevertReason.of(refused).map(GasEstimator::meaning).orElseGet(() -> unexplained(refused));
        } catch (RpcException unanswered) {
            log.warn("Gas could not be estimated reason=\"{}\"", unanswered.getMessage());
            return new GasEstimate.Unanswered();
        }
    }

    private static GasEstimate meaning(RevertReason reason) {
        Optional<Revert> revert = reason.revert();
        if (revert.filter(Revert.CIPHERTEXT_MATERIAL_NOT_FOUND::equals).isPresent()) {
            // The readiness view said yes; a node that is behind another one says no. Looked at again.
            return new GasEstimate.Unanswered();
        }
        return switch (reason.label()) {
            case PROTOCOL_PAUSED, INSUFFICIENT_BALANCE, INSUFFICIENT_ALLOWANCE ->
                new GasEstimate.Refused(reason.label());
            default ->
                new GasEstimate.Hopeless(reason.label(), "the gateway contract refused the request: " + reason.name());
        };
    }

    private static GasEstimate unexplained(RpcErrorException refused) {
        if (refused.getMessage().contains("revert")) {
            return new GasEstimate.Hopeless(
                    ErrorLabel.INTERNAL_SERVER_ERROR, "the gateway contract refused the request without a reason");
        }
        log.warn("Gas estimate refused code={}", refused.code());
        return new GasEstimate.Unanswered();
    }
}
