package org.relayersuite.intake.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.relayersuite.intake.TestConfig;

class ClientAddressesTest {
    private static final String TRUSTED = "10.0.0.0/8,192.0.2.7,fd00::/8";

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            # peer            | X-Forwarded-For, lines parted by ; | client
            203.0.113.5       | -                                  | 203.0.113.5/32
            203.0.113.5       | 198.51.100.1                       | 203.0.113.5/32
            203.0.113.5       | 10.0.0.1                           | 203.0.113.5/32
            10.0.0.1          | -                                  | 10.0.0.1/32
            10.0.0.1          | 198.51.100.1                       | 198.51.100.1/32
            192.0.2.7         | 198.51.100.1                       | 198.51.100.1/32
            192.0.2.8         | 198.51.100.1                       | 192.0.2.8/32
            10.0.0.1          | 6.6.6.6, 198.51.100.1              | 198.51.100.1/32
            10.0.0.1          | 6.6.6.6, 198.51.100.1, 10.9.9.9    | 198.51.100.1/32
            10.0.0.1          | 10.1.1.1, 198.51.100.1, 10.9.9.9   | 198.51.100.1/32
            10.0.0.1          | 10.0.0.3, 10.0.0.2                 | 10.0.0.3/32
            10.0.0.1          | 6.6.6.6; 198.51.100.1; 10.0.0.2    | 198.51.100.1/32
            10.0.0.1          | 198.51.100.1:4711                  | 198.51.100.1/32
            10.0.0.1          | ,198.51.100.1                      | 198.51.100.1/32
            10.0.0.1          | 198.51.100.1,                      | 10.0.0.1/32
            10.0.0.1          | unknown                            | 10.0.0.1/32
            10.0.0.1          | 6.6.6.6, unknown, 10.0.0.2         | 10.0.0.2/32
            10.0.0.1          | localhost                          | 10.0.0.1/32
            10.0.0.1          | 1.2                                | 10.0.0.1/32
            10.0.0.1          | 256.1.1.1                          | 10.0.0.1/32
            10.0.0.1          | 198.51.100.1:port                  | 10.0.0.1/32
            10.0.0.1          | [2001:db8::1                       | 10.0.0.1/32
            10.0.0.1          | 2001:db8::1%eth0                   | 10.0.0.1/32
            10.0.0.1          | ''                                 | 10.0.0.1/32
            fd00::1           | 2001:db8:1:2:3:4:5:6               | 2001:db8:1:2:0:0:0:0/64
            10.0.0.1          | [2001:db8:1:2::9]:443              | 2001:db8:1:2:0:0:0:0/64
            ::ffff:10.0.0.1   | ::ffff:198.51.100.1                | 198.51.100.1/32
            2001:db8::1       | 198.51.100.1                       | 2001:db8:0:0:0:0:0:0/64
            """)
    void eachTrustedHopVouchesForTheOneBeforeIt(String peer, String header, String client) {
        List<String> lines = header == null
                ? List.of()
                : Arrays.stream(header.split(";")).map(String::strip).toList();

        assertThat(addresses(Map.of()).networkOf(InetAddress.ofLiteral(peer), lines))
                .isEqualTo(client);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            for=198.51.100.1                                    | 198.51.100.1/32
            For="198.51.100.1:80";proto=https;by=203.0.113.43   | 198.51.100.1/32
            proto=https; for=198.51.100.1                       | 198.51.100.1/32
            for="[2001:db8:cafe::17]:4711"                      | 2001:db8:cafe:0:0:0:0:0/64
            for=6.6.6.6, for=198.51.100.1;by=10.0.0.1           | 198.51.100.1/32
            for=_hidden                                         | 10.0.0.1/32
            for=unknown                                         | 10.0.0.1/32
            proto=https                                         | 10.0.0.1/32
            198.51.100.1                                        | 10.0.0.1/32
            for=                                                | 10.0.0.1/32
            for="                                               | 10.0.0.1/32
            """)
    void theStandardHeaderIsReadWhenItIsTheConfiguredOne(String header, String client) {
        ClientAddresses addresses = addresses(Map.of("relayer.http.forwarded-header", "forwarded"));

        assertThat(addresses.networkOf(InetAddress.ofLiteral("10.0.0.1"), List.of(header)))
                .isEqualTo(client);
    }

    @Test
    void withoutTrustedProxiesThePeerIsTheClient() {
        ClientAddresses addresses = new ClientAddresses(TestConfig.http(Map.of()));

        assertThat(addresses.networkOf(InetAddress.ofLiteral("10.0.0.1"), List.of("198.51.100.1")))
                .isEqualTo("10.0.0.1/32");
    }

    @Test
    void ofAnEndlessHeaderOnlyTheLastHopsAreRead() {
        // Given more trusted hops than are read, behind a client
        List<String> hops = new ArrayList<>();
        hops.add("198.51.100.1");
        for (int i = 1; i <= 100_000; i++) {
            hops.add("10.1.0." + i % 250);
        }

        assertThat(addresses(Map.of()).networkOf(InetAddress.ofLiteral("10.0.0.1"), List.of(String.join(",", hops))))
                .startsWith("10.1.0.");
        assertThat(addresses(Map.of()).networkOf(InetAddress.ofLiteral("10.0.0.1"), List.of(",".repeat(1_000_000))))
                .isEqualTo("10.0.0.1/32");
    }

    @Test
    void theNetworkOfIpv6ClientsIsAsWideAsConfigured() {
        ClientAddresses addresses = addresses(Map.of("relayer.http.ipv6-prefix", "49"));

        assertThat(addresses.networkOf(InetAddress.ofLiteral("2001:db8:1:ffff::1"), List.of()))
                .isEqualTo("2001:db8:1:8000:0:0:0:0/49");
    }

    @ParameterizedTest
    @ValueSource(strings = {"proxy.example", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "/8", "10.0.0/8", "fd00::/129"})
    void aTrustedProxyThatIsNoAddressIsRefused(String value) {
        assertThatThrownBy(() -> new ClientAddresses(TestConfig.http(Map.of("relayer.http.trusted-proxies", value))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(value);
    }

    private static ClientAddresses addresses(Map<String, String> overrides) {
        Map<String, String> config = new HashMap<>(overrides);
        config.put("relayer.http.trusted-proxies", TRUSTED);
        return new ClientAddresses(TestConfig.http(config));
    }
}
