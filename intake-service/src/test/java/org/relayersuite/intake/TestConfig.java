package org.relayersuite.intake;

import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The service's own {@code application.properties}, for tests without the service. */
public final class TestConfig {

    private TestConfig() {}

    /** The defaults, with {@code overrides} as they would come from the environment. */
    public static HttpConfig http(Map<String, String> overrides) {
        Map<String, String> above = new HashMap<>(overrides);
        above.put("quarkus.application.version", "test");
        try {
            return new SmallRyeConfigBuilder()
                    .addDefaultInterceptors()
                    .withSources(
                            new PropertiesConfigSource(
                                    Objects.requireNonNull(TestConfig.class.getResource("/application.properties")),
                                    100),
                            new PropertiesConfigSource(above, "overrides", 200))
                    .withConverter(MemorySize.class, 100, new MemorySizeConverter())
                    .withConverter(Duration.class, 100, new DurationConverter())
                    .withMapping(HttpConfig.class)
                    .withValidateUnknown(false)
                    .build()
                    .getConfigMapping(HttpConfig.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
