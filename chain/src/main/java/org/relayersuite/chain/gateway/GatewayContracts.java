package org.relayersuite.chain.gateway;

import static org.relayersuite.chain.abi.Calldata.address;
import static org.relayersuite.chain.abi.Calldata.bytes;
import static org.relayersuite.chain.abi.Calldata.tuples;
import static org.relayersuite.chain.abi.Calldata.uint;
import static org.relayersuite.chain.abi.Calldata.word;
import static org.relayersuite.chain.abi.Calldata.words;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.relayersuite.chain.abi.AbiException;
import org.relayersuite.chain.abi.AbiReader;
import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RelayerRequest.HandleContractPair;
import org.web3j.abi.datatypes.DynamicArray;
import org.web3j.abi.datatypes.DynamicStruct;
import org.web3j.abi.datatypes.StaticStruct;

/**
 * The two contracts of the gateway chain that take requests, {@code Decryption} and {@code InputVerification}
 * (spec/relayer.md 3.1 and 3.2).
 */
public final class GatewayContracts {
    static final String VERIFY_PROOF_REQUEST = "verifyProofRequest(uint256,address,address,bytes,bytes)";
    static final String PUBLIC_DECRYPTION_REQUEST = "publicDecryptionRequest(bytes32[],bytes)";
    static final String USER_DECRYPTION_REQUEST = "userDecryptionRequest((bytes32,address)[],(uint256,uint256),"
            + "(uint256,address[]),address,bytes,bytes,bytes)";
    static final String DELEGATED_USER_DECRYPTION_REQUEST = "delegatedUserDecryptionRequest((bytes32,address)[],"
            + "(uint256,uint256),(address,address),(uint256,address[]),bytes,bytes,bytes)";
    static final String UNIFIED_USER_DECRYPTION_REQUEST = "userDecryptionRequest((bytes32,address,address)[],address,"
            + "bytes,address[],(uint256,uint256),bytes,bytes)";
    static final String IS_PUBLIC_DECRYPTION_READY = "isPublicDecryptionReady(bytes32[],bytes)";
    static final String IS_USER_DECRYPTION_READY = "isUserDecryptionReady((bytes32,address)[],bytes)";

    private final Address decryption;
    private final Address inputVerification;

    public GatewayContracts(Address decryption, Address inputVerification) {
        this.decryption = decryption;
        this.inputVerification = inputVerification;
    }

    /** Both contracts: the addresses whose logs matter. */
    public List<Address> addresses() {
        return List.of(decryption, inputVerification);
    }

    /** The call that a request's transaction makes, with value 0. It is a pure function of the request. */
    public ContractCall requestCall(RelayerRequest request) {
        return switch (request) {
            case RelayerRequest.InputProof proof -> new ContractCall(inputVerification, inputProof(proof));
            case RelayerRequest.PublicDecrypt decrypt -> new ContractCall(decryption, publicDecrypt(decrypt));
            case RelayerRequest.UserDecrypt decrypt -> new ContractCall(decryption, userDecrypt(decrypt));
            case RelayerRequest.DelegatedUserDecrypt decrypt ->
                new ContractCall(decryption, delegatedUserDecrypt(decrypt));
            case RelayerRequest.UnifiedUserDecrypt decrypt -> new ContractCall(decryption, unifiedUserDecrypt(decrypt));
        };
    }

    private static Bytes inputProof(RelayerRequest.InputProof proof) {
        return Calldata.encode(
                VERIFY_PROOF_REQUEST,
                uint(proof.contractChainId()),
                address(proof.contractAddress()),
                address(proof.userAddress()),
                bytes(proof.ciphertextWithProof()),
                bytes(proof.extraData()));
    }

    private static Bytes publicDecrypt(RelayerRequest.PublicDecrypt decrypt) {
        return Calldata.encode(PUBLIC_DECRYPTION_REQUEST, words(decrypt.handles()), bytes(decrypt.extraData()));
    }

