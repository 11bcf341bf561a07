package org.relayersuite.intake.answer;

import java.nio.charset.StandardCharsets;

/**
 * A body that is written as it is.
 *
 * @param mediaType the value of Content-Type
 */
public record Content(String mediaType, String text) {

    /** The text in UTF-8. */
    public byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
