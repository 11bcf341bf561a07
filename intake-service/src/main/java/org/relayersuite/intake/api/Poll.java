package org.relayersuite.intake.api;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.intake.auth.Caller;

/**
 * A GET, as it came in.
 *
 * @param caller who asks
 * @param kind of the jobs that its path tells about
 * @param jobId as it stands in the path
 * @param sdkName how its client names itself
 * @param hold how long the answer may be held until the job ends; zero for not at all
 * @param onDisconnect takes what is to be done when the client is gone before it has its answer
 */
record Poll(
        Caller caller,
        RequestKind kind,
        String jobId,
        Optional<String> sdkName,
        Duration hold,
        Consumer<Runnable> onDisconnect) {

    /** The same, not to be held. */
    Poll atOnce() {
        return new Poll(caller, kind, jobId, sdkName, Duration.ZERO, onDisconnect);
    }
}
