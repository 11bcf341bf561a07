package org.relayersuite.core.validation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Bodies that keep every rule, as mutable trees to break one thing in. */
final class SampleBodies {
    static final String HANDLE = "0x" + "11".repeat(21) + "000000000000001f490500";
    static final String FOREIGN_HANDLE = "0x" + "11".repeat(21) + "00000000000001869f0500";
    static final String A = "0x" + "aa".repeat(20);
    static final String B = "0x" + "bb".repeat(20);
    static final String C = "0x" + "cc".repeat(20);
    static final String CONTEXT = "07" + "00".repeat(31);
    static final String EPOCH = "08" + "00".repeat(31);

    private SampleBodies() {}

    static Map<String, Object> inputProof() {
        return object(
                "contractChainId", "8009",
                "contractAddress", A,
                "userAddress", B,
                "ciphertextWithInputVerification", "deadbeef",
                "extraData", "0x00");
    }

    static Map<String, Object> publicDecrypt() {
        return object("ciphertextHandles", list(HANDLE), "extraData", "0x00");
    }

    static Map<String, Object> userDecrypt() {
        return object(
                "handleContractPairs",
                list(pair(HANDLE, A)),
                "requestValidity",
                validity("1767225600", "7"),
                "contractsChainId",
                "8009",
                "contractAddresses",
                list(A),
                "userAddress",
                B,
                "signature",
                "cd".repeat(65),
                "publicKey",
                "abcd",
                "extraData",
                "0x00");
    }

    static Map<String, Object> delegatedUserDecrypt() {
        return object(
                "handleContractPairs",
                list(pair(HANDLE, A)),
                "contractsChainId",
                "8009",
                "contractAddresses",
                list(A),
                "delegatorAddress",
                B,
                "delegateAddress",
                C,
                "startTimestamp",
                "1767225600",
                "durationDays",
                "7",
                "signature",
                "cd".repeat(65),
                "publicKey",
                "abcd",
                "extraData",
                "0x00");
    }

    static Map<String, Object> unifiedUserDecrypt() {
        return object(
                "attestationType",
                "eip712-unified-user-decrypt-v1",
                "attestedPayload",
                object(
                        "version",
                        "2.0",
                        "type",
                        "user_decryption",
                        "handles",
                        list(entry(HANDLE, A, B), entry(HANDLE, A, C)),
                        "userAddress",
                        B,
                        "allowedContracts",
                        list(A),
                        "requestValidity",
                        object("startTimestamp", "1767225600", "durationSeconds", "604800"),
                        "publicKey",
                        "0xabcd",
                        "extraData",
                        "0x00"),
                "signature",
                "0x" + "cd".repeat(65));
    }

    static Map<String, Object> entry(Object handle, Object contract, Object owner) {
        return object("ctHandle", handle, "contractAddress", contract, "ownerAddress", owner);
    }

    static Map<String, Object> pair(Object handle, Object contract) {
        return object("handle", handle, "contractAddress", contract);
    }

    static Map<String, Object> validity(Object start, Object duration) {
        return object("startTimestamp", start, "durationDays", duration);
    }

    static List<Object> list(Object... elements) {
        return new ArrayList<>(List.of(elements));
    }

    static Map<String, Object> object(Object... keysAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            object.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return object;
    }
}
