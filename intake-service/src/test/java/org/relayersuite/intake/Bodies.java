package org.relayersuite.intake;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Valid bodies. Each call makes another content, so that tests do not meet each other's jobs. */
final class Bodies {
    static final String INPUT_PROOF = "/v2/input-proof";
    static final String PUBLIC_DECRYPT = "/v2/public-decrypt";
    static final String USER_DECRYPT = "/v2/user-decrypt";
    static final String DELEGATED_USER_DECRYPT = "/v2/delegated-user-decrypt";
    static final String UNIFIED_USER_DECRYPT = "/v3/user-decrypt";

    static final String A = "0x" + "aa".repeat(20);
    static final String B = "0x" + "bb".repeat(20);

    private static final AtomicInteger NEXT = new AtomicInteger(1);

    private Bodies() {}

    static Map<String, Object> of(String path) {
        return switch (path) {
            case INPUT_PROOF -> inputProof();
            case PUBLIC_DECRYPT -> publicDecrypt();
            case USER_DECRYPT -> userDecrypt();
            case DELEGATED_USER_DECRYPT -> delegatedUserDecrypt();
            case UNIFIED_USER_DECRYPT -> unifiedUserDecrypt();
            default -> throw new IllegalArgumentException(path);
        };
    }

    static Map<String, Object> inputProof() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("contractChainId", "0x1f49");
        body.put("contractAddress", A);
        body.put("userAddress", B);
        body.put("ciphertextWithInputVerification", "%08x".formatted(NEXT.incrementAndGet()));
        body.put("extraData", "0x00");
        return body;
    }

    static Map<String, Object> publicDecrypt() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("ciphertextHandles", List.of(handle(8009), handle(9001)));
        body.put("extraData", "0x00");
        return body;
    }

    static Map<String, Object> userDecrypt() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("handleContractPairs", List.of(Map.of("handle", handle(8009), "contractAddress", A)));
        body.put("requestValidity", Map.of("startTimestamp", anHourAgo(), "durationDays", "7"));
        body.put("contractsChainId", "8009");
        body.put("contractAddresses", List.of(A));
        body.put("userAddress", Wallet.USER.address());
        body.put("signature", "00".repeat(65));
        body.put("publicKey", "abcd");
        body.put("extraData", "0x00");
        return Wallet.USER.sign(USER_DECRYPT, body);
    }

    static Map<String, Object> delegatedUserDecrypt() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("handleContractPairs", List.of(Map.of("handle", handle(8009), "contractAddress", A)));
        body.put("contractsChainId", "8009");
        body.put("contractAddresses", List.of(A));
        body.put("delegatorAddress", B);
        body.put("delegateAddress", Wallet.DELEGATE.address());
        body.put("startTimestamp", anHourAgo());
        body.put("durationDays", "7");
        body.put("signature", "00".repeat(65));
        body.put("publicKey", "abcd");
        body.put("extraData", "0x00");
        return Wallet.DELEGATE.sign(DELEGATED_USER_DECRYPT, body);
    }

    /** One handle of the user's own, one delegated to the user. */
    static Map<String, Object> unifiedUserDecrypt() {
        String user = Wallet.USER.address();
        Map<String, Object> payload = new LinkedHashMap<>();
        payload.put("version", "2.0");
        payload.put("type", "user_decryption");
        payload.put(
                "handles",
                List.of(
                        Map.of("ctHandle", handle(8009), "contractAddress", A, "ownerAddress", user),
                        Map.of("ctHandle", handle(8009), "contractAddress", A, "ownerAddress", B)));
        payload.put("userAddress", user);
        payload.put("allowedContracts", List.of(A));
        payload.put("requestValidity", Map.of("startTimestamp", anHourAgo(), "durationSeconds", "604800"));
        payload.put("publicKey", "0xabcd");
        payload.put("extraData", "0x00");
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("attestationType", "eip712-unified-user-decrypt-v1");
        body.put("attestedPayload", payload);
        body.put("signature", "0x");
        return Wallet.USER.sign(UNIFIED_USER_DECRYPT, body);
    }

    /** The start of a validity window that is open. */
    static String anHourAgo() {
        return Long.toString(Instant.now().minus(Duration.ofHours(1)).getEpochSecond());
    }

    static String handle(long chainId) {
        return "0x%042x00%016x0500".formatted(NEXT.incrementAndGet(), chainId);
    }
}
