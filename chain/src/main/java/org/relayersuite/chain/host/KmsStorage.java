package org.relayersuite.chain.host;

import java.math.BigInteger;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where a KMS node publishes keys. Clients fetch from there what the relayer names to them, so that only plain
 * {@code http} and {@code https} URLs pass.
 *
 * @param folder the URL that ids are put behind, without a slash at its end
 */
public record KmsStorage(String folder) {
    private static final Set<String> SCHEMES = Set.of("http", "https");
    private static final Pattern PRINTABLE_ASCII = Pattern.compile("[!-~]+");
    /** Folders by name, with slashes between them; none that is {@code .} or {@code ..} */
    private static final Pattern PREFIX = Pattern.compile("(?!.*(^|/)\\.{1,2}(/|$))[A-Za-z0-9._~/-]*");

    /**
     * Puts together what the chain says. Slashes at the end of the URL and around the prefix do not count; an empty
     * prefix is no folder of its own.
     *
     * @param storageUrl {@code storageUrl} of the node, hostile text
     * @param storagePrefix {@code storagePrefix} of the node, hostile text
     * @throws FheKeyUnavailableException when that is no URL to send clients to; the message does not repeat it
     */
    public static KmsStorage of(String storageUrl, String storagePrefix) {
        String prefix = storagePrefix.replaceAll("^/+|/+$", "");
        if (!isServable(storageUrl) || !PREFIX.matcher(prefix).matches()) {
            throw new FheKeyUnavailableException("the first KMS node's storage is no plain http or https URL");
        }
        String root = storageUrl.replaceAll("/+$", "");
        return new KmsStorage(prefix.isEmpty() ? root : root + "/" + prefix);
    }

    private static boolean isServable(String url) {
        if (!PRINTABLE_ASCII.matcher(url).matches()) {
            return false;
        }
        try {
            URI uri = new URI(url);
            return uri.getScheme() != null
                    && SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT))
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null;
        } catch (URISyntaxException e) {
            // No URL at all: the caller says so, without the text, which may be anything.
            return false;
        }
    }

    /** The URL of a FHE public key. */
    public String publicKeyUrl(BigInteger keyId) {
        return folder + "/PublicKey/" + hex(keyId);
    }

    /** The URL of a CRS. */
    public String crsUrl(BigInteger crsId) {
        return folder + "/CRS/" + hex(crsId);
    }

    private static String hex(BigInteger id) {
        return "%064x".formatted(id);
    }
}
