package org.relayersuite.devnet.contract;

import static org.relayersuite.chain.abi.Calldata.address;
import static org.relayersuite.chain.abi.Calldata.addresses;
import static org.relayersuite.chain.abi.Calldata.bytes;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.devnet.anvil.DevAccount;
import org.relayersuite.devnet.contract.UnlockedAccount.Step;
import org.web3j.abi.datatypes.DynamicArray;
import org.web3j.abi.datatypes.DynamicStruct;
import org.web3j.abi.datatypes.StaticStruct;
import org.web3j.abi.datatypes.Type;
import org.web3j.abi.datatypes.Utf8String;
import org.web3j.abi.datatypes.generated.Int32;
import org.web3j.abi.datatypes.generated.StaticArray3;
import org.web3j.abi.datatypes.generated.Uint256;
import org.web3j.abi.datatypes.generated.Uint8;

/** Puts all contracts on both chains, in a few blocks: every address is known beforehand from the deployer's nonce. */
final class Deployment {
    /** The id that GatewayConfig gives to its first KMS context. */
    static final BigInteger FIRST_CONTEXT = BigInteger.valueOf(7).shiftLeft(248).add(BigInteger.ONE);

    private static final String NEW_HOST_KMS_CONTEXT =
            "newKmsContext(uint256,(address,address,string,string,int32,string,bytes,string)[],"
                    + "(uint256,uint256,uint256,uint256),string,(bytes,bytes,bytes)[])";
    private static final String STORAGE_URL = "http://127.0.0.1:9000/kms-public";
    private static final BigInteger TOKEN = BigInteger.TEN.pow(18);
    private static final BigInteger UNLIMITED = BigInteger.TWO.pow(256).subtract(BigInteger.ONE);

    private final Artifacts artifacts;
    private final DevnetSettings settings;
    private final UnlockedAccount gatewayDeployer;
    private final UnlockedAccount hostDeployer;
    private final long gatewayChainId;
    private final long hostChainId;

    Deployment(RpcClient gateway, RpcClient host, Artifacts artifacts, DevnetSettings settings) {
        this.artifacts = artifacts;
        this.settings = settings;
        Address deployer = DevAccount.deployer().address();
        this.gatewayDeployer = new UnlockedAccount(gateway, deployer);
        this.hostDeployer = new UnlockedAccount(host, deployer);
        this.gatewayChainId = new Ethereum(gateway).chainId();
        this.hostChainId = new Ethereum(host).chainId();
    }

    Addresses run() {
        Addresses addresses = plan();
        List<Step> gatewaySteps = new ArrayList<>(gatewayContracts(addresses));
        gatewaySteps.addAll(gatewayConfiguration(addresses));
        gatewaySteps.addAll(relayerFunds(addresses));
        gatewayDeployer.runAtOnce(gatewaySteps);
        List<Step> hostSteps = new ArrayList<>(hostContracts(addresses));
        hostSteps.addAll(hostConfiguration(addresses));
        hostDeployer.runAtOnce(hostSteps);
        return addresses;
    }

    /** The order of the nonces is that of {@link #gatewayContracts} and {@link #hostContracts}. */
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

    private List<Step> gatewayContracts(Addresses to) {
        StaticArray3<Uint256> prices = new StaticArray3<>(
                Uint256.class, new Uint256(TOKEN), new Uint256(TOKEN), new Uint256(TOKEN.multiply(BigInteger.TWO)));
        return List.of(
                create("GatewayConfig"),
                create("CiphertextCommits"),
                create("FeeToken"),
                create(
                        "ProtocolPayment",
                        address(to.feeToken()),
                        address(DevAccount.feeSink().address()),
                        prices),
                create(
                        "Decryption",
                        address(to.gatewayConfig()),
                        address(to.ciphertextCommits()),
                        address(to.protocolPayment())),
                create("InputVerification", address(to.gatewayConfig()), address(to.protocolPayment())));
    }

    private List<Step> gatewayConfiguration(Addresses to) {
        DynamicArray<DynamicStruct> nodes = structs(
                settings.kmsNodes(),
                node -> new DynamicStruct(
                        address(DevAccount.kmsTxSender(node).address()),
                        address(DevAccount.kmsSigner(node).address()),
                        new Utf8String("127.0.0.1"),
                        new Utf8String(STORAGE_URL)));
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

    private List<Step> hostContracts(Addresses to) {
        return List.of(
                create("ACL"),
                create(
                        "KMSVerifier",
                        new Uint256(gatewayChainId),
                        address(to.decryption()),
                        addresses(accounts(settings.kmsNodes(), DevAccount::kmsSigner)),
                        new Uint256(settings.publicDecryptThreshold())),
                create(
                        "InputVerifier",
                        new Uint256(gatewayChainId),
                        address(to.inputVerification()),
                        addresses(accounts(settings.coprocessors(), DevAccount::coprocessorSigner)),
                        new Uint256(settings.coprocessorMajority())),
                create("ProtocolConfig"),
                create("KMSGeneration"));
    }

    private List<Step> hostConfiguration(Addresses to) {
        DynamicArray<DynamicStruct> nodes = structs(settings.kmsNodes(), Deployment::kmsNodeParams);
        StaticStruct thresholds = new StaticStruct(
                new Uint256(settings.publicDecryptThreshold()),
                new Uint256(settings.userDecryptThreshold()),
                new Uint256(settings.userDecryptThreshold()),
                new Uint256(settings.userDecryptThreshold()));
        DynamicArray<DynamicStruct> pcrValues =
                structs(1, measured -> new DynamicStruct(bytes(Bytes.EMPTY), bytes(Bytes.EMPTY), bytes(Bytes.EMPTY)));
        DynamicArray<Utf8String> urls = new DynamicArray<>(Utf8String.class, List.of(new Utf8String(STORAGE_URL)));
        DynamicArray<DynamicStruct> keyDigests =
                structs(1, key -> new DynamicStruct(new Uint8(1), bytes(Bytes.fromHex("00"))));
        return List.of(
                Step.call(
                        to.protocolConfig(),
                        NEW_HOST_KMS_CONTEXT,
                        new Uint256(FIRST_CONTEXT),
                        nodes,
                        thresholds,
                        new Utf8String("devnet"),
                        pcrValues),
                Step.call(to.kmsGeneration(), "activateKey(string[],(uint8,bytes)[])", urls, keyDigests),
                Step.call(to.kmsGeneration(), "activateCrs(string[],bytes)", urls, bytes(Bytes.fromHex("00"))));
    }

    private static DynamicStruct kmsNodeParams(int node) {
        return new DynamicStruct(
                address(DevAccount.kmsTxSender(node).address()),
                address(DevAccount.kmsSigner(node).address()),
                new Utf8String("127.0.0.1"),
                new Utf8String(STORAGE_URL),
                new Int32(node + 1),
                new Utf8String("kms-node-" + (node + 1)),
                bytes(Bytes.EMPTY),
                new Utf8String("PUB-p" + (node + 1)));
    }

    private Step create(String contract, Type<?>... arguments) {
        return Step.create(artifacts.creation(contract, List.of(arguments)));
    }

    private static List<Address> accounts(int count, IntFunction<DevAccount> role) {
        return IntStream.range(0, count).mapToObj(role).map(DevAccount::address).toList();
    }

    private static DynamicArray<DynamicStruct> structs(int count, IntFunction<DynamicStruct> make) {
        return new DynamicArray<>(
                DynamicStruct.class, IntStream.range(0, count).mapToObj(make).toList());
    }
}
