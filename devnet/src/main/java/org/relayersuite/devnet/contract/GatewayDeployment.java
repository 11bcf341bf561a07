package org.relayersuite.devnet.contract;

import static org.relayersuite.chain.abi.Calldata.address;
import static org.relayersuite.chain.abi.Calldata.addresses;
import static org.relayersuite.devnet.contract.Members.accounts;
import static org.relayersuite.devnet.contract.Members.structs;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.relayersuite.core.Address;
import org.relayersuite.devnet.anvil.DevAccount;
import org.relayersuite.devnet.contract.UnlockedAccount.Step;
import org.web3j.abi.datatypes.DynamicArray;
import org.web3j.abi.datatypes.DynamicStruct;
import org.web3j.abi.datatypes.Utf8String;
import org.web3j.abi.datatypes.generated.StaticArray3;
import org.web3j.abi.datatypes.generated.Uint256;

/** The transactions that put the gateway's contracts on their chain and configure them. */
final class GatewayDeployment {
    private static final BigInteger TOKEN = BigInteger.TEN.pow(18);
    private static final BigInteger UNLIMITED = BigInteger.TWO.pow(256).subtract(BigInteger.ONE);

    private final Artifacts artifacts;
    private final DevnetSettings settings;
    private final long hostChainId;

    GatewayDeployment(Artifacts artifacts, DevnetSettings settings, long hostChainId) {
        this.artifacts = artifacts;
        this.settings = settings;
        this.hostChainId = hostChainId;
    }

    /** @param to where the contracts will stand, by the order of the first six steps */
    List<Step> steps(Addresses to) {
        List<Step> steps = new ArrayList<>(contracts(to));
        steps.addAll(configuration(to));
        steps.addAll(relayerFunds(to));
        return steps;
    }

    private List<Step> contracts(Addresses to) {
        StaticArray3<Uint256> prices = new StaticArray3<>(
                Uint256.class, new Uint256(TOKEN), new Uint256(TOKEN), new Uint256(TOKEN.multiply(BigInteger.TWO)));
        return List.of(
                artifacts.creation("GatewayConfig"),
                artifacts.creation("CiphertextCommits"),
                artifacts.creation("FeeToken"),
                artifacts.creation(
                        "ProtocolPayment",
                        address(to.feeToken()),
                        address(DevAccount.feeSink().address()),
                        prices),
                artifacts.creation(
                        "Decryption",
                        address(to.gatewayConfig()),
                        address(to.ciphertextCommits()),
                        address(to.protocolPayment())),
                artifacts.creation("InputVerification", address(to.gatewayConfig()), address(to.protocolPayment())));
    }

    private List<Step> configuration(Addresses to) {
        DynamicArray<DynamicStruct> nodes = structs(
                settings.kmsNodes(),
                node -> new DynamicStruct(
                        address(DevAccount.kmsTxSender(node).address()),
                        address(DevAccount.kmsSigner(node).address()),
                        new Utf8String("127.0.0.1"),
                        new Utf8String(settings.storageUrl())));
        DynamicStruct hostChain = new DynamicStruct(
                new Uint256(hostChainId),
                address(to.acl()),
                address(to.acl()),
                new Utf8String("Devnet host"),
                new Utf8String(""));
        return List.of(
                Step.call(
                        to.protocolPayment(),
                        "setCollectors(address,address)",
                        address(to.decryption()),
                        address(to.inputVerification())),
                Step.call(
                        to.gatewayConfig(),
                        "newKmsContext((address,address,string,string)[],uint256,uint256)",
                        nodes,
                        new Uint256(settings.publicDecryptThreshold()),
                        new Uint256(settings.userDecryptThreshold())),
                Step.call(
                        to.gatewayConfig(),
                        "setCoprocessors(address[],address[],uint256)",
                        addresses(accounts(settings.coprocessors(), DevAccount::coprocessorTxSender)),
                        addresses(accounts(settings.coprocessors(), DevAccount::coprocessorSigner)),
                        new Uint256(settings.coprocessorMajority())),
                Step.call(to.gatewayConfig(), "addHostChain((uint256,address,address,string,string))", hostChain));
    }

    private List<Step> relayerFunds(Addresses to) {
        List<Step> steps = new ArrayList<>();
        for (Address relayer : accounts(settings.relayers(), DevAccount::relayer)) {
            steps.add(Step.call(
                    to.feeToken(),
                    "mint(address,uint256)",
                    address(relayer),
                    new Uint256(TOKEN.multiply(BigInteger.TEN.pow(9)))));
            steps.add(Step.call(
                    to.feeToken(),
                    "setAllowance(address,address,uint256)",
                    address(relayer),
                    address(to.protocolPayment()),
                    new Uint256(UNLIMITED)));
        }
        return steps;
    }
}
