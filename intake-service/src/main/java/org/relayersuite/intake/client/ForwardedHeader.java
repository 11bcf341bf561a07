package org.relayersuite.intake.client;

import java.util.Locale;

/** The header in which the proxies in front tell who asked them. */
public enum ForwardedHeader {
    /** {@code X-Forwarded-For: client, proxy, proxy}. */
    X_FORWARDED_FOR("X-Forwarded-For") {
        @Override
        String hop(String entry) {
            return entry;
        }
    },
    /** {@code Forwarded: for=client;proto=https, for="[2001:db8::1]:80"} (RFC 7239). */
    FORWARDED("Forwarded") {
        @Override
        String hop(String entry) {
            for (String pair : entry.split(";")) {
                String[] named = pair.strip().split("=", 2);
                if (named.length == 2
                        && named[0].strip().toLowerCase(Locale.ROOT).equals("for")) {
                    return unquoted(named[1].strip());
                }
            }
            return "";
        }
    };

    private final String headerName;

    ForwardedHeader(String headerName) {
        this.headerName = headerName;
    }

    String headerName() {
        return headerName;
    }

    /** The address in one entry of the list, not checked; empty when there is none. */
    abstract String hop(String entry);

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
