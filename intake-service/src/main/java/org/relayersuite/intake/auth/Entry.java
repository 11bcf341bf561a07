package org.relayersuite.intake.auth;

import org.relayersuite.intake.answer.Answer;

/** What becomes of a request at the door. */
public sealed interface Entry {

    /** It may go on. */
    record Admitted(Caller caller) implements Entry {}

    /** It may not. */
    record Turned(Answer answer) implements Entry {}
}
