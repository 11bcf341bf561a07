package org.relayersuite.intake.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class BuildTest {

    @Test
    void theCommitSaysWhetherItWasBuiltWithChanges() {
        assertThat(Build.of(properties("1a2b3c", "false"))).isEqualTo("1a2b3c-clean");
        assertThat(Build.of(properties("1a2b3c", "true"))).isEqualTo("1a2b3c-dirty");
    }

    @Test
    void withoutGitTheBuildIsUnknown() {
        assertThat(Build.of(new Properties())).isEqualTo("unknown");
    }

    @Test
    void whatTheBuildWroteDownIsRead() {
        assertThat(Build.ofClasspath()).matches("[0-9a-f]{40}-(clean|dirty)|unknown");
    }

    private static Properties properties(String commit, String dirty) {
        Properties properties = new Properties();
        properties.setProperty("git.commit.id", commit);
        properties.setProperty("git.dirty", dirty);
        return properties;
    }
}
