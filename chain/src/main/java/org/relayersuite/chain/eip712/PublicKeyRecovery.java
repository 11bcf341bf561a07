package org.relayersuite.chain.eip712;

import java.util.Optional;

/** Finds the key that made an ECDSA signature on secp256k1 (SEC 1, 4.1.6). */
interface PublicKeyRecovery {
    /** Bytes of an uncompressed public key without its leading 04. */
    int KEY_LENGTH = 64;

    /**
     * @param digest 32 bytes, what was signed
     * @param signature 64 bytes: r and s, both from 1 to the order of the curve minus 1
     * @param recoveryId 0 or 1: whether the y of the point r is even or odd
     * @return 64 bytes: x and y of the key; empty when no key can have made the signature
     */
    Optional<byte[]> recover(byte[] digest, byte[] signature, int recoveryId);
}
