package org.relayersuite.bench;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** {@code /}: answers once the database has. Whether the service is ready is told by the probe of its framework. */
@Path("/")
public class BareResource {
    private final Pool pool;

    public BareResource(Pool pool) {
        this.pool = pool;
    }

    @GET
    public Uni<String> answer() {
        return pool.query("SELECT 1").execute().map(rows -> "answered");
    }
}
