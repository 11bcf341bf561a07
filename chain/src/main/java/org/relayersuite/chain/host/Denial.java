package org.relayersuite.chain.host;

import java.util.Optional;
import org.relayersuite.core.Address;
import org.relayersuite.core.Handle;

/**
 * A check that a host chain's ACL answered with no.
 *
 * @param check the ACL function that denied
 * @param account whose access was asked about; empty for public decryption
 */
public record Denial(Handle handle, String check, Optional<Address> account) {}
