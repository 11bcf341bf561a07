package org.relayersuite.devnet.contract;

import static org.relayersuite.chain.abi.Calldata.address;
import static org.relayersuite.chain.abi.Calldata.addresses;
import static org.relayersuite.chain.abi.Calldata.bytes;
import static org.relayersuite.devnet.contract.Members.accounts;
import static org.relayersuite.devnet.contract.Members.structs;

import java.util.ArrayList;
import java.util.List;
import org.relayersuite.core.Bytes;
import org.relayersuite.devnet.anvil.DevAccount;
import org.relayersuite.devnet.contract.UnlockedAccount.Step;
import org.web3j.abi.datatypes.DynamicArray;
import org.web3j.abi.datatypes.DynamicStruct;
import org.web3j.abi.datatypes.StaticStruct;
import org.web3j.abi.datatypes.Utf8String;
import org.web3j.abi.datatypes.generated.Int32;
import org.web3j.abi.datatypes.generated.Uint256;
import org.web3j.abi.datatypes.generated.Uint8;

/** The transactions that put the host's contracts on their chain and configure them. */
final class HostDeployment {
    private static final String NEW_KMS_CONTEXT =
            "newKmsContext(uint256,(address,address,string,string,int32,string,bytes,string)[],"
                    + "(uint256,uint256,uint256,uint256),string,(bytes,bytes,bytes)[])";

    private final Artifacts artifacts;
    private final DevnetSettings settings;
    private final long gatewayChainId;

    HostDeployment(Artifacts artifacts, DevnetSettings settings, long gatewayChainId) {
        this.artifacts = artifacts;
        this.settings = settings;
        this.gatewayChainId = gatewayChainId;
    }

    /** @param to where the contracts will stand, by the order of the first five steps */
    List<Step> steps(Addresses to) {
        List<Step> steps = new ArrayList<>(contracts(to));
        steps.addAll(configuration(to));
        return steps;
    }

    private List<Step> contracts(Addresses to) {
        return List.of(
                artifacts.creation("ACL"),
                artifacts.creation(
                        "KMSVerifier",
                        new Uint256(gatewayChainId),
                        address(to.decryption()),
                        addresses(accounts(settings.kmsNodes(), DevAccount::kmsSigner)),
                        new Uint256(settings.publicDecryptThreshold())),
                artifacts.creation(
                        "InputVerifier",
                        new Uint256(gatewayChainId),
                        address(to.inputVerification()),
                        addresses(accounts(settings.coprocessors(), DevAccount::coprocessorSigner)),
                        new Uint256(settings.coprocessorMajority())),
                artifacts.creation("ProtocolConfig"),
                artifacts.creation("KMSGeneration"));
    }

    private List<Step> configuration(Addresses to) {
        DynamicArray<DynamicStruct> nodes = structs(settings.kmsNodes(), this::kmsNodeParams);
        StaticStruct thresholds = new StaticStruct(
                new Uint256(settings.publicDecryptThreshold()),
                new Uint256(settings.userDecryptThreshold()),
                new Uint256(settings.userDecryptThreshold()),
                new Uint256(settings.userDecryptThreshold()));
        DynamicArray<DynamicStruct> pcrValues =
                structs(1, _ -> new DynamicStruct(bytes(Bytes.EMPTY), bytes(Bytes.EMPTY), bytes(Bytes.EMPTY)));
        return List.of(
                Step.call(
                        to.protocolConfig(),
                        NEW_KMS_CONTEXT,
                        new Uint256(Deployment.FIRST_CONTEXT),
                        nodes,
                        thresholds,
                        new Utf8String("devnet"),
                        pcrValues),
                activateKey(to, settings),
                Step.call(
                        to.kmsGeneration(),
                        "activateCrs(string[],bytes)",
                        storageUrls(settings),
                        bytes(Bytes.fromHex("00"))));
    }

    /** Makes a new FHE key, and makes it the active one. */
    static Step activateKey(Addresses to, DevnetSettings settings) {
        DynamicArray<DynamicStruct> digests =
                structs(1, _ -> new DynamicStruct(new Uint8(1), bytes(Bytes.fromHex("00"))));
        return Step.call(to.kmsGeneration(), "activateKey(string[],(uint8,bytes)[])", storageUrls(settings), digests);
    }

    private static DynamicArray<Utf8String> storageUrls(DevnetSettings settings) {
        return new DynamicArray<>(Utf8String.class, List.of(new Utf8String(settings.storageUrl())));
    }

    private DynamicStruct kmsNodeParams(int node) {
        return new DynamicStruct(
                address(DevAccount.kmsTxSender(node).address()),
                address(DevAccount.kmsSigner(node).address()),
                new Utf8String("127.0.0.1"),
                new Utf8String(settings.storageUrl()),
                new Int32(node + 1),
                new Utf8String("kms-node-" + (node + 1)),
                bytes(Bytes.EMPTY),
                new Utf8String("PUB-p" + (node + 1)));
    }
}
