package org.relayersuite.core.validation;

import java.math.BigInteger;
import java.time.Clock;
import java.util.Optional;
import java.util.regex.Pattern;

/** Rules for numbers, which clients send as text. */
final class NumberRules {
    /** Long enough for any uint256 with some leading zeros; longer text is refused before it is parsed. */
    private static final int MAX_CHARS = 100;

    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1," + MAX_CHARS + "}");
    private static final Pattern HEX = Pattern.compile("0x[0-9a-fA-F]{1," + MAX_CHARS + "}");

    static final Rule<String> U64 =
            Rule.of(text -> fits(text, Long.SIZE), "Must be an unsigned 64-bit number, in decimal or as hex with 0x");

    static final Rule<String> U64_DECIMAL = Rule.of(
            text -> DECIMAL.matcher(text).matches() && fits(text, Long.SIZE),
            "Must be an unsigned 64-bit number in decimal");

    static final Rule<String> DURATION_DAYS = Rule.of(
            text -> DECIMAL.matcher(text).matches() && fits(text, Integer.SIZE),
            "durationDays must be an unsigned 32-bit number in decimal");

    private static final Rule<String> U256 = Rule.of(
            text -> fits(text, 256), "startTimestamp must be an unsigned 256-bit number, in decimal or as hex with 0x");

    private NumberRules() {}

    /** Seconds since the epoch as text, not after the present second of {@code clock}. */
    static Rule<String> startTimestamp(Clock clock) {
        return U256.then(notInFuture(clock, "startTimestamp must not be in the future"));
    }

    /** As {@link #startTimestamp}, in decimal only. */
    static Rule<String> startTimestampDecimal(Clock clock) {
        return U64_DECIMAL.then(notInFuture(clock, "Must not be in the future"));
    }

    private static Rule<String> notInFuture(Clock clock, String issue) {
        return Rule.of(text -> number(text).compareTo(now(clock)) <= 0, issue);
    }

    /** The present second of {@code clock}, since the epoch. */
    static BigInteger now(Clock clock) {
        return BigInteger.valueOf(clock.instant().getEpochSecond());
    }

    /**
     * The number that {@code text} denotes.
     *
     * @throws IllegalArgumentException when it denotes none
     */
    static BigInteger number(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException("no number"));
    }

    private static boolean fits(String text, int bits) {
        return parse(text).filter(number -> number.bitLength() <= bits).isPresent();
    }

    private static Optional<BigInteger> parse(String text) {
        if (DECIMAL.matcher(text).matches()) {
            return Optional.of(new BigInteger(text));
        }
        return HEX.matcher(text).matches() ? Optional.of(new BigInteger(text.substring(2), 16)) : Optional.empty();
    }
}
