package org.relayersuite.chain.signing;

import java.math.BigInteger;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;
import org.web3j.crypto.Credentials;
import org.web3j.crypto.ECKeyPair;
import org.web3j.crypto.RawTransaction;
import org.web3j.crypto.Sign;
import org.web3j.crypto.TransactionEncoder;

/** Signs with a secp256k1 private key held in memory. Signatures are deterministic (RFC 6979) with low s. */
public final class PrivateKeySigner {
    private static final int KEY_LENGTH = 32;

    private final Credentials credentials;
    private final Address address;

    /**
     * @param key 32 bytes, big-endian
     * @throws IllegalArgumentException when it is no private key
     */
    public PrivateKeySigner(Bytes key) {
        BigInteger secret = new BigInteger(1, key.toArray());
        if (key.size() != KEY_LENGTH || secret.signum() == 0 || secret.compareTo(Sign.CURVE_PARAMS.getN()) >= 0) {
            throw new IllegalArgumentException("a private key has 32 bytes and is below the order of secp256k1");
        }
        this.credentials = Credentials.create(ECKeyPair.create(secret));
        this.address = Address.of(credentials.getAddress());
    }

    /** The account of the key. */
    public Address address() {
        return address;
    }

    /** Signs an EIP-1559 transaction. The same input gives the same bytes. */
    public SignedTransaction sign(UnsignedTransaction tx) {
        RawTransaction transaction = RawTransaction.createTransaction(
                tx.chainId(),
                BigInteger.valueOf(tx.nonce()),
                tx.gasLimit(),
                tx.to().toString(),
                BigInteger.ZERO,
                tx.data().toHex(),
                tx.maxPriorityFeePerGas(),
                tx.maxFeePerGas());
        byte[] raw = TransactionEncoder.signMessage(transaction, credentials);
        return new SignedTransaction(Bytes.of(raw), Keccak.hash(raw));
    }

    /**
     * Signs a digest as it is, without any prefix.
     *
     * @return 65 bytes: r, s, v with v 27 or 28
     */
    public Bytes signDigest(Hash digest) {
        Sign.SignatureData signature = Sign.signMessage(digest.value().toArray(), credentials.getEcKeyPair(), false);
        byte[] bytes = new byte[65];
        System.arraycopy(signature.getR(), 0, bytes, 0, 32);
        System.arraycopy(signature.getS(), 0, bytes, 32, 32);
        bytes[64] = signature.getV()[0];
        return Bytes.of(bytes);
    }
}
