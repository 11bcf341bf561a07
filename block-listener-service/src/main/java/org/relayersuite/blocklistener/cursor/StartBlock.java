package org.relayersuite.blocklistener.cursor;

import java.util.Locale;

/** Which block is the first one to be published for a chain that the ledger does not know yet. */
public sealed interface StartBlock {

    /** The newest block at the time of the first start. */
    record Current() implements StartBlock {}

    /** A block by its number, which may not exist yet. */
    record At(long number) implements StartBlock {
        public At {
            if (number < 0) {
                throw new IllegalArgumentException("the first block is \"current\" or a number from 0, not " + number);
            }
        }
    }

    /**
     * Reads {@code current}, in any case, or a decimal number.
     *
     * @throws IllegalArgumentException when the text is neither
     */
    static StartBlock parse(String text) {
        String trimmed = text.strip();
        if (trimmed.toLowerCase(Locale.ROOT).equals("current")) {
            return new Current();
        }
        try {
            return new At(Long.parseLong(trimmed));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the first block is \"current\" or a number from 0", e);
        }
    }

    /** The number of the first block when the chain's newest one is {@code head}. */
    default long number(long head) {
        return switch (this) {
            case Current _ -> head;
            case At at -> at.number();
        };
    }
}
