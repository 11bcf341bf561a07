package org.relayersuite.intake.admin;

import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Set;
import org.relayersuite.intake.json.MalformedJsonException;
import org.relayersuite.intake.json.StrictJson;

/** Reads the bodies of this package: one JSON object that has no key which is not known. */
@Singleton
final class JsonObjectReader {
    private final StrictJson json;

    JsonObjectReader(StrictJson json) {
        this.json = json;
    }

    /** @throws RefusedException when {@code body} is something else */
    Map<?, ?> read(byte[] body, Set<String> known) throws RefusedException {
        try {
            if (!(json.read(body) instanceof Map<?, ?> object)) {
                throw new RefusedException("The body is no JSON object");
            }
            for (Object key : object.keySet()) {
                if (!known.contains(key)) {
                    throw new RefusedException("Known keys are "
                            + String.join(", ", known.stream().sorted().toList()));
                }
            }
            return object;
        } catch (MalformedJsonException e) {
            throw new RefusedException("The body is not well-formed JSON");
        }
    }
}
