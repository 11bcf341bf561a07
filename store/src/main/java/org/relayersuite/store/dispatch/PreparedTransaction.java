package org.relayersuite.store.dispatch;

import java.math.BigInteger;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;

/**
 * What a request's transaction will do, known before it gets a nonce.
 *
 * @param requestId the row's key in the table of its kind
 * @param gasLimit the estimate with its margin, in units of gas
 */
public record PreparedTransaction(long requestId, Address to, Bytes calldata, BigInteger gasLimit) {}
