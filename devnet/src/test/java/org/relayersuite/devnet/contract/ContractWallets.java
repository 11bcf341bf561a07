package org.relayersuite.devnet.contract;

import static org.relayersuite.chain.abi.Calldata.address;

import java.math.BigInteger;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.core.Address;
import org.relayersuite.devnet.TestChains;
import org.relayersuite.devnet.anvil.DevAccount;
import org.relayersuite.devnet.contract.UnlockedAccount.Step;

/** Contract wallets (ERC-1271) on a host chain. */
public final class ContractWallets {
    private final UnlockedAccount account;

    /** @param host the chain to put them on */
    public ContractWallets(RpcClient host) {
        this.account = new UnlockedAccount(host, DevAccount.user(2).address());
    }

    /** A new wallet that accepts what {@code owner} signs. */
    public Address of(Address owner) {
        BigInteger nonce = account.nextNonce();
        account.run(new Artifacts(TestChains.CONTRACTS.resolve("build")).creation("ContractWallet", address(owner)));
        return account.contractAddress(nonce);
    }

    /** From the next block on the wallet accepts what {@code owner} signs, and nothing else. */
    public void changeOwner(Address wallet, Address owner) {
        account.run(Step.call(wallet, "changeOwner(address)", address(owner)));
    }
}
