package org.relayersuite.devnet.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.chain.host.WalletCalls;
import org.relayersuite.chain.read.CallResult;
import org.relayersuite.chain.read.CallResult.Returned;
import org.relayersuite.chain.read.CallResult.Reverted;
import org.relayersuite.chain.read.ChainReads;
import org.relayersuite.chain.read.ReadSettings;
import org.relayersuite.chain.read.Reading;
import org.relayersuite.chain.read.ViewCall;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;
import org.relayersuite.devnet.TestChains;
import org.relayersuite.devnet.anvil.Anvil;
import org.relayersuite.devnet.anvil.DevAccount;

/** Shared reads of contract wallets on a real node. */
class ContractWalletIT {
    private static final long GAS_CAP = 100_000;
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Hash DIGEST = Keccak.hash("what is signed");
    private static final PrivateKeySigner OWNER =
            new PrivateKeySigner(DevAccount.user(0).key());
    private static final PrivateKeySigner NEW_OWNER =
            new PrivateKeySigner(DevAccount.user(1).key());

    private static Anvil host;
    private static RpcClient rpc;
    private static ContractWallets wallets;
    private static Address wallet;

    /** Asks for the latest block with every read. */
    private final ChainReads reads = new ChainReads(
            new Ethereum(rpc),
            TestChains.HOST_CHAIN_ID,
            new ReadSettings(Duration.ZERO, 1 << 20),
            new SimpleMeterRegistry());

    @BeforeAll
    static void start() {
        host = Anvil.start(TestChains.settings(TestChains.HOST_CHAIN_ID, Optional.empty()));
        rpc = host.newRpcClient();
        wallets = new ContractWallets(rpc);
        wallet = wallets.of(OWNER.address());
    }

    @AfterAll
    static void stop() {
        rpc.close();
        host.close();
    }

    private Reading ask(Address account, Bytes signature) {
        return reads.atHead(ViewCall.of(WalletCalls.isValidSignature(account, DIGEST, signature), GAS_CAP), LONG);
    }

    private boolean accepts(Address account, Bytes signature) {
        return ask(account, signature).result() instanceof Returned(Bytes data) && WalletCalls.accepts(data);
    }

    @Test
    void aWalletAcceptsItsOwnersSignatureAndNobodyElses() {
        assertThat(accepts(wallet, OWNER.signDigest(DIGEST))).isTrue();
        assertThat(accepts(wallet, NEW_OWNER.signDigest(DIGEST))).isFalse();
        assertThat(accepts(wallet, OWNER.signDigest(Keccak.hash("something else"))))
                .isFalse();
    }

    @Test
    void aReadingNamesTheBlockThatItIsTrueAt() {
        // When
        Reading reading = ask(wallet, OWNER.signDigest(DIGEST));

        // Then
        assertThat(new Ethereum(rpc).header(reading.block().number())).contains(reading.block());
        assertThat(reading.stale()).isFalse();
    }

    @Test
    void aChangeOfTheOwnerIsSeenAtTheNextBlock() {
        // Given
        Address changing = wallets.of(OWNER.address());
        assertThat(accepts(changing, OWNER.signDigest(DIGEST))).isTrue();

        // When
        wallets.changeOwner(changing, NEW_OWNER.address());

        // Then
        assertThat(accepts(changing, OWNER.signDigest(DIGEST))).isFalse();
        assertThat(accepts(changing, NEW_OWNER.signDigest(DIGEST))).isTrue();
    }

    @Test
    void anAccountWithoutCodeReturnsNothing() {
        assertThat(ask(OWNER.address(), OWNER.signDigest(DIGEST)).result()).isEqualTo(new Returned(Bytes.EMPTY));
    }

    @Test
    void aWalletThatRevertsGivesItsReason() {
        CallResult result = ask(wallet, Bytes.fromHex("c0ffee")).result();
        assertThat(result).isInstanceOf(Reverted.class);
        assertThat(result.data().toBareHex()).startsWith("fce698f7");
    }

    @ParameterizedTest
    @CsvSource({"01, burns all its gas", "02, runs into an invalid instruction", "03, answers a megabyte"})
    void aWalletThatMisbehavesHasEndedItsCallAndNotTheNode(String how, String what) {
        assertThat(ask(wallet, Bytes.fromHex(how)).result()).as(what).isInstanceOf(Reverted.class);
    }

    @Test
    void fourBytesAreNoAcceptance() {
        assertThat(ask(wallet, Bytes.fromHex("04")).result()).isEqualTo(new Returned(Bytes.fromHex("1626ba7e")));
        assertThat(accepts(wallet, Bytes.fromHex("04"))).isFalse();
    }

    @Test
    void aSignatureWhoseCalldataCostsMoreThanTheCapHasEndedItsCallToo() {
        assertThat(ask(wallet, Bytes.of(new byte[50_000])).result()).isInstanceOf(Reverted.class);
    }
}
