package org.relayersuite.chain.eip712;

import java.math.BigInteger;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.core.Address;
import org.relayersuite.core.Hash;

/**
 * The domain that a signature is bound to (EIP-712, "Definition of domainSeparator").
 *
 * @param chainId for decrypt requests that of the <em>host</em> chain, for all answers that of the gateway chain
 * @param verifyingContract a contract of the gateway chain, also where the chain id is a host chain's
 */
public record Eip712Domain(String name, String version, BigInteger chainId, Address verifyingContract) {
    static final String TYPE = "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)";
    private static final String VERSION = "1";

    /** The domain of decrypt requests (with a host chain's id) and of their answers (with the gateway chain's id). */
    public static Eip712Domain decryption(BigInteger chainId, Address decryption) {
        return new Eip712Domain("Decryption", VERSION, chainId, decryption);
    }

    /** The domain of answers to input proofs. */
    public static Eip712Domain inputVerification(BigInteger gatewayChainId, Address inputVerification) {
        return new Eip712Domain("InputVerification", VERSION, gatewayChainId, inputVerification);
    }

    /** The hash of this domain. */
    public Hash separator() {
        return new StructHash(TYPE)
                .hash(Keccak.hash(name))
                .hash(Keccak.hash(version))
                .uint(chainId)
                .address(verifyingContract)
                .toHash();
    }
}
