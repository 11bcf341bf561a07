package org.relayersuite.chain.eip712;

import fr.acinq.secp256k1.Secp256k1;
import fr.acinq.secp256k1.Secp256k1Exception;
import java.util.Arrays;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** By libsecp256k1: five times as fast as Java, where the library can be loaded (glibc Linux on x86-64 and ARM). */
final class NativeRecovery implements PublicKeyRecovery {
    private static final Logger log = LoggerFactory.getLogger(NativeRecovery.class);

    private final Secp256k1 library;

    private NativeRecovery(Secp256k1 library) {
        this.library = library;
    }

    /** Empty where there is no library for this platform, or no folder from which it may be loaded. */
    static Optional<PublicKeyRecovery> load() {
        try {
            return Optional.of(new NativeRecovery(Secp256k1.get()));
        } catch (Exception | LinkageError e) {
            // The loader is Kotlin and may throw anything. It unpacks into java.io.tmpdir, which may be read-only.
            log.info("Signatures are verified without the native library reason=\"{}\"", e.toString());
            return Optional.empty();
        }
    }

    @Override
    public Optional<byte[]> recover(byte[] digest, byte[] signature, int recoveryId) {
        try {
            byte[] key = library.ecdsaRecover(signature, digest, recoveryId);
            return Optional.of(Arrays.copyOfRange(key, key.length - KEY_LENGTH, key.length));
        } catch (Secp256k1Exception noKey) {
            return Optional.empty();
        }
    }
}
