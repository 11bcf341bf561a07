package org.relayersuite.chain.host;

import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.chain.gateway.ContractCall;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/** Asks a contract wallet whether a signature is its own (ERC-1271). */
public final class WalletCalls {
    static final String IS_VALID_SIGNATURE = "isValidSignature(bytes32,bytes)";

    /** What a wallet answers that accepts: the selector of the function itself. */
    private static final Bytes ACCEPTED = Keccak.selector(IS_VALID_SIGNATURE);

    private static final int WORD = 32;

    private WalletCalls() {}

    /** The call that asks {@code wallet}. Its code is a stranger's: cap its gas. */
    public static ContractCall isValidSignature(Address wallet, Hash digest, Bytes signature) {
        return new ContractCall(
                wallet, Calldata.encode(IS_VALID_SIGNATURE, Calldata.word(digest), Calldata.bytes(signature)));
    }

    /** Whether the return data of {@link #isValidSignature} accepts: at least one word that begins with the selector. */
    public static boolean accepts(Bytes answer) {
        if (answer.size() < WORD) {
            return false;
        }
        for (int i = 0; i < ACCEPTED.size(); i++) {
            if (answer.at(i) != ACCEPTED.at(i)) {
                return false;
            }
        }
        return true;
    }
}
