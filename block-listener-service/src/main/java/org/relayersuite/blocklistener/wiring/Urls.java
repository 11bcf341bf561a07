package org.relayersuite.blocklistener.wiring;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;

/** Reads URLs from the configuration without ever repeating them. */
final class Urls {
    private Urls() {}

    /** @throws IllegalArgumentException naming {@code key}, never {@code text} */
    static URI parse(String key, String text, Set<String> schemes) {
        URI url;
        try {
            url = new URI(text.strip());
        } catch (URISyntaxException e) {
            // The cause's message is the whole text.
            throw new IllegalArgumentException(key + " is no URL (at character " + e.getIndex() + ")");
        }
        if (url.getScheme() == null || !schemes.contains(url.getScheme()) || url.getHost() == null) {
            throw new IllegalArgumentException(
                    key + " is no URL of " + schemes.stream().sorted().toList());
        }
        return url;
    }
}
