package org.relayersuite.devnet.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.relayersuite.chain.eip712.Eip712Digests;
import org.relayersuite.chain.eip712.Eip712Domain;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.devnet.anvil.DevAccount;

/**
 * Bodies as deployed clients send them (spec/relayer.md 1.14), with {@link #FRESH} where each request differs from every
 * other. The signature of a user decryption does not cover its handles, so one stays valid.
 */
final class IntakeBodies {
    /** 16 hex digits that the load driver replaces. */
    static final String FRESH = "@".repeat(16);

    static final int PUBLIC_KEY_BYTES = 869;
    static final long HOST_CHAIN_ID = 8009;
    /** Seconds since the epoch; the validity of a user decryption begins here. */
    static final long START = System.currentTimeMillis() / 1000 - 600;

    static final Address DECRYPTION = Address.of("0x" + "de".repeat(Address.LENGTH));
    private static final Address CONTRACT = Address.of("0x" + "c0".repeat(Address.LENGTH));
    /** Of one encrypted 32-bit number. */
    private static final int PROOF_BYTES = 9_400;

    private static final int DURATION_DAYS = 7;
    private static final DevAccount USER = DevAccount.user(0);

    private IntakeBodies() {}

    static String of(RequestKind kind) {
        return switch (kind) {
            case INPUT_PROOF ->
                json().put("contractChainId", Long.toString(HOST_CHAIN_ID))
                        .put("contractAddress", CONTRACT.toString())
                        .put("userAddress", USER.address().toString())
                        .put(
                                "ciphertextWithInputVerification",
                                FRESH + random(PROOF_BYTES).toBareHex())
                        .put("extraData", "0x00")
                        .toString();
            case PUBLIC_DECRYPT -> {
                ObjectNode body = json().put("extraData", "0x00");
                body.putArray("ciphertextHandles").add(handle(FRESH)).add(handle("0".repeat(FRESH.length())));
                yield body.toString();
            }
            case USER_DECRYPT -> userDecrypt().toString();
        };
    }

    private static ObjectNode userDecrypt() {
        Bytes publicKey = random(PUBLIC_KEY_BYTES);
        Bytes signature = new PrivateKeySigner(USER.key())
                .signDigest(Eip712Digests.userDecryptRequest(
                        Eip712Domain.decryption(BigInteger.valueOf(HOST_CHAIN_ID), DECRYPTION),
                        publicKey,
                        List.of(CONTRACT),
                        BigInteger.valueOf(START),
                        BigInteger.valueOf(DURATION_DAYS),
                        Bytes.of(new byte[1])));
        ObjectNode body = json().put("contractsChainId", Long.toString(HOST_CHAIN_ID))
                .put("userAddress", USER.address().toString())
                .put("signature", signature.toBareHex())
                .put("publicKey", publicKey.toBareHex())
                .put("extraData", "0x00");
        body.putArray("handleContractPairs")
                .addObject()
                .put("handle", handle(FRESH))
                .put("contractAddress", CONTRACT.toString());
        body.putObject("requestValidity")
                .put("startTimestamp", Long.toString(START))
                .put("durationDays", Integer.toString(DURATION_DAYS));
        body.putArray("contractAddresses").add(CONTRACT.toString());
        return body;
    }

    /** A computed handle of a 64-bit number. */
    private static String handle(String start) {
        return "0x" + start + "11".repeat(13) + "ff" + "%016x".formatted(HOST_CHAIN_ID) + "0500";
    }

    private static ObjectNode json() {
        return new ObjectMapper().createObjectNode();
    }

    private static Bytes random(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return Bytes.of(bytes);
    }
}
