package org.relayersuite.chain.eip712;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;
import org.web3j.crypto.Sign;

/** Recovers who made a secp256k1 signature, by the rules of OpenZeppelin's ECDSA that the contracts use. */
public final class Signatures {
    /** Bytes of a signature: r (32), s (32), v (1). */
    public static final int LENGTH = 65;

    private static final int WORD = 32;
    private static final int LOWEST_V = 27;
    private static final BigInteger ORDER = Sign.CURVE_PARAMS.getN();
    private static final BigInteger HALF_ORDER = ORDER.shiftRight(1);

    private static final PublicKeyRecovery RECOVERY = NativeRecovery.load().orElseGet(PortableRecovery::new);

    private Signatures() {}

    /**
     * The account that signed {@code digest}.
     *
     * @param signature 65 bytes: r, s, v with v 27 or 28
     * @return empty when the bytes are no valid signature, also when s is in the upper half of the order (malleable)
     */
    public static Optional<Address> recover(Hash digest, Bytes signature) {
        if (signature.size() != LENGTH) {
            return Optional.empty();
        }
        byte[] bytes = signature.toArray();
        BigInteger r = new BigInteger(1, Arrays.copyOf(bytes, WORD));
        BigInteger s = new BigInteger(1, Arrays.copyOfRange(bytes, WORD, 2 * WORD));
        int recoveryId = signature.at(LENGTH - 1) - LOWEST_V;
        boolean inRange = r.signum() > 0 && r.compareTo(ORDER) < 0 && s.signum() > 0 && s.compareTo(HALF_ORDER) <= 0;
        if (!inRange || recoveryId < 0 || recoveryId > 1) {
            return Optional.empty();
        }
        return RECOVERY.recover(digest.value().toArray(), Arrays.copyOf(bytes, 2 * WORD), recoveryId)
                .map(Signatures::addressOf);
    }

    /** The last 20 bytes of the hash of the key. */
    private static Address addressOf(byte[] publicKey) {
        byte[] hash = Keccak.hash(publicKey).value().toArray();
        return new Address(Bytes.of(Arrays.copyOfRange(hash, hash.length - Address.LENGTH, hash.length)));
    }
}
