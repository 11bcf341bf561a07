package org.relayersuite.intake.client;

import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.relayersuite.intake.HttpConfig;

/**
 * Finds a request's client behind the proxies that are trusted to say who asked them.
 *
 * <p>The framework's own support takes the first address of the header, which the client itself may have written. Here
 * the header is read from its end: each trusted hop vouches for the one before it, and the first that is not trusted is
 * the client. Only the one configured header is looked at: a proxy sets one and lets the other pass as the client sent
 * it.
 */
@Singleton
public final class ClientAddresses {
    /** More hops than any real chain of proxies; what is before them is not looked at. */
    private static final int MAX_HOPS = 16;

    private final List<Network> trusted;
    private final ForwardedHeader header;
    private final int ipv6Prefix;

    /**
     * Checks the configuration.
     *
     * @throws IllegalArgumentException when a trusted proxy is no address and no network
     */
    ClientAddresses(HttpConfig config) {
        this.trusted = config.trustedProxies().orElse(List.of()).stream()
                .map(Network::of)
                .toList();
        this.header = config.forwardedHeader();
        this.ipv6Prefix = config.ipv6Prefix();
        if (ipv6Prefix < 1 || ipv6Prefix > 128) {
            throw new IllegalArgumentException("relayer.http.ipv6-prefix is 1 to 128, not " + ipv6Prefix);
        }
    }

    /** Whom a request is counted for. */
    public String networkOf(RoutingContext http) {
        SocketAddress peer = http.request().remoteAddress();
        Optional<InetAddress> address = Optional.ofNullable(peer)
                .map(SocketAddress::hostAddress)
                .map(text -> text.split("%", 2)[0])
                .flatMap(IpAddress::read);
        // Without an address it came through a local socket: from whoever is in front, and from nobody else.
        return address.map(ip -> networkOf(ip, http.request().headers().getAll(header.headerName())))
                .orElse("local");
    }

    /**
     * The client's address; of an IPv6 one the network, all of which one subscriber has.
     *
     * @param peer who opened the connection
     * @param headers the values of the header, in the order they came in
     */
    String networkOf(InetAddress peer, List<String> headers) {
        InetAddress client = clientOf(peer, headers);
        int bits = IpAddress.bits(client);
        return Network.around(client, bits == Integer.SIZE ? bits : ipv6Prefix).toString();
    }

    private InetAddress clientOf(InetAddress peer, List<String> headers) {
        InetAddress client = peer;
        int hops = 0;
        for (String value : headers.reversed()) {
            int end = value.length();
            while (end >= 0) {
                if (!isTrusted(client) || ++hops > MAX_HOPS) {
                    return client;
                }
                int comma = value.lastIndexOf(',', end - 1);
                Optional<InetAddress> hop = IpAddress.readHop(
                        header.hop(value.substring(comma + 1, end).strip()));
                if (hop.isEmpty()) {
                    // Whoever is behind this proxy, it is the last that somebody trusted has named.
                    return client;
                }
                client = hop.get();
                end = comma;
            }
        }
        return client;
    }

    private boolean isTrusted(InetAddress address) {
        return trusted.stream().anyMatch(network -> network.contains(address));
    }
}
