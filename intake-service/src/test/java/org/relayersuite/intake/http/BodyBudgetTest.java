package org.relayersuite.intake.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BodyBudgetTest {

    @Test
    void whatGoesBeyondTheLimitIsNotTakenAndCostsNothing() {
        BodyBudget budget = new BodyBudget(10);

        assertThat(budget.take(10)).isTrue();
        assertThat(budget.take(1)).isFalse();

        assertThat(budget.held()).isEqualTo(10);
    }

    @Test
    void whatIsGivenBackCanBeTakenAgain() {
        BodyBudget budget = new BodyBudget(10);
        budget.take(10);

        budget.give(4);

        assertThat(budget.take(5)).isFalse();
        assertThat(budget.take(4)).isTrue();
    }
}
