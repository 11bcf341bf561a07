package org.relayersuite.devnet.contract;

/**
 * Who answers on the devnet's gateway, and how many answers count.
 *
 * @param kmsNodes how many KMS nodes there are, 1 to 20
 * @param publicDecryptThreshold how many equal, signed answers complete a public decryption
 * @param userDecryptThreshold how many shares complete a user decryption
 * @param coprocessors how many coprocessors there are, 1 to 20
 * @param coprocessorMajority how many equal verdicts decide on an input proof
 * @param relayers how many relayer accounts get fee tokens and an allowance, 0 to 9
 * @param storageUrl where the KMS nodes say that they publish their keys
 */
public record DevnetSettings(
        int kmsNodes,
        int publicDecryptThreshold,
        int userDecryptThreshold,
        int coprocessors,
        int coprocessorMajority,
        int relayers,
        String storageUrl) {
    public DevnetSettings {
        requireThreshold(publicDecryptThreshold, kmsNodes);
        requireThreshold(userDecryptThreshold, kmsNodes);
        requireThreshold(coprocessorMajority, coprocessors);
    }

    /**
     * Four KMS nodes of which three decide, three coprocessors of which two decide, three relayer accounts, and keys
     * that nobody serves.
     */
    public static DevnetSettings defaults() {
        return new DevnetSettings(4, 3, 3, 3, 2, 3, "http://127.0.0.1:9000/kms-public");
    }

    public DevnetSettings withStorageUrl(String url) {
        return new DevnetSettings(
                kmsNodes,
                publicDecryptThreshold,
                userDecryptThreshold,
                coprocessors,
                coprocessorMajority,
                relayers,
                url);
    }

    private static void requireThreshold(int threshold, int members) {
        if (threshold < 1 || threshold > members) {
            throw new IllegalArgumentException("a threshold of " + threshold + " among " + members);
        }
    }
}
