package org.relayersuite.intake.client;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** The addresses that share their first bits, such as {@code 10.0.0.0/8}. */
final class Network {
    private final byte[] prefix;
    private final int bits;

    private Network(byte[] prefix, int bits) {
        this.prefix = prefix;
        this.bits = bits;
    }

    /**
     * Reads {@code address/bits}, or an address alone for itself.
     *
     * @throws IllegalArgumentException when it is neither
     */
    static Network of(String text) {
        String[] parts = text.strip().split("/", 2);
        InetAddress address = IpAddress.read(parts[0]).orElseThrow(() -> notANetwork(text));
        int length = IpAddress.bits(address);
        if (parts.length == 1) {
            return around(address, length);
        }
        if (!parts[1].matches("[0-9]{1,3}") || Integer.parseInt(parts[1]) > length) {
            throw notANetwork(text);
        }
        return around(address, Integer.parseInt(parts[1]));
    }

    private static IllegalArgumentException notANetwork(String text) {
        return new IllegalArgumentException("neither an IP address nor a network such as 10.0.0.0/8: " + text);
    }

    /** The network of {@code bits} that {@code address} is in. */
    static Network around(InetAddress address, int bits) {
        return new Network(masked(address.getAddress(), bits), bits);
    }

    boolean contains(InetAddress address) {
        byte[] bytes = address.getAddress();
        return bytes.length == prefix.length && Arrays.equals(masked(bytes, bits), prefix);
    }

    private static byte[] masked(byte[] address, int bits) {
        byte[] masked = new byte[address.length];
        for (int i = 0; i < address.length; i++) {
            int kept = Math.clamp(bits - i * Byte.SIZE, 0, Byte.SIZE);
            masked[i] = (byte) (address[i] & 0xff << Byte.SIZE - kept);
        }
        return masked;
    }

    /** The first address with the number of bits, such as {@code 2001:db8:0:0:0:0:0:0/64}. */
    @Override
    public String toString() {
        try {
            return InetAddress.getByAddress(prefix).getHostAddress() + "/" + bits;
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
    }
}
