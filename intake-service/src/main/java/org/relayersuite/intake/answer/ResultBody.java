package org.relayersuite.intake.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.relayersuite.store.request.JobResult;
import org.relayersuite.store.request.JobResult.InputProofResult;
import org.relayersuite.store.request.JobResult.PublicDecryptResult;
import org.relayersuite.store.request.JobResult.UserDecryptResult;

/** The results of jobs as JSON has them (spec/relayer.md 1.6 to 1.8). */
sealed interface ResultBody {
    /** What clients get as extra data of every input proof, whatever the gateway says. */
    String INPUT_PROOF_EXTRA_DATA = "0x00";

    static ResultBody of(JobResult result) {
        return switch (result) {
            case InputProofResult proof
            when proof.accepted() -> new InputProof(true, INPUT_PROOF_EXTRA_DATA, proof.handles(), proof.signatures());
            case InputProofResult rejected -> new InputProof(false, INPUT_PROOF_EXTRA_DATA, null, null);
            case PublicDecryptResult decrypt ->
                new PublicDecrypt(decrypt.decryptedValue(), decrypt.signatures(), decrypt.extraData());
            case UserDecryptResult decrypt -> new UserDecrypt(decrypt.shares());
        };
    }

    /** Handles and signatures are absent when the proof was rejected. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record InputProof(boolean accepted, String extraData, List<String> handles, List<String> signatures)
            implements ResultBody {}

    record PublicDecrypt(String decryptedValue, List<String> signatures, String extraData) implements ResultBody {}

    /** The doubled {@code result.result} is part of the wire format. */
    record UserDecrypt(List<JobResult.Share> result) implements ResultBody {}
}
