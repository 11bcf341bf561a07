package org.relayersuite.devnet.bench;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import org.relayersuite.chain.eip712.Eip712Digests;
import org.relayersuite.chain.eip712.Eip712Domain;
import org.relayersuite.chain.eip712.Signatures;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;
import org.relayersuite.devnet.anvil.DevAccount;

/**
 * Does nothing but compute the digest of a user decryption and recover its signer, for a while, and prints how often per
 * second: the reference for a service that has to do this for each request.
 */
final class VerifyLoop {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private VerifyLoop() {}

    /** Arguments: seconds to warm up, seconds to measure. */
    public static void main(String[] args) {
        run(Long.parseLong(args[0]));
        double perSecond = run(Long.parseLong(args[1]));
        System.out.printf(Locale.ROOT, "%.1f%n", perSecond);
    }

    private static double run(long seconds) {
        DevAccount user = DevAccount.user(0);
        Address contract = DevAccount.user(1).address();
        Eip712Domain domain = Eip712Domain.decryption(BigInteger.valueOf(8009), contract);
        Bytes publicKey = Bytes.of(new byte[IntakeBodies.PUBLIC_KEY_BYTES]);
        Bytes signature = new PrivateKeySigner(user.key()).signDigest(digest(domain, publicKey, contract));
        long count = 0;
        long start = System.nanoTime();
        long elapsed = 0;
        while (elapsed < seconds * NANOS_PER_SECOND) {
            Address signer = Signatures.recover(digest(domain, publicKey, contract), signature)
                    .orElseThrow();
            if (!signer.equals(user.address())) {
                throw new IllegalStateException("the signer is not who signed");
            }
            count++;
            elapsed = System.nanoTime() - start;
        }
        return (double) count * NANOS_PER_SECOND / elapsed;
    }

    private static Hash digest(Eip712Domain domain, Bytes publicKey, Address contract) {
        return Eip712Digests.userDecryptRequest(
                domain,
                publicKey,
                List.of(contract),
                BigInteger.valueOf(IntakeBodies.START),
                BigInteger.TEN,
                Bytes.of(new byte[1]));
    }
}
