package org.relayersuite.chain.read;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.relayersuite.chain.rpc.RpcErrorException;
import org.relayersuite.core.Bytes;

/** What a read-only call came to. Both are answers: at the same block the same call comes to the same. */
public sealed interface CallResult {

    /** The return data, or the revert data. */
    Bytes data();

    /** The call went through. An address without code returns nothing. */
    record Returned(Bytes data) implements CallResult {}

    /** The call was undone: it reverted, used up its gas or ran into an invalid instruction. */
    record Reverted(Bytes data) implements CallResult {}

    /**
     * Reads a node's error as the end of the call, if it is one.
     *
     * @return empty when the error says nothing about the call, such as a block that the node does not have
     */
    static Optional<CallResult> ofError(RpcErrorException error) {
        boolean ended = error.data().filter(data -> data.size() > 0).isPresent()
                || error.code() == ErrorText.REVERTED
                || ErrorText.ofExecution(error.getMessage());
        return ended ? Optional.of(new Reverted(error.data().orElse(Bytes.EMPTY))) : Optional.empty();
    }

    /** How the nodes in use say that the EVM ended a call (go-ethereum, Nitro, reth, Anvil, Nethermind, Besu). */
    final class ErrorText {
        /** The code of a revert in go-ethereum and those that follow it. */
        private static final int REVERTED = 3;

        /** Without blanks and in lower case: the same words are written in many ways. */
        private static final List<String> OF_EXECUTION = List.of(
                "revert",
                "outofgas",
                "intrinsicgas",
                "gastoolow",
                "gasrequiredexceeds",
                "gasuint64overflow",
                "invalidopcode",
                "invalidjump",
                "stackunderflow",
                "stackoverflow",
                "stacklimitreached",
                "returndataoutofbounds",
                "writeprotection",
                "vmexecutionerror",
                "evmerror");

        private ErrorText() {}

        private static boolean ofExecution(String message) {
            String text = message.toLowerCase(Locale.ROOT).replaceAll("[\\s_-]", "");
            return OF_EXECUTION.stream().anyMatch(text::contains);
        }
    }
}
