package org.relayersuite.store.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.relayersuite.core.Hash;

/**
 * The key itself: {@code rk_} and 32 random bytes in Base64 for URLs, 46 characters. Known to its owner alone; here it
 * only lives from its making to the answer that tells it, and from a request's header to its hash.
 *
 * <p>Looking a hash up tells by its time nothing that helps to find a key: the compared value is not the sent one.
 */
public final class ApiKeySecret {
    private static final String PREFIX = "rk_";
    private static final int BYTES = 32;
    private static final Pattern FORM = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");

    private final String text;

    private ApiKeySecret(String text) {
        this.text = text;
    }

    /** Makes a key that nobody has. */
    public static ApiKeySecret random(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new ApiKeySecret(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** Reads what a client sent; empty when it cannot be a key. */
    public static Optional<ApiKeySecret> read(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new ApiKeySecret(text)) : Optional.empty();
    }

    /** SHA-256 of the text. Fast on purpose: 256 random bits cannot be found by trying, however fast. */
    public Hash hash() {
        try {
            return Hash.of(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The text that the client sends. For the answer that tells it, and nothing else. */
    public String reveal() {
        return text;
    }

    /** Leaves the key out. */
    @Override
    public String toString() {
        return "ApiKeySecret";
    }
}
