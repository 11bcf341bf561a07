package org.relayersuite.intake.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BodyBudgetTest {

    @Test
    void whatGoesBeyondTheLimitIsNotTakenAndCostsNothing() {
        BodyBudget budget = new BodyBudget(10, 10);

        assertThat(budget.take("a", 10)).isTrue();
        assertThat(budget.take("a", 1)).isFalse();

        assertThat(budget.held()).isEqualTo(10);
    }

    @Test
    void whatIsGivenBackCanBeTakenAgain() {
        BodyBudget budget = new BodyBudget(10, 10);
        budget.take("a", 10);

        budget.give("a", 4);

        assertThat(budget.take("a", 5)).isFalse();
        assertThat(budget.take("a", 4)).isTrue();
    }

    @Test
    void aClientThatHoldsMuchLeavesRoomForTheOthers() {
        // Given a client that takes what it can get
        BodyBudget budget = new BodyBudget(100, 10);
        while (budget.take("greedy", 1)) {
            assertThat(budget.held()).isLessThanOrEqualTo(100);
        }

        // Then half is left, for those who have no more than a quarter
        assertThat(budget.held()).isEqualTo(50);
        assertThat(budget.take("another", 25)).isTrue();
        assertThat(budget.take("another", 1)).isFalse();
        assertThat(budget.take("a third", 25)).isTrue();
        assertThat(budget.take("a fourth", 1)).isFalse();
    }

    @Test
    void aShareIsNeverSmallerThanOneBody() {
        BodyBudget budget = new BodyBudget(10, 8);

        assertThat(budget.take("a", 8)).isTrue();
        assertThat(budget.take("a", 1)).isFalse();
        assertThat(budget.take("b", 2)).isTrue();
    }

    @Test
    void whoHoldsNothingIsForgotten() {
        BodyBudget budget = new BodyBudget(10, 10);
        budget.take("a", 3);
        budget.take("b", 3);

        budget.give("a", 3);

        assertThat(budget.clients()).isEqualTo(1);
    }
}
