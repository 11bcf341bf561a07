package org.relayersuite.chain.host;

import java.util.List;
import org.relayersuite.core.Address;
import org.relayersuite.core.Handle;

/**
 * A check that a host chain's ACL answered with no.
 *
 * @param check the ACL function that denied
 * @param accounts that it was asked about, in the order of its parameters: none for public decryption, one for access of
 *     one's own, delegator, delegate and contract for a delegation
 */
public record Denial(Handle handle, String check, List<Address> accounts) {
    public Denial {
        accounts = List.copyOf(accounts);
    }
}
