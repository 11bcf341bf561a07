package org.relayersuite.intake.client;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads IP addresses from text that strangers wrote. Never asks a name server. */
final class IpAddress {
    /** An IPv6 address with an embedded IPv4 one has 45 characters. */
    private static final int MAX_CHARS = 45;

    /** The parser of the JDK takes {@code 1.2} for {@code 1.0.0.2}, and zone ids. */
    private static final Pattern V4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");

    private static final Pattern V6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    private IpAddress() {}

    /** Reads a bare address; an IPv4 address in IPv6 notation becomes what it is. */
    static Optional<InetAddress> read(String text) {
        if (text.length() > MAX_CHARS
                || !(V4.matcher(text).matches() || V6.matcher(text).matches())) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Reads the address of a hop as proxies write it: bare, or with a port ({@code 192.0.2.1:80},
     * {@code [2001:db8::1]}, {@code [2001:db8::1]:80}).
     */
    static Optional<InetAddress> readHop(String text) {
        if (text.startsWith("[")) {
            int end = text.indexOf(']');
            return end < 0 || !isPort(text.substring(end + 1)) ? Optional.empty() : read(text.substring(1, end));
        }
        int colon = text.indexOf(':');
        boolean oneColon = colon >= 0 && colon == text.lastIndexOf(':');
        if (oneColon) {
            return isPort(text.substring(colon)) ? read(text.substring(0, colon)) : Optional.empty();
        }
        return read(text);
    }

    private static boolean isPort(String text) {
        return text.isEmpty() || text.matches(":[0-9]{1,5}");
    }

    static int bits(InetAddress address) {
        return address instanceof Inet4Address ? Integer.SIZE : 128;
    }
}
