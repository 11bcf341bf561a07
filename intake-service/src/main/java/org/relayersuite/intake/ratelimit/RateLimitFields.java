package org.relayersuite.intake.ratelimit;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The header fields of draft-ietf-httpapi-ratelimit-headers: lists of named policies ({@code q} requests in {@code w}
 * seconds) and of what is left of each ({@code r} requests now, all of them in {@code t} seconds).
 */
final class RateLimitFields {
    private RateLimitFields() {}

    static String policies(List<Draw> draws) {
        return draws.stream()
                .map(draw -> "\"" + name(draw) + "\";q=" + draw.limit().burst() + ";w="
                        + draw.limit().window().toSeconds())
                .collect(Collectors.joining(", "));
    }

    static String states(List<Draw> draws) {
        return draws.stream()
                .map(draw -> "\"" + name(draw) + "\";r=" + draw.remaining() + ";t="
                        // The draft: no later than Retry-After, which tells when the next one is served.
                        + (draw.allowed() ? Draw.ceilSeconds(draw.untilFull()) : draw.retryAfter()))
                .collect(Collectors.joining(", "));
    }

    private static String name(Draw draw) {
        return draw.scope().code().replace('_', '-');
    }
}
