package org.relayersuite.devnet.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Hands out free TCP ports that nobody else gets between the choice and the bind. They lie below the range from which
 * kernels serve outgoing connections (Linux 32768, macOS 49152), and each is held by a lock file for as long as this JVM
 * lives, so that devnets that start side by side, in one JVM or in several, never choose the same.
 */
public final class Ports {
    private static final int FIRST = 20_000;
    private static final int COUNT = 12_000;
    private static final Map<Integer, FileLock> HELD = new HashMap<>();

    private Ports() {}

    /** A port of the loopback interface that nothing listens on. */
    public static synchronized int reserve() {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"), "relayer-devnet-ports");
        try {
            Files.createDirectories(folder);
            for (int attempt = 0; attempt < COUNT; attempt++) {
                int port = FIRST + ThreadLocalRandom.current().nextInt(COUNT);
                if (!HELD.containsKey(port) && lock(folder, port) && bindable(port)) {
                    return port;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot reserve a port in " + folder, e);
        }
        throw new IllegalStateException("no free port from " + FIRST + " to " + (FIRST + COUNT - 1));
    }

    private static boolean lock(Path folder, int port) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve(port + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock();
        if (lock == null) {
            channel.close();
            return false;
        }
        HELD.put(port, lock);
        return true;
    }

    private static boolean bindable(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException _) {
            // Somebody listens there. The lock stays: the next look would find the same.
            return false;
        }
    }
}
