package org.relayersuite.intake.probe;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.inject.Instance;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.relayersuite.intake.HttpConfig;

/** {@code /liveness}, {@code /healthz}, {@code /version}. The same checks as the management port's. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
public final class ProbeResource {
    private final Instance<HealthCheck> readiness;
    private final HttpConfig.Version version;

    public ProbeResource(@Readiness Instance<HealthCheck> readiness, HttpConfig config) {
        this.readiness = readiness;
        this.version = config.version();
    }

    @GET
    @Path("/liveness")
    public Map<String, String> liveness() {
        return Map.of("status", "alive");
    }

    /** Asks every dependency, one after another: 200 when all are well, else 503. */
    @GET
    @Path("/healthz")
    @RunOnVirtualThread
    public Response healthz() {
        boolean healthy = true;
        Map<String, String> dependencies = new TreeMap<>();
        for (HealthCheck check : readiness) {
            HealthCheckResponse answer = check.call();
            boolean up = answer.getStatus() == HealthCheckResponse.Status.UP;
            dependencies.put(answer.getName(), up ? "ok" : "fail");
            healthy &= up;
        }
        return Response.status(healthy ? 200 : 503)
                .entity(new Health(healthy ? "healthy" : "unhealthy", dependencies))
                .build();
    }

    @GET
    @Path("/version")
    public Version version() {
        return new Version(version.name(), version.version(), version.build());
    }

    record Health(String status, Map<String, String> dependencies) {}

    record Version(String name, String version, String build) {}
}
