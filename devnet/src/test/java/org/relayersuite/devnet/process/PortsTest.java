package org.relayersuite.devnet.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PortsTest {
    // Linux serves outgoing connections from here on; such a connection could take the port before its service does.
    private static final int FIRST_EPHEMERAL_PORT = 32_768;

    @Test
    void noPortIsHandedOutTwice() {
        // When many ports are reserved
        Set<Integer> ports = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            ports.add(Ports.reserve());
        }

        // Then each is another one
        assertThat(ports).hasSize(200);
    }

    @Test
    void aReservedPortCanBeBoundAndIsNeverTakenByAnOutgoingConnection() throws IOException {
        // When a port is reserved
        int port = Ports.reserve();

        // Then a server can listen on it
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(socket.getLocalPort()).isEqualTo(port);
        }
        assertThat(port).isLessThan(FIRST_EPHEMERAL_PORT);
    }
}
