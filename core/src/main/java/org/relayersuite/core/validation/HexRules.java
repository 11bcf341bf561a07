package org.relayersuite.core.validation;

import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.relayersuite.core.Address;
import org.relayersuite.core.Handle;

/** Rules for hexadecimal text. {@code 0x} is case-sensitive, digits are not, checksums of addresses are not tested. */
final class HexRules {
    private static final String PREFIX = "0x";
    private static final int SIGNATURE_CHARS = 130;

    /** First byte of an id, by the position (in characters) where it starts in tagged extra data. */
    private static final int CONTEXT_START = 4;

    private static final int EPOCH_START = 68;

    private static final Rule<String> PREFIXED = Rule.of(text -> text.startsWith(PREFIX), "Must start with 0x");

    static final Rule<String> ADDRESS = PREFIXED.then(Rule.of(
                    text -> text.length() == PREFIX.length() + 2 * Address.LENGTH,
                    "Must be 42 characters long: 0x and 40 hex digits"))
            .then(Rule.of(HexRules::digitsAfterPrefix, "Must have only hex digits after 0x"));

    /** Hex with a prefix; says nothing about the length, which is a rule of its own. */
    static final Rule<String> PREFIXED_HEX = PREFIXED.then(Rule.of(
            text -> digitsAfterPrefix(text) && text.length() % 2 == 0,
            "Must be an even number of hex digits after 0x"));

    static final Rule<String> HANDLE = PREFIXED_HEX.then(Rule.of(
            text -> text.length() == PREFIX.length() + 2 * Handle.LENGTH, "Must be 32 bytes: 0x and 64 hex digits"));

    /** As {@link #PREFIXED_HEX}, or no text at all. */
    static final Rule<String> PREFIXED_HEX_OR_EMPTY =
            text -> text.isEmpty() ? Optional.empty() : PREFIXED_HEX.issueOf(text);

    /** Hex without a prefix; says nothing about the length, which is a rule of its own. */
    static final Rule<String> BARE_HEX = Rule.<String>of(text -> !text.startsWith(PREFIX), "Must not start with 0x")
            .then(Rule.of(text -> text.length() % 2 == 0 && digits(text, 0), "Must be an even number of hex digits"));

    static final Rule<String> SIGNATURE_LENGTH = Rule.of(
            text -> text.length() == SIGNATURE_CHARS, "Must be 130 characters long: 65 bytes as hex without 0x");

    static final Rule<String> INPUT_PROOF_EXTRA_DATA = Rule.of("0x00"::equals, "Must be 0x00");

    /** The context id starts with 0x07, the epoch id with 0x08; version 1 has the former, version 2 both. */
    static final Rule<String> DECRYPT_EXTRA_DATA = Rule.of(
            HexRules::taggedExtraData,
            "Must be 0x00, or 0x01 with a context id, or 0x02 with a context id and an epoch id");

    private static final Map<String, Integer> EXTRA_DATA_LENGTHS = Map.of("0x00", 4, "0x01", 68, "0x02", 132);

    private HexRules() {}

    static Rule<String> atLeast(int chars) {
        return Rule.of(text -> text.length() >= chars, "Must have at least " + chars + " characters");
    }

    private static boolean taggedExtraData(String text) {
        if (text.length() < CONTEXT_START || !digitsAfterPrefix(text) || !text.startsWith(PREFIX)) {
            return false;
        }
        String version = text.substring(0, CONTEXT_START);
        return Integer.valueOf(text.length()).equals(EXTRA_DATA_LENGTHS.get(version))
                && (text.length() <= CONTEXT_START || text.startsWith("07", CONTEXT_START))
                && (text.length() <= EPOCH_START || text.startsWith("08", EPOCH_START));
    }

    private static boolean digitsAfterPrefix(String text) {
        return digits(text, PREFIX.length());
    }

    private static boolean digits(String text, int from) {
        // A loop, since texts may be megabytes.
        for (int i = from; i < text.length(); i++) {
            if (!HexFormat.isHexDigit(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}
