package org.relayersuite.devnet.contract;

import java.math.BigInteger;
import java.util.function.IntFunction;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.core.Address;
import org.relayersuite.devnet.anvil.DevAccount;

/** Puts all contracts on both chains, in a few blocks: every address is known beforehand from the deployer's nonce. */
final class Deployment {
    /** The id that GatewayConfig gives to its first KMS context. */
    static final BigInteger FIRST_CONTEXT = BigInteger.valueOf(7).shiftLeft(248).add(BigInteger.ONE);

    private final UnlockedAccount gatewayDeployer;
    private final UnlockedAccount hostDeployer;
    private final GatewayDeployment gatewayDeployment;
    private final HostDeployment hostDeployment;

    Deployment(RpcClient gateway, RpcClient host, Artifacts artifacts, DevnetSettings settings) {
        Address deployer = DevAccount.deployer().address();
        this.gatewayDeployer = new UnlockedAccount(gateway, deployer);
        this.hostDeployer = new UnlockedAccount(host, deployer);
        this.gatewayDeployment = new GatewayDeployment(artifacts, settings, new Ethereum(host).chainId());
        this.hostDeployment = new HostDeployment(artifacts, settings, new Ethereum(gateway).chainId());
    }

    Addresses run() {
        Addresses addresses = plan();
        gatewayDeployer.runAtOnce(gatewayDeployment.steps(addresses));
        hostDeployer.runAtOnce(hostDeployment.steps(addresses));
        // The relayer reads keys at the finalized block, which on a young chain is before any contract.
        hostDeployer.finalizeAll();
        return addresses;
    }

    /** The order of the nonces is that of {@link GatewayDeployment} and {@link HostDeployment}. */
    private Addresses plan() {
        IntFunction<Address> gateway = created(gatewayDeployer);
        IntFunction<Address> host = created(hostDeployer);
        return new Addresses(
                gateway.apply(4),
                gateway.apply(5),
                gateway.apply(0),
                gateway.apply(1),
                gateway.apply(3),
                gateway.apply(2),
                host.apply(0),
                host.apply(1),
                host.apply(2),
                host.apply(3),
                host.apply(4));
    }

    private static IntFunction<Address> created(UnlockedAccount deployer) {
        BigInteger first = deployer.nextNonce();
        return ahead -> deployer.contractAddress(first.add(BigInteger.valueOf(ahead)));
    }
}
