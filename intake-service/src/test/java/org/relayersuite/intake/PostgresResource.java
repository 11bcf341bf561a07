package org.relayersuite.intake;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;
import org.relayersuite.store.TestPostgres;
import org.relayersuite.store.sql.DatabaseSettings;

/** A migrated database of its own for the service under test, and the configuration that has no default. */
public final class PostgresResource implements QuarkusTestResourceLifecycleManager {
    static final String MANAGEMENT_PASSWORD = "for-tests-only";

    @Override
    public Map<String, String> start() {
        DatabaseSettings settings = TestPostgres.freshDatabase();
        return Map.ofEntries(
                Map.entry("relayer.database.url", settings.url()),
                Map.entry("relayer.database.username", settings.username()),
                Map.entry("relayer.database.password", settings.password()),
                Map.entry("relayer.management.password", MANAGEMENT_PASSWORD),
                Map.entry("relayer.host-chains[0].chain-id", "8009"),
                Map.entry("relayer.host-chains[0].acl-address", "0x" + "ac".repeat(20)),
                Map.entry("relayer.host-chains[1].chain-id", "9001"),
                Map.entry("relayer.gateway.contracts.decryption-address", Wallet.DECRYPTION.toString()),
                Map.entry("quarkus.http.test-port", "0"),
                Map.entry("quarkus.management.test-port", "0"),
                Map.entry("relayer.http.body-timeout", "2S"));
    }

    @Override
    public void stop() {
        // The server is shared by the tests of this JVM and ends with it.
    }
}
