package org.relayersuite.intake.signature;

import java.util.Locale;

/** What became of the check of one signature. */
enum Verdict {
    ACCEPTED,
    REJECTED,
    /** The host chain gave no answer: nobody knows. */
    HOST_CALL_FAILED;

    /** The outcome in metrics. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
