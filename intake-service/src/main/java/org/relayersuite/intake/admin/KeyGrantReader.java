package org.relayersuite.intake.admin;

import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.relayersuite.intake.endpoint.Endpoint;
import org.relayersuite.intake.ratelimit.Limit;
import org.relayersuite.store.access.KeyGrant;
import org.relayersuite.store.access.KeyLimit;

/**
 * Reads what a new API key shall be good for: {@code owner}, and if wanted {@code endpoints}, {@code readOnly},
 * {@code requestsPerSecond} with {@code burst}, {@code expiresAt}.
 */
@Singleton
final class KeyGrantReader {
    private static final Set<String> KNOWN =
            Set.of("owner", "endpoints", "readOnly", "requestsPerSecond", "burst", "expiresAt");

    /** Goes to the log, and tells jobs' readers apart. */
    private static final Pattern OWNER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ._@:/+-]{0,199}");

    private final JsonObjectReader json;

    KeyGrantReader(JsonObjectReader json) {
        this.json = json;
    }

    /** @throws RefusedException when {@code body} is no grant of something after {@code now} */
    KeyGrant read(byte[] body, Instant now) throws RefusedException {
        Map<?, ?> object = json.read(body, KNOWN);
        if (!(object.get("owner") instanceof String owner)
                || !OWNER.matcher(owner).matches()) {
            throw new RefusedException("owner is a text of 1 to 200 letters, digits and . _ @ : / + -");
        }
        Object readOnly = object.get("readOnly");
        if (readOnly != null && !(readOnly instanceof Boolean)) {
            throw new RefusedException("readOnly is true or false");
        }
        return new KeyGrant(
                owner,
                endpoints(object.get("endpoints")),
                Boolean.TRUE.equals(readOnly),
                limit(object.get("requestsPerSecond"), object.get("burst")),
                expiry(object.get("expiresAt"), now));
    }

    private static Set<String> endpoints(Object json) throws RefusedException {
        if (json == null) {
            return Set.of();
        }
        Set<String> paths = new HashSet<>();
        if (json instanceof List<?> list && !list.isEmpty()) {
            for (Object path : list) {
                if (path instanceof String text && Endpoint.at(text).isPresent()) {
                    paths.add(text);
                } else {
                    throw new RefusedException("endpoints are paths such as " + Endpoint.INPUT_PROOF.path());
                }
            }
            return paths;
        }
        throw new RefusedException("endpoints is a list that is not empty, or absent for all");
    }

    private static Optional<KeyLimit> limit(Object rate, Object burst) throws RefusedException {
        if (rate == null && burst == null) {
            return Optional.empty();
        }
        if (!(burst instanceof BigInteger tokens) || tokens.bitLength() >= Long.SIZE) {
            throw new RefusedException("burst is an integer, and given with requestsPerSecond");
        }
        BigDecimal perSecond = switch (rate) {
            case BigInteger integer -> new BigDecimal(integer);
            case BigDecimal decimal -> decimal;
            case null, default -> throw new RefusedException("requestsPerSecond is a number, and given with burst");
        };
        try {
            Limit limit = new Limit(perSecond, tokens.longValue());
            return Optional.of(new KeyLimit(limit.requestsPerSecond(), limit.burst()));
        } catch (IllegalArgumentException e) {
            throw new RefusedException(e.getMessage());
        }
    }

    private static Optional<Instant> expiry(Object json, Instant now) throws RefusedException {
        if (json == null) {
            return Optional.empty();
        }
        if (!(json instanceof String text)) {
            throw new RefusedException("expiresAt is a time such as 2027-01-31T12:00:00Z");
        }
        try {
            Instant expiry = OffsetDateTime.parse(text).toInstant();
            if (!expiry.isAfter(now)) {
                throw new RefusedException("expiresAt is over");
            }
            return Optional.of(expiry);
        } catch (DateTimeException e) {
            throw new RefusedException("expiresAt is a time such as 2027-01-31T12:00:00Z");
        }
    }
}