    private static Bytes userDecrypt(RelayerRequest.UserDecrypt decrypt) {
        return Calldata.encode(
                USER_DECRYPTION_REQUEST,
                pairs(decrypt.pairs()),
                validity(decrypt),
                contracts(decrypt),
                address(decrypt.userAddress()),
                bytes(decrypt.publicKey()),
                bytes(decrypt.signature()),
                bytes(decrypt.extraData()));
    }

    private static Bytes delegatedUserDecrypt(RelayerRequest.DelegatedUserDecrypt decrypt) {
        return Calldata.encode(
                DELEGATED_USER_DECRYPTION_REQUEST,
                pairs(decrypt.pairs()),
                validity(decrypt),
                new StaticStruct(address(decrypt.delegatorAddress()), address(decrypt.delegateAddress())),
                contracts(decrypt),
                bytes(decrypt.publicKey()),
                bytes(decrypt.signature()),
                bytes(decrypt.extraData()));
    }

    private static Bytes unifiedUserDecrypt(RelayerRequest.UnifiedUserDecrypt decrypt) {
        return Calldata.encode(
                UNIFIED_USER_DECRYPTION_REQUEST,
                tuples(decrypt.entries().stream()
                        .map(entry -> new StaticStruct(
                                word(entry.handle()), address(entry.contractAddress()), address(entry.ownerAddress())))
                        .toList()),
                address(decrypt.userAddress()),
                bytes(decrypt.publicKey()),
                Calldata.addresses(decrypt.allowedContracts()),
                new StaticStruct(uint(decrypt.startTimestamp()), uint(decrypt.durationSeconds())),
                bytes(decrypt.signature()),
                bytes(decrypt.extraData()));
    }

    private static StaticStruct validity(RelayerRequest.LegacyDecrypt decrypt) {
        return new StaticStruct(uint(decrypt.startTimestamp()), uint(BigInteger.valueOf(decrypt.durationDays())));
    }

    private static DynamicStruct contracts(RelayerRequest.LegacyDecrypt decrypt) {
        return new DynamicStruct(uint(decrypt.contractsChainId()), Calldata.addresses(decrypt.contractAddresses()));
    }

    private static DynamicArray<StaticStruct> pairs(List<HandleContractPair> pairs) {
        return tuples(pairs.stream()
                .map(pair -> new StaticStruct(word(pair.handle()), address(pair.contractAddress())))
                .toList());
    }

    /**
     * The view that tells whether the ciphertexts of a decrypt request are on the gateway; empty for input proofs, which
     * bring theirs along. Read the answer with {@link #isReady}.
     */
    public Optional<ContractCall> readinessCall(RelayerRequest request) {
        return switch (request) {
            case RelayerRequest.InputProof _ -> Optional.empty();
            case RelayerRequest.PublicDecrypt decrypt ->
                readiness(Calldata.encode(
                        IS_PUBLIC_DECRYPTION_READY, words(decrypt.handles()), bytes(decrypt.extraData())));
            case RelayerRequest.LegacyDecrypt decrypt -> userDecryptReadiness(decrypt.pairs(), decrypt.extraData());
            // One view serves all forms: it asks for the ciphertexts only, whoever owns them.
            case RelayerRequest.UnifiedUserDecrypt decrypt ->
                userDecryptReadiness(
                        decrypt.entries().stream()
                                .map(entry -> new HandleContractPair(entry.handle(), entry.contractAddress()))
                                .toList(),
                        decrypt.extraData());
        };
    }

    private Optional<ContractCall> userDecryptReadiness(List<HandleContractPair> pairs, Bytes extraData) {
        return readiness(Calldata.encode(IS_USER_DECRYPTION_READY, pairs(pairs), bytes(extraData)));
    }

    private Optional<ContractCall> readiness(Bytes data) {
        return Optional.of(new ContractCall(decryption, data));
    }

    /**
     * Reads the return data of a {@link #readinessCall}.
     *
     * @throws AbiException when it is no boolean, as from an address without the contract
     */
    public static boolean isReady(Bytes answer) {
        return AbiReader.onlyBool(answer);
    }
}
