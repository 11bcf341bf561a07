package org.relayersuite.intake.http;

import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Locale;

/**
 * What a client would like its answer to be, from the {@code Prefer} headers (RFC 7240). Other preferences than the one
 * that is known, and what is no preference at all, are passed over.
 *
 * @param representation whether a finished job's result is preferred to its id: {@code return=representation}
 */
public record Preferences(boolean representation) {
    private static final String HEADER = "Prefer";

    /** The preferences of a request. */
    public static Preferences of(RoutingContext http) {
        return of(http.request().headers().getAll(HEADER));
    }

    /** Reads all {@code Prefer} headers of a request. Of a preference named twice, the first counts. */
    static Preferences of(List<String> headers) {
        for (String preference : String.join(",", headers).split(",")) {
            String[] named = preference.split(";", 2)[0].split("=", 2);
            if (named.length == 2 && named[0].strip().toLowerCase(Locale.ROOT).equals("return")) {
                return new Preferences(unquoted(named[1].strip()).equals("representation"));
            }
        }
        return new Preferences(false);
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
