package org.relayersuite.intake.admin;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What an operator may change at run time: names and bounds of spec/relayer.md 1.13. */
public enum Setting {
    INPUT_PROOF_THROTTLER_TPS(Type.U32, 1, 1000, "Input proofs sent to the gateway per second"),
    USER_DECRYPT_THROTTLER_TPS(Type.U32, 1, 1000, "User decryptions sent to the gateway per second"),
    PUBLIC_DECRYPT_THROTTLER_TPS(Type.U32, 1, 1000, "Public decryptions sent to the gateway per second"),
    NOMINAL_READINESS_CHECK_SECONDS(Type.U32, 1, 3600, "Time a readiness check is taken to last"),
    NOMINAL_INPUT_PROOF_PROCESSING_SECONDS(Type.U32, 1, 3600, "Time the answer to an input proof is taken to need"),
    NOMINAL_USER_DECRYPT_PROCESSING_SECONDS(Type.U32, 1, 3600, "Time the answer to a user decryption is taken to need"),
    NOMINAL_PUBLIC_DECRYPT_PROCESSING_SECONDS(
            Type.U32, 1, 3600, "Time the answer to a public decryption is taken to need"),
    NOMINAL_TX_CONFIRMATION_MS(Type.U32, 1, 60_000, "Time the receipt of a transaction is taken to need"),
    RETRY_AFTER_MIN_SECONDS(Type.U32, 1, 3600, "The least Retry-After that is told"),
    RETRY_AFTER_MAX_SECONDS(Type.U32, 1, 3600, "The most Retry-After that is told"),
    RETRY_AFTER_SAFETY_MARGIN(Type.F32, 0, 1, "Share of an estimate that is added to it");

    private final Type type;
    private final BigDecimal min;
    private final BigDecimal max;
    private final String description;

    /** How a value is written in JSON. */
    enum Type {
        /** Without fraction or exponent. */
        U32,
        /** With one: an integer is refused. */
        F32;

        String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Setting(Type type, long min, long max, String description) {
        this.type = type;
        this.min = BigDecimal.valueOf(min);
        this.max = BigDecimal.valueOf(max);
        this.description = description;
    }

    /** The name on the wire and in the database, such as {@code retry_after_min_seconds}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The name among values, such as {@code RetryAfterMinSeconds}. */
    String camelCase() {
        return Arrays.stream(code().split("_"))
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
    }

    /** Whether it is among the values before it was ever set. */
    boolean hasNominalValue() {
        return switch (this) {
            case INPUT_PROOF_THROTTLER_TPS, USER_DECRYPT_THROTTLER_TPS, PUBLIC_DECRYPT_THROTTLER_TPS -> false;
            default -> true;
        };
    }

    /**
     * Reads a JSON value.
     *
     * @param json as {@link org.relayersuite.intake.json.StrictJson} reads it
     * @throws RefusedException when it has the wrong type or is out of bounds
     */
    BigDecimal read(Object json) throws RefusedException {
        BigDecimal value = switch (type) {
            case U32 -> json instanceof BigInteger integer ? new BigDecimal(integer) : null;
            case F32 -> json instanceof BigDecimal decimal ? decimal : null;
        };
        if (value == null) {
            throw new RefusedException(code() + " needs a value of type " + type.code());
        }
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new RefusedException(code() + " is " + min.toPlainString() + " to " + max.toPlainString());
        }
        // As the float that it is: no column holds the digits of 1e-999999999.
        return type == Type.F32 ? new BigDecimal(Float.toString(value.floatValue())) : value;
    }

    Parameter parameter() {
        return new Parameter(code(), description, new Constraints(type.code(), number(min), number(max)));
    }

    /** A value as its type is written in JSON. */
    Number number(BigDecimal value) {
        return type == Type.U32 ? value.toBigInteger() : Float.valueOf(value.floatValue());
    }

    /** The setting with this {@link #code()}. */
    static Optional<Setting> ofCode(String code) {
        return Arrays.stream(values())
                .filter(setting -> setting.code().equals(code))
                .findFirst();
    }

    /** What operators are told about a setting. */
    record Parameter(String name, String description, Constraints constraints) {}

    record Constraints(String type, Number min, Number max) {}
}
