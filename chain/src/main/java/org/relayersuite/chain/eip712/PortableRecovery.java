package org.relayersuite.chain.eip712;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import org.web3j.crypto.ECDSASignature;
import org.web3j.crypto.Sign;
import org.web3j.utils.Numeric;

/** In Java, on every platform. */
final class PortableRecovery implements PublicKeyRecovery {
    private static final int WORD = 32;

    @Override
    public Optional<byte[]> recover(byte[] digest, byte[] signature, int recoveryId) {
        BigInteger r = new BigInteger(1, Arrays.copyOf(signature, WORD));
        BigInteger s = new BigInteger(1, Arrays.copyOfRange(signature, WORD, 2 * WORD));
        try {
            return Optional.ofNullable(Sign.recoverFromSignature(recoveryId, new ECDSASignature(r, s), digest))
                    // The library gives the point at infinity as zero. It is no key, and its "address" is nobody's.
                    .filter(key -> key.signum() > 0)
                    .map(key -> Numeric.toBytesPadded(key, KEY_LENGTH));
        } catch (IllegalArgumentException noPoint) {
            // No point of the curve has this r as its x: nobody made the signature.
            return Optional.empty();
        }
    }
}
