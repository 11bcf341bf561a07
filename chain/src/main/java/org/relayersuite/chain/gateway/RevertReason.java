package org.relayersuite.chain.gateway;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.relayersuite.chain.rpc.RpcErrorException;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.error.ErrorLabel;

/**
 * Why a contract refused a call.
 *
 * @param selector the first 4 bytes of the revert data
 * @param name the error's name, or {@link #UNKNOWN}
 */
public record RevertReason(Bytes selector, String name) {
    /** Stands for the name of an error that is not in the table of {@link Revert}. */
    public static final String UNKNOWN = "unknown";

    private static final int SELECTOR_LENGTH = 4;
    /** Words of hex in a node's message, with or without prefix; the first 8 digits may be a selector. */
    private static final Pattern HEX_WORD = Pattern.compile("\\b(?:0x)?([0-9a-fA-F]{8})[0-9a-fA-F]*\\b");

    /**
     * Reads the reason from {@code error.data}, and where the node sent none, from the text of its message
     * (spec/relayer.md 6.5). From text only known errors are taken: any address could pass for an unknown one.
     *
     * @return empty when the error does not tell, as for errors that are no reverts
     */
    public static Optional<RevertReason> of(RpcErrorException error) {
        Optional<Bytes> data = error.data().filter(bytes -> bytes.size() >= SELECTOR_LENGTH);
        if (data.isPresent()) {
            return data.map(bytes -> ofSelector(Bytes.of(Arrays.copyOf(bytes.toArray(), SELECTOR_LENGTH))));
        }
        Matcher words = HEX_WORD.matcher(error.getMessage());
        while (words.find()) {
            Optional<Revert> known = Revert.ofSelector(Bytes.fromHex(words.group(1)));
            if (known.isPresent()) {
                return known.map(revert -> ofSelector(revert.selector()));
            }
        }
        return Optional.empty();
    }

    private static RevertReason ofSelector(Bytes selector) {
        return new RevertReason(
                selector, Revert.ofSelector(selector).map(Revert::errorName).orElse(UNKNOWN));
    }

    /** The error in the table; empty when it is unknown. */
    public Optional<Revert> revert() {
        return Revert.ofSelector(selector);
    }

    /** What the client is told: {@code internal_server_error} for an unknown error. */
    public ErrorLabel label() {
        return revert().map(Revert::label).orElse(ErrorLabel.INTERNAL_SERVER_ERROR);
    }
}
