package org.relayersuite.tx.readiness;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.relayersuite.chain.abi.AbiException;
import org.relayersuite.chain.gateway.ContractCall;
import org.relayersuite.chain.gateway.GatewayContracts;
import org.relayersuite.chain.host.AclCalls;
import org.relayersuite.chain.host.Denial;
import org.relayersuite.chain.read.CallResult;
import org.relayersuite.chain.read.ChainReads;
import org.relayersuite.chain.read.ViewCall;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcException;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.request.RelayerRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the host chains for permission and the gateway for the ciphertexts (spec/relayer.md 3.2 and 4.2). */
public final class ReadinessCheck {
    private static final Logger log = LoggerFactory.getLogger(ReadinessCheck.class);

    /**
     * A host chain and its ACL contract.
     *
     * @param patience how long an answer is waited for
     */
    public record HostChain(ChainReads reads, AclCalls acl, Duration patience) {

        /**
         * The ACL's refusals at the chain's head. Equal questions at one head are asked once.
         *
         * @throws RpcException when the chain could not be asked
         * @throws AbiException when what answered is no ACL
         */
        List<Denial> denials(RelayerRequest request, BigInteger chainId) {
            return acl.multicall(request, chainId)
                    .map(call -> switch (reads.atHead(ViewCall.of(call), patience)
                            .result()) {
                        case CallResult.Returned(Bytes data) -> acl.decode(request, chainId, data);
                        case CallResult.Reverted _ -> throw new AbiException("the ACL reverted");
                    })
                    .orElse(List.of());
        }
    }

    private final Map<BigInteger, HostChain> hostChains;
    private final Ethereum gateway;
    private final GatewayContracts contracts;

    /** @param hostChains by chain id */
    public ReadinessCheck(Map<BigInteger, HostChain> hostChains, Ethereum gateway, GatewayContracts contracts) {
        this.hostChains = Map.copyOf(hostChains);
        this.gateway = gateway;
        this.contracts = contracts;
    }

    Readiness look(RelayerRequest request) {
        Optional<ContractCall> readiness = contracts.readinessCall(request);
        if (readiness.isEmpty()) {
            return new Readiness.Ready();
        }
        Readiness permission = permission(request);
        return permission instanceof Readiness.Ready ? ciphertexts(readiness.get()) : permission;
    }

    private Readiness permission(RelayerRequest request) {
        List<Denial> denials = new ArrayList<>();
        for (BigInteger chainId : request.hostChainIds()) {
            HostChain chain = hostChains.get(chainId);
            if (chain == null) {
                // Intake knows a chain that this service was not told of: to be mended by an operator, in time.
                log.warn("Request refers to a host chain that is not configured chainId={}", chainId);
                return new Readiness.HostUnreachable();
            }
            try {
                denials.addAll(chain.denials(request, chainId));
            } catch (RpcException | AbiException e) {
                log.warn("ACL could not be asked chainId={} reason=\"{}\"", chainId, e.getMessage());
                return new Readiness.HostUnreachable();
            }
        }
        return denials.isEmpty() ? new Readiness.Ready() : new Readiness.Denied(reason(denials));
    }

    private Readiness ciphertexts(ContractCall call) {
        try {
            return GatewayContracts.isReady(gateway.call(call.to(), call.data()))
                    ? new Readiness.Ready()
                    : new Readiness.NotReady();
        } catch (RpcException | AbiException e) {
            log.warn("Readiness could not be asked reason=\"{}\"", e.getMessage());
            return new Readiness.NotReady();
        }
    }

    private static String reason(List<Denial> denials) {
        return "not allowed on the host chain: "
                + denials.stream().map(ReadinessCheck::text).collect(Collectors.joining(", "));
    }

    private static String text(Denial denial) {
        String check = denial.check() + " of " + denial.handle();
        return denial.accounts().isEmpty()
                ? check
                : check + " for "
                        + denial.accounts().stream().map(Address::toString).collect(Collectors.joining(" "));
    }
}
