package org.relayersuite.intake.ratelimit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.relayersuite.intake.answer.Answer;

/**
 * What one request has drawn so far.
 *
 * @param draws at most the last of them is not allowed
 */
public record Draws(List<Draw> draws) {
    static final Draws NONE = new Draws(List.of());

    public Draws {
        draws = List.copyOf(draws);
    }

    Draws plus(Draw draw) {
        List<Draw> more = new ArrayList<>(draws);
        more.add(draw);
        return new Draws(more);
    }

    Optional<Draw> denied() {
        return draws.stream().filter(draw -> !draw.allowed()).findFirst();
    }

    /** 429, when a bucket was empty. */
    public Optional<Answer> refusal() {
        return denied().map(draw -> Answer.limited("Too many requests: " + reason(draw.scope()), draw.retryAfter()))
                .map(this::tell);
    }

    private static String reason(Scope scope) {
        return switch (scope) {
            case IP -> "the limit of this IP address is reached";
            case API_KEY -> "the limit of this API key is reached";
            case USER_ADDRESS -> "the limit of this user address is reached";
            case GLOBAL, QUEUE, POLL -> "the service is at its limit";
        };
    }

    /**
     * Tells the client in {@code answer} what its limits are and what is left of them (draft-ietf-httpapi-ratelimit-headers).
     * How much everybody together has left is nobody's business, until it is the reason for a refusal.
     */
    public Answer tell(Answer answer) {
        List<Draw> told = draws.stream()
                .filter(draw -> draw.scope() != Scope.GLOBAL || !draw.allowed())
                .toList();
        return told.isEmpty()
                ? answer
                : answer.with("RateLimit-Policy", RateLimitFields.policies(told))
                        .with("RateLimit", RateLimitFields.states(told));
    }
}
