package org.relayersuite.intake;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives connections to pods, one after the other, as the service of a cluster does: a pod gets new ones while its
 * readiness probe says so, as of a moment ago; those it has stay.
 */
final class Balancer implements AutoCloseable {
    private static final long PROBE_INTERVAL_MS = 500;

    private final ServerSocket server;
    private final List<Pod> pods = new CopyOnWriteArrayList<>();
    private volatile List<Pod> ready = List.of();
    private final AtomicInteger next = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService probes = Executors.newSingleThreadScheduledExecutor();

    Balancer() {
        try {
            server = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        threads.execute(this::accept);
        probes.scheduleWithFixedDelay(this::probe, 0, PROBE_INTERVAL_MS, TimeUnit.MILLISECONDS);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    void add(Pod pod) {
        pods.add(pod);
    }

    void remove(Pod pod) {
        pods.remove(pod);
    }

    boolean gives(Pod pod) {
        return ready.contains(pod);
    }

    private void probe() {
        ready = pods.stream().filter(Pod::isReady).toList();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                threads.execute(() -> connect(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void connect(Socket client) {
        List<Pod> choice = ready;
        try (client;
                Socket pod = new Socket(
                        InetAddress.getLoopbackAddress(),
                        choice.get(Math.floorMod(next.getAndIncrement(), choice.size()))
                                .port())) {
            client.setTcpNoDelay(true);
            pod.setTcpNoDelay(true);
            var back = threads.submit(() -> pump(pod, client));
            pump(client, pod);
            back.get();
        } catch (Exception lost) {
            // The client sees its connection end, and is the one to judge that.
        }
    }

    private static void pump(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            in.transferTo(out);
            to.shutdownOutput();
        } catch (IOException lost) {
            // One side is gone: the other learns of it when both streams are closed.
            close(from);
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // It is closed for us in any case.
        }
    }

    @Override
    public void close() {
        probes.shutdownNow();
        try {
            server.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        threads.shutdownNow();
    }
}
