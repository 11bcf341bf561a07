package org.relayersuite.intake.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.UUID;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.request.RequestIntake;

/** Who may read which job. Whoever may once, may for as long as there is the job: that is remembered. */
@Singleton
public final class Readers {
    private static final int REMEMBERED = 100_000;

    private final RequestIntake intake;
    private final Cache<Reader, Boolean> known =
            Caffeine.newBuilder().maximumSize(REMEMBERED).build();

    private record Reader(String owner, RequestKind kind, UUID jobId) {}

    Readers(RequestIntake intake) {
        this.intake = intake;
    }

    /** Whether {@code caller} may know of the job, if there is one. */
    public boolean mayRead(Caller caller, RequestKind kind, UUID jobId) {
        Optional<String> owner = caller.owner();
        if (owner.isEmpty()) {
            return true;
        }
        if (!caller.mayUse(kind)) {
            return false;
        }
        Reader reader = new Reader(owner.get(), kind, jobId);
        if (known.getIfPresent(reader) != null) {
            return true;
        }
        boolean may = intake.mayRead(kind, jobId, owner.get());
        if (may) {
            known.put(reader, true);
        }
        return may;
    }
}
