package org.relayersuite.devnet.actor;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.chain.eip712.Eip712Digests;
import org.relayersuite.chain.eip712.Eip712Domain;
import org.relayersuite.chain.gateway.ContractCall;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.Hash;
import org.relayersuite.devnet.actor.GatewayRequest.InputVerification;
import org.relayersuite.devnet.actor.GatewayRequest.PublicDecryption;
import org.relayersuite.devnet.actor.GatewayRequest.UnifiedUserDecryption;
import org.relayersuite.devnet.actor.GatewayRequest.UserDecryption;

/** What one coprocessor answers, and its signature under it (spec/relayer.md 3.8). */
final class Coprocessor implements Answerer.Node {
    private final PrivateKeySigner signer;
    private final Address inputVerification;
    private final Address acl;
    private final Eip712Domain domain;

    Coprocessor(PrivateKeySigner signer, long gatewayChainId, Address inputVerification, Address acl) {
        this.signer = signer;
        this.inputVerification = inputVerification;
        this.acl = acl;
        this.domain = Eip712Domain.inputVerification(BigInteger.valueOf(gatewayChainId), inputVerification);
    }

    @Override
    public Optional<ContractCall> answer(GatewayRequest request) {
        return switch (request) {
            case InputVerification it ->
                Optional.of(InputHandles.accepts(it.ciphertextWithProof()) ? acceptance(it) : rejection(it));
            case PublicDecryption it -> Optional.empty();
            case UserDecryption it -> Optional.empty();
            case UnifiedUserDecryption it -> Optional.empty();
        };
    }

    private ContractCall acceptance(InputVerification request) {
        List<Handle> handles = InputHandles.of(request.ciphertextWithProof(), request.contractChainId(), acl);
        Hash digest = Eip712Digests.ciphertextVerification(
                domain,
                handles,
                request.userAddress(),
                request.contractAddress(),
                request.contractChainId(),
                request.extraData());
        Bytes data = Calldata.encode(
                "verifyProofResponse(uint256,bytes32[],bytes,bytes)",
                Calldata.uint(request.id()),
                Calldata.words(handles),
                Calldata.bytes(signer.signDigest(digest)),
                Calldata.bytes(request.extraData()));
        return new ContractCall(inputVerification, data);
    }

    private ContractCall rejection(InputVerification request) {
        Bytes data = Calldata.encode(
                "rejectProofResponse(uint256,bytes)", Calldata.uint(request.id()), Calldata.bytes(request.extraData()));
        return new ContractCall(inputVerification, data);
    }
}
