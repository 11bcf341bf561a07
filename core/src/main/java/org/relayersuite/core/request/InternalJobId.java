package org.relayersuite.core.request;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/**
 * The SHA-256 of a request's content, by which duplicates are found. Values enter as parsed, so the case of addresses
 * and the notation of numbers make no difference; signature and validity window do not enter at all.
 *
 * <p>The preimage is the plain concatenation of ASCII labels and raw bytes, without separators, lists in the order of
 * submission, numbers as 8 bytes big-endian (spec/relayer.md, section 2).
 */
public record InternalJobId(Hash value) {

    /** Derives the id of {@code request}. */
    public static InternalJobId of(RelayerRequest request) {
        Preimage preimage = new Preimage();
        switch (request) {
            case RelayerRequest.InputProof proof ->
                preimage.label("contract_chain_id:")
                        .u64(proof.contractChainId())
                        .label("contract_address:")
                        .bytes(proof.contractAddress().value())
                        .label("user_address:")
                        .bytes(proof.userAddress().value())
                        .label("ciphertext_with_zk_proof:")
                        .bytes(proof.ciphertextWithProof())
                        .label("extra_data:")
                        .bytes(proof.extraData());
            case RelayerRequest.PublicDecrypt decrypt -> {
                preimage.label("ct_handles:");
                decrypt.handles().forEach(handle -> preimage.bytes(handle.value()));
                preimage.label("extra_data:").bytes(decrypt.extraData());
            }
            case RelayerRequest.UserDecrypt decrypt ->
                preimage.legacy(decrypt)
                        .label("user_address:")
                        .bytes(decrypt.userAddress().value());
            case RelayerRequest.DelegatedUserDecrypt decrypt ->
                preimage.legacy(decrypt)
                        .label("delegator_address:")
                        .bytes(decrypt.delegatorAddress().value())
                        .label("delegate_address:")
                        .bytes(decrypt.delegateAddress().value());
            case RelayerRequest.UnifiedUserDecrypt decrypt -> preimage.unified(decrypt);
        }
        return new InternalJobId(preimage.sha256());
    }

    @Override
    public String toString() {
        return value.value().toBareHex();
    }

    private static final class Preimage {
        private final MessageDigest digest = sha256Digest();

        Preimage label(String ascii) {
            digest.update(ascii.getBytes(StandardCharsets.US_ASCII));
            return this;
        }

        Preimage u64(BigInteger number) {
            digest.update(
                    ByteBuffer.allocate(Long.BYTES).putLong(number.longValue()).array());
            return this;
        }

        Preimage bytes(Bytes bytes) {
            digest.update(bytes.toArray());
            return this;
        }

        Preimage addresses(List<Address> addresses) {
            addresses.forEach(address -> bytes(address.value()));
            return this;
        }

        Preimage legacy(RelayerRequest.LegacyDecrypt decrypt) {
            label("contract_addresses:").addresses(decrypt.contractAddresses());
            label("contracts_chain_id:").u64(decrypt.contractsChainId());
            label("ct_handle_contract_pairs:");
            decrypt.pairs()
                    .forEach(pair -> bytes(pair.handle().value())
                            .bytes(pair.contractAddress().value()));
            return label("extra_data:")
                    .bytes(decrypt.extraData())
                    .label("public_key:")
                    .bytes(decrypt.publicKey());
        }

        Preimage unified(RelayerRequest.UnifiedUserDecrypt decrypt) {
            label("variant:eip712_unified_v1:");
            label("allowed_contracts:").addresses(decrypt.allowedContracts());
            label("handles:");
            decrypt.entries()
                    .forEach(entry -> bytes(entry.handle().value())
                            .bytes(entry.contractAddress().value())
                            .bytes(entry.ownerAddress().value()));
            return label("extra_data:")
                    .bytes(decrypt.extraData())
                    .label("public_key:")
                    .bytes(decrypt.publicKey())
                    .label("user_address:")
                    .bytes(decrypt.userAddress().value());
        }

        Hash sha256() {
            return Hash.of(digest.digest());
        }

        private static MessageDigest sha256Digest() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java platform has SHA-256", e);
            }
        }
    }
}
