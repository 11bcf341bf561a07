package org.relayersuite.intake;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Valid bodies. Each call makes another content, so that tests do not meet each other's jobs. */
final class Bodies {
    static final String INPUT_PROOF = "/v2/input-proof";
    static final String PUBLIC_DECRYPT = "/v2/public-decrypt";
    static final String USER_DECRYPT = "/v2/user-decrypt";

    static final String A = "0x" + "aa".repeat(20);
    static final String B = "0x" + "bb".repeat(20);

    private static final AtomicInteger NEXT = new AtomicInteger(1);

    private Bodies() {}

    static Map<String, Object> of(String path) {
        return switch (path) {
            case INPUT_PROOF -> inputProof();
            case PUBLIC_DECRYPT -> publicDecrypt();
            case USER_DECRYPT -> userDecrypt();
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
        body.put("requestValidity", Map.of("startTimestamp", "1767225600", "durationDays", "7"));
        body.put("contractsChainId", "8009");
        body.put("contractAddresses", List.of(A));
        body.put("userAddress", B);
        body.put("signature", "cd".repeat(65));
        body.put("publicKey", "abcd");
        body.put("extraData", "0x00");
        return body;
    }

    static String handle(long chainId) {
        return "0x%042x00%016x0500".formatted(NEXT.incrementAndGet(), chainId);
    }
}
