package org.relayersuite.intake.probe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How the suite is (spec/relayer.md 1.12).
 *
 * @param needed what requests cannot be served without, and whether it works
 * @param keyUrl whether the key URL is fresh, which only new clients need; empty where it is not served
 */
record Health(Map<String, Boolean> needed, Optional<Boolean> keyUrl) {
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    private boolean serves() {
        return !needed.containsValue(false);
    }

    /** 503 when something needed fails. */
    int httpStatus() {
        return serves() ? OK : UNAVAILABLE;
    }

    Body body() {
        Map<String, String> dependencies = new LinkedHashMap<>();
        needed.forEach((name, works) -> dependencies.put(name, word(works)));
        keyUrl.ifPresent(fresh -> dependencies.put("keyurl", word(fresh)));
        String whole = keyUrl.orElse(true) ? "healthy" : "degraded";
        return new Body(serves() ? whole : "unhealthy", dependencies);
    }

    private static String word(boolean works) {
        return works ? "ok" : "fail";
    }

    /** {@code healthy}, {@code degraded} or {@code unhealthy}, and {@code ok} or {@code fail} for each dependency. */
    record Body(String status, Map<String, String> dependencies) {}
}
