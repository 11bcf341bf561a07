package org.relayersuite.tx.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.core.Bytes;

/** Reads the lane's private key from where the configuration says. */
final class SigningKey {
    private SigningKey() {}

    /**
     * Makes the signer.
     *
     * @throws IllegalStateException when not exactly one of key and file is given, or there is no key in it; the message
     *     never shows what was found
     */
    static PrivateKeySigner signer(TxConfig.Lane lane) {
        Optional<String> inline = lane.privateKey().filter(key -> !key.isBlank());
        Optional<Path> file = lane.privateKeyFile();
        if (inline.isPresent() == file.isPresent()) {
            throw new IllegalStateException(
                    "exactly one of relayer.lane.private-key and relayer.lane.private-key-file must be set");
        }
        String hex = inline.orElseGet(() -> read(file.orElseThrow())).strip();
        try {
            return new PrivateKeySigner(Bytes.fromHex(hex));
        } catch (IllegalArgumentException e) {
            // The cause would quote the key's characters.
            throw new IllegalStateException("the private key of lane " + lane.name() + " is not 64 hex digits");
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException("the private key file cannot be read: " + file, e);
        }
    }
}
