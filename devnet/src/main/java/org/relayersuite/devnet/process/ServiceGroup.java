package org.relayersuite.devnet.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The running replicas of all services. They are asked to end together, so that stopping takes as long as the slowest. */
public final class ServiceGroup implements AutoCloseable {
    private final Path logs;
    private final OrphanGuard guard;
    private final List<ServiceProcess> replicas = new ArrayList<>();
    private boolean closed;

    public ServiceGroup(Path logs, OrphanGuard guard) {
        this.logs = logs;
        this.guard = guard;
    }

    /**
     * Starts one more replica and returns at once.
     *
     * @throws IllegalStateException when the group is closed
     */
    public synchronized ServiceProcess start(String name, Path jar, Map<String, String> environment) {
        if (closed) {
            throw new IllegalStateException("the services are stopping");
        }
        ServiceProcess replica = ServiceProcess.start(name, jar, environment, logs, guard);
        replicas.add(replica);
        return replica;
    }

    @Override
    public synchronized void close() {
        closed = true;
        replicas.forEach(replica -> replica.signal(Signal.CONT));
        replicas.forEach(replica -> replica.signal(Signal.TERM));
        replicas.forEach(ServiceProcess::close);
        replicas.clear();
    }
}
