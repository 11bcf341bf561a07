package org.relayersuite.devnet.actor;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.chain.eip712.Eip712Digests;
import org.relayersuite.chain.eip712.Eip712Domain;
import org.relayersuite.chain.eip712.Signatures;
import org.relayersuite.chain.gateway.ContractCall;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.Hash;
import org.relayersuite.devnet.actor.GatewayRequest.InputVerification;
import org.relayersuite.devnet.actor.GatewayRequest.PublicDecryption;
import org.relayersuite.devnet.actor.GatewayRequest.UnifiedPayload;
import org.relayersuite.devnet.actor.GatewayRequest.UnifiedUserDecryption;
import org.relayersuite.devnet.actor.GatewayRequest.UserDecryption;

/** What one KMS node answers, and its signature under it (spec/relayer.md 3.8). */
final class KmsNode implements Answerer.Node {
    private static final int SHARE_WORDS = 8;

    private final PrivateKeySigner signer;
    private final Address decryption;
    private final Eip712Domain domain;

    KmsNode(PrivateKeySigner signer, long gatewayChainId, Address decryption) {
        this.signer = signer;
        this.decryption = decryption;
        this.domain = Eip712Domain.decryption(BigInteger.valueOf(gatewayChainId), decryption);
    }

    @Override
    public Optional<ContractCall> answer(GatewayRequest request) {
        return switch (request) {
            case PublicDecryption it -> Optional.of(clearValues(it));
            case UserDecryption it -> Optional.of(share(it.id(), it.handles(), it.publicKey(), it.extraData()));
            case UnifiedUserDecryption it ->
                isSignedByItsUser(it)
                        ? Optional.of(share(
                                it.id(),
                                it.handles(),
                                it.payload().publicKey(),
                                it.payload().extraData()))
                        : Optional.empty();
            case InputVerification it -> Optional.empty();
        };
    }

    private ContractCall clearValues(PublicDecryption request) {
        Bytes result = ClearValues.encode(request.handles());
        Bytes extraData = answered(request.extraData());
        Hash digest = Eip712Digests.publicDecryptResponse(domain, request.handles(), result, extraData);
        return response("publicDecryptionResponse", request.id(), result, digest, extraData);
    }

    private ContractCall share(BigInteger id, List<Handle> handles, Bytes publicKey, Bytes requestExtraData) {
        Bytes share = shareOf(handles, publicKey);
        Bytes extraData = answered(requestExtraData);
        Hash digest = Eip712Digests.userDecryptResponse(domain, publicKey, handles, share, extraData);
        return response("userDecryptionResponse", id, share, digest, extraData);
    }

    private ContractCall response(String function, BigInteger id, Bytes result, Hash digest, Bytes extraData) {
        return new ContractCall(
                decryption,
                Calldata.encode(
                        function + "(uint256,bytes,bytes,bytes)",
                        Calldata.uint(id),
                        Calldata.bytes(result),
                        Calldata.bytes(signer.signDigest(digest)),
                        Calldata.bytes(extraData)));
    }

    /**
     * The extraData of the answer. To a request that names no context nodes answer with none at all: clients check the
     * signatures of such answers over empty bytes (spec/relayer.md 1.14).
     */
    private static Bytes answered(Bytes requestExtraData) {
        return requestExtraData.size() == 0 || requestExtraData.at(0) == 0 ? Bytes.EMPTY : requestExtraData;
    }

    /** Stands for the re-encrypted piece: different for each node, the same each time. */
    private Bytes shareOf(List<Handle> handles, Bytes publicKey) {
        ByteBuffer seed = ByteBuffer.allocate(Address.LENGTH + publicKey.size() + handles.size() * Handle.LENGTH)
                .put(signer.address().value().toArray())
                .put(publicKey.toArray());
        handles.forEach(handle -> seed.put(handle.value().toArray()));
        ByteBuffer share = ByteBuffer.allocate(SHARE_WORDS * Hash.LENGTH);
        Hash word = Keccak.hash(seed.array());
        while (share.hasRemaining()) {
            share.put(word.value().toArray());
            word = Keccak.hash(word.value());
        }
        return Bytes.of(share.array());
    }

    private boolean isSignedByItsUser(UnifiedUserDecryption request) {
        UnifiedPayload payload = request.payload();
        BigInteger hostChainId = request.handles().getFirst().chainId();
        Hash digest = Eip712Digests.unifiedUserDecryptRequest(
                Eip712Domain.decryption(hostChainId, decryption),
                payload.userAddress(),
                payload.publicKey(),
                payload.allowedContracts(),
                payload.startTimestamp(),
                payload.durationSeconds(),
                payload.extraData());
        return Signatures.recover(digest, payload.signature())
                .filter(payload.userAddress()::equals)
                .isPresent();
    }
}
