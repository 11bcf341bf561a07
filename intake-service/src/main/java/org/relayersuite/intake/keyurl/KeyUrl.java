package org.relayersuite.intake.keyurl;

import java.math.BigInteger;
import org.relayersuite.chain.host.FheKeyReading;

/**
 * What clients need in order to encrypt.
 *
 * @param keyId the FHE public key's id, 64 hex digits with {@code 0x}
 * @param keyUrl where to fetch it
 * @param crsId the CRS's id, 64 hex digits with {@code 0x}
 * @param crsUrl where to fetch it
 */
record KeyUrl(String keyId, String keyUrl, String crsId, String crsUrl) {

    /** From the ids in use, and the storage of the first node of their context. */
    static KeyUrl of(FheKeyReading reading) {
        BigInteger keyId = reading.key().keyId();
        BigInteger crsId = reading.key().crsId();
        return new KeyUrl(
                id(keyId),
                reading.storage().publicKeyUrl(keyId),
                id(crsId),
                reading.storage().crsUrl(crsId));
    }

    private static String id(BigInteger value) {
        return "0x%064x".formatted(value);
    }
}
