package org.relayersuite.core;

import java.util.HexFormat;

/** Hexadecimal text with and without the {@code 0x} prefix. Output is lower case, input may be of any case. */
public final class Hex {
    private static final HexFormat FORMAT = HexFormat.of();

    private Hex() {}

    /** Returns {@code bytes} as lower-case hex with a {@code 0x} prefix; an empty array becomes {@code 0x}. */
    public static String prefixed(byte[] bytes) {
        return "0x" + FORMAT.formatHex(bytes);
    }

    /** Returns {@code bytes} as lower-case hex without a prefix. */
    public static String bare(byte[] bytes) {
        return FORMAT.formatHex(bytes);
    }

    /**
     * Decodes hex text, with or without a {@code 0x} prefix.
     *
     * @throws IllegalArgumentException when the text has an odd number of digits or a character that is no hex digit
     */
    public static byte[] decode(String text) {
        return text.startsWith("0x") ? FORMAT.parseHex(text, 2, text.length()) : FORMAT.parseHex(text);
    }
}
