package org.relayersuite.devnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TeardownTest {
    private final Teardown teardown = new Teardown();
    private final List<String> stopped = new ArrayList<>();

    @Test
    void partsStopInReverseOrder() {
        // Given parts that were started one after the other
        teardown.add(() -> stopped.add("database"));
        teardown.add(() -> stopped.add("service"));

        // When all are stopped, even twice
        teardown.close();
        teardown.close();

        // Then what was started last stopped first, and each once
        assertThat(stopped).containsExactly("service", "database");
    }

    @Test
    void aPartThatCannotBeStoppedKeepsNoneOfTheOthersRunning() {
        // Given a part in the middle that fails
        teardown.add(() -> stopped.add("database"));
        teardown.add(() -> {
            throw new IllegalStateException("stuck");
        });
        teardown.add(() -> stopped.add("service"));

        // When all are stopped, then the failure is told only after the others have stopped
        assertThatThrownBy(teardown::close).hasMessage("stuck");
        assertThat(stopped).containsExactly("service", "database");
    }

    @Test
    void whatStartsDuringTheShutdownIsStoppedAtOnce() {
        // Given a shutdown
        teardown.close();

        // When a part comes late, then it is refused and stopped
        assertThatThrownBy(() -> teardown.add(() -> stopped.add("late"))).isInstanceOf(IllegalStateException.class);
        assertThat(stopped).containsExactly("late");
    }
}
