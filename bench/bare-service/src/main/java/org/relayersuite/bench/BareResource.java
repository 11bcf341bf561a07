package org.relayersuite.bench;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** {@code /ready}: answers once the database has. */
@Path("/ready")
public class BareResource {
    private final Pool pool;

    public BareResource(Pool pool) {
        this.pool = pool;
    }

    @GET
    public Uni<String> ready() {
        return pool.query("SELECT 1").execute().map(rows -> "ready");
    }
}
