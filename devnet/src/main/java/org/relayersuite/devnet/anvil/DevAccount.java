package org.relayersuite.devnet.anvil;

import static org.web3j.crypto.Bip32ECKeyPair.HARDENED_BIT;

import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.web3j.crypto.Bip32ECKeyPair;
import org.web3j.crypto.Keys;
import org.web3j.crypto.MnemonicUtils;
import org.web3j.utils.Numeric;

/**
 * An account whose key everybody knows: it is derived (path m/44'/60'/0'/0/index) from the mnemonic that Anvil, Hardhat
 * and Ganache publish for tests. Nothing of value may ever be sent to it on a public chain.
 *
 * <p>Indexes below {@link #FUNDED} have ether on every Anvil of the devnet. Each role has accounts of its own, so that
 * no two senders ever compete for a nonce.
 *
 * @param key the private key, 32 bytes
 */
public record DevAccount(int index, Bytes key, Address address) {
    /** How many accounts, from index 0 up, are funded at the start of a chain. */
    public static final int FUNDED = 60;

    static final String MNEMONIC = "test test test test test test test test test test test junk";

    private static final int RELAYERS = 1;
    private static final int USERS = 10;
    private static final int KMS_TX_SENDERS = 20;
    private static final int COPROCESSOR_TX_SENDERS = 40;
    private static final int FEE_SINK = 100;
    private static final int KMS_SIGNERS = 120;
    private static final int COPROCESSOR_SIGNERS = 140;

    private static final Bip32ECKeyPair PARENT = Bip32ECKeyPair.deriveKeyPair(
            Bip32ECKeyPair.generateKeyPair(MnemonicUtils.generateSeed(MNEMONIC, "")),
            new int[] {44 | HARDENED_BIT, 60 | HARDENED_BIT, HARDENED_BIT, 0});

    public static DevAccount at(int index) {
        Bip32ECKeyPair pair = Bip32ECKeyPair.deriveKeyPair(PARENT, new int[] {index});
        byte[] key = Numeric.toBytesPadded(pair.getPrivateKey(), 32);
        return new DevAccount(index, Bytes.of(key), Address.of(Keys.getAddress(pair)));
    }

    /** Deploys and owns the contracts. */
    public static DevAccount deployer() {
        return at(0);
    }

    /** Signs the transactions of lane {@code number}, 0 to 8. Pays fees; has sent nothing when the devnet starts. */
    public static DevAccount relayer(int number) {
        return role(RELAYERS, number, USERS - RELAYERS);
    }

    /** A user of the relayer who signs requests, 0 to 9. */
    public static DevAccount user(int number) {
        return role(USERS, number, KMS_TX_SENDERS - USERS);
    }

    /** Sends the transactions of KMS node {@code number}, 0 to 19. */
    public static DevAccount kmsTxSender(int number) {
        return role(KMS_TX_SENDERS, number, COPROCESSOR_TX_SENDERS - KMS_TX_SENDERS);
    }

    /** Signs the answers of KMS node {@code number}, 0 to 19. Not funded: it never sends a transaction. */
    public static DevAccount kmsSigner(int number) {
        return role(KMS_SIGNERS, number, COPROCESSOR_SIGNERS - KMS_SIGNERS);
    }

    /** Sends the transactions of coprocessor {@code number}, 0 to 19. */
    public static DevAccount coprocessorTxSender(int number) {
        return role(COPROCESSOR_TX_SENDERS, number, FUNDED - COPROCESSOR_TX_SENDERS);
    }

    /** Signs the answers of coprocessor {@code number}, 0 to 19. Not funded: it never sends a transaction. */
    public static DevAccount coprocessorSigner(int number) {
        return role(COPROCESSOR_SIGNERS, number, FUNDED - COPROCESSOR_TX_SENDERS);
    }

    /** Receives the fees. */
    public static DevAccount feeSink() {
        return at(FEE_SINK);
    }

    private static DevAccount role(int first, int number, int count) {
        if (number < 0 || number >= count) {
            throw new IllegalArgumentException("account " + number + " of a role that has " + count);
        }
        return at(first + number);
    }
}
