package org.relayersuite.devnet.contract;

import static org.relayersuite.chain.abi.Calldata.address;
import static org.relayersuite.chain.abi.Calldata.word;
import static org.relayersuite.chain.abi.Calldata.words;

import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.devnet.anvil.DevAccount;
import org.relayersuite.devnet.contract.UnlockedAccount.Step;
import org.web3j.abi.datatypes.generated.Bytes32;
import org.web3j.abi.datatypes.generated.Uint256;
import org.web3j.abi.datatypes.generated.Uint64;

/**
 * The devnet's contracts on both chains, and what their owner does with them. Each method returns when its transaction
 * is in a block, and throws IllegalStateException when it reverts.
 */
public final class DevnetContracts {
    /** The FHE key of all ciphertexts that are made ready, as KMSGeneration names its first key. */
    private static final BigInteger KEY_ID =
            BigInteger.valueOf(4).shiftLeft(248).add(BigInteger.ONE);

    private final Addresses addresses;
    private final DevnetSettings settings;
    private final RpcClient host;
    private final Ethereum gatewayChain;
    private final UnlockedAccount gatewayOwner;
    private final UnlockedAccount hostOwner;

    private DevnetContracts(Addresses addresses, DevnetSettings settings, RpcClient gateway, RpcClient host) {
        this.addresses = addresses;
        this.settings = settings;
        this.host = host;
        this.gatewayChain = new Ethereum(gateway);
        this.gatewayOwner = new UnlockedAccount(gateway, DevAccount.deployer().address());
        this.hostOwner = new UnlockedAccount(host, DevAccount.deployer().address());
    }

    /**
     * Deploys and configures everything, and gives the relayer accounts fee tokens and an allowance.
     *
     * @param artifacts the directory that {@code npm run build} in {@code devnet/contracts} fills
     */
    public static DevnetContracts deploy(RpcClient gateway, RpcClient host, Path artifacts, DevnetSettings settings) {
        Addresses addresses = new Deployment(gateway, host, new Artifacts(artifacts), settings).run();
        return attach(gateway, host, addresses, settings);
    }

    /** Takes up contracts that were deployed before, with the same settings. */
    public static DevnetContracts attach(
            RpcClient gateway, RpcClient host, Addresses addresses, DevnetSettings settings) {
        return new DevnetContracts(addresses, settings, gateway, host);
    }

    public Addresses addresses() {
        return addresses;
    }

    public DevnetSettings settings() {
        return settings;
    }

    /** The id of the KMS context under which the devnet starts, on both chains. */
    public BigInteger contextId() {
        return Deployment.FIRST_CONTEXT;
    }

    /** Commits ciphertext material for a handle on the gateway, so that it can be decrypted. Does nothing twice. */
    public void makeReady(Handle handle) {
        makeReady(List.of(handle));
    }

    /** As {@link #makeReady(Handle)}, for many at once. */
    public void makeReady(List<Handle> handles) {
        List<Step> steps = handles.stream()
                .distinct()
                .filter(handle -> !isReady(handle))
                .map(this::addMaterial)
                .toList();
        if (!steps.isEmpty()) {
            gatewayOwner.run(steps);
        }
    }

    /** Lets everyone decrypt a handle, on the host's ACL. */
    public void allowForDecryption(Handle handle) {
        allowForDecryption(List.of(handle));
    }

    /** As {@link #allowForDecryption(Handle)}, for many at once. */
    public void allowForDecryption(List<Handle> handles) {
        hostOwner.run(Step.call(addresses.acl(), "allowForDecryption(bytes32[])", words(handles)));
    }

    /** Lets an account use a handle, on the host's ACL. A user decryption needs it for the user and the contract. */
    public void allow(Handle handle, Address account) {
        hostOwner.run(Step.call(addresses.acl(), "allow(bytes32,address)", word(handle), address(account)));
    }

    /** Lets {@code delegate} read what {@code delegator} may read through a contract, until {@code expiry}. */
    public void delegate(DevAccount delegator, Address delegate, Address contract, Instant expiry) {
        new UnlockedAccount(host, delegator.address())
                .run(Step.call(
                        addresses.acl(),
                        "delegateForUserDecryption(address,address,uint64)",
                        address(delegate),
                        address(contract),
                        new Uint64(expiry.getEpochSecond())));
    }

    /** Makes a new FHE key the active one, as of the finalized block of the host chain. */
    public void activateKey() {
        hostOwner.run(HostDeployment.activateKey(addresses, settings));
        hostOwner.finalizeAll();
    }

    /** Makes both gateway contracts refuse requests with EnforcedPause. */
    public void pause() {
        gatewayOwner.run(List.of(
                Step.call(addresses.decryption(), "pause()"), Step.call(addresses.inputVerification(), "pause()")));
    }

    /** Ends what {@link #pause()} began. */
    public void unpause() {
        gatewayOwner.run(List.of(
                Step.call(addresses.decryption(), "unpause()"), Step.call(addresses.inputVerification(), "unpause()")));
    }

    /** Mints fee tokens, in the token's smallest unit. */
    public void mintFeeTokens(Address account, BigInteger value) {
        gatewayOwner.run(
                Step.call(addresses.feeToken(), "mint(address,uint256)", address(account), new Uint256(value)));
    }

    /** Sets how much the payment contract may take from an account, without a transaction of that account. */
    public void setFeeAllowance(Address account, BigInteger value) {
        gatewayOwner.run(Step.call(
                addresses.feeToken(),
                "setAllowance(address,address,uint256)",
                address(account),
                address(addresses.protocolPayment()),
                new Uint256(value)));
    }

    /** Makes the gateway refuse requests for a host chain with HostChainDisabled, for good. */
    public void disableHostChain(long chainId) {
        gatewayOwner.run(Step.call(addresses.gatewayConfig(), "disableHostChain(uint256)", new Uint256(chainId)));
    }

    private boolean isReady(Handle handle) {
        Bytes answer = gatewayChain.call(
                addresses.ciphertextCommits(), Calldata.encode("isCiphertextMaterialAdded(bytes32)", word(handle)));
        return answer.at(answer.size() - 1) == 1;
    }

    private Step addMaterial(Handle handle) {
        List<Address> txSenders = IntStream.range(0, settings.coprocessors())
                .mapToObj(number -> DevAccount.coprocessorTxSender(number).address())
                .toList();
        return Step.call(
                addresses.ciphertextCommits(),
                "addCiphertextMaterial(bytes32,uint256,bytes32,bytes32,address[])",
                word(handle),
                new Uint256(KEY_ID),
                digest("ciphertext", handle),
                digest("squashed-noise ciphertext", handle),
                Calldata.addresses(txSenders));
    }

    /** Stands for the digest of a ciphertext: nothing on the devnet holds the ciphertext itself. */
    private static Bytes32 digest(String form, Handle handle) {
        return new Bytes32(Keccak.hash(form + handle).value().toArray());
    }
}
