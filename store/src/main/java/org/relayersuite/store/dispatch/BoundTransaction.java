package org.relayersuite.store.dispatch;

import java.math.BigInteger;
import java.util.Optional;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.request.RequestKind;

/**
 * A nonce bound to a request.
 *
 * @param id the transaction's key
 * @param gasLimit in units of gas
 * @param raw the signed bytes of the latest attempt; empty when none was signed yet
 */
public record BoundTransaction(
        long id,
        long nonce,
        RequestKind kind,
        long requestId,
        Address to,
        Bytes calldata,
        BigInteger gasLimit,
        Optional<Bytes> raw) {}
