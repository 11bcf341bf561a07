package org.relayersuite.chain.gateway;

import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;

/**
 * A call of a contract, to be sent as a transaction with value 0 or to be asked as a view.
 *
 * @param data calldata: selector and ABI-encoded arguments
 */
public record ContractCall(Address to, Bytes data) {}
