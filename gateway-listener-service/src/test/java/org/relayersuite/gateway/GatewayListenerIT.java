package org.relayersuite.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.relayersuite.chain.gateway.GatewayEvents;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.rpc.RpcException;
import org.relayersuite.chain.rpc.RpcObserver;
import org.relayersuite.chain.rpc.RpcSettings;
import org.relayersuite.core.Address;
import org.relayersuite.store.TestDatabase;
import org.relayersuite.store.cursor.ChainCursor;
import org.relayersuite.store.cursor.CursorPosition;
import org.relayersuite.store.fact.Completion;
import org.relayersuite.store.fact.GatewayLedger;

/** How the cursor moves over a chain that does not hold still. */
class GatewayListenerIT {
    private static final Address DECRYPTION = Address.of("aa".repeat(20));
    private static final Address INPUT_VERIFICATION = Address.of("bb".repeat(20));
    private static final int BATCH = 8;

    private final TestDatabase test = new TestDatabase();
    private final ScriptedChain chain = new ScriptedChain();
    private final RpcClient client = new RpcClient(
            new RpcSettings(ScriptedChain.CHAIN_ID, List.of(chain.url()), Duration.ofSeconds(10), 16, 1 << 20),
            RpcObserver.NONE);
    private final ChainCursor cursor = new ChainCursor(test.database(), ChainCursor.GATEWAY, ScriptedChain.CHAIN_ID);
    private final AtomicInteger worked = new AtomicInteger();
    private final GatewayListener listener = listener();

    @BeforeEach
    void startAtHeight110() throws InterruptedException {
        chain.write(90, 110, 'a');
        listener.run();
        assertStandsAt(110);
    }

    @AfterEach
    void close() {
        client.close();
        chain.close();
        test.close();
    }

    @Test
    void followsTheHeadInBatches() throws InterruptedException {
        // When
        chain.write(111, 130, 'a');
        int passes = untilIdle();

        // Then
        assertStandsAt(130);
        assertThat(passes).isGreaterThan(2);
    }

    @Test
    void goesBackToTheForkAndOnFromThere() throws InterruptedException {
        // Given
        chain.write(111, 125, 'a');
        untilIdle();

        // When
        chain.write(115, 128, 'b');
        untilIdle();

        // Then
        assertStandsAt(128);
        assertThat(cursor.remembered(114).orElseThrow().blockHash()).isEqualTo(chain.hash(114));
        assertThat(cursor.remembered(120).orElseThrow().blockHash()).isEqualTo(chain.hash(120));
    }

    @Test
    void goesBackBelowItsFirstBlockWhenAReorgGoesThatDeep() throws InterruptedException {
        // When
        chain.write(105, 113, 'b');
        untilIdle();

        // Then
        assertStandsAt(113);

        // And it can do so again
        chain.write(100, 113, 'c');
        untilIdle();
        assertStandsAt(113);
    }

    @Test
    void noticesThatItsBlockWasReplacedThoughNoChildTells() throws InterruptedException {
        // Given
        chain.write(111, 115, 'a');
        untilIdle();

        // When
        chain.write(114, 115, 'b');
        untilIdle();

        // Then
        assertStandsAt(115);
    }

    @Test
    void takesALowerHeadForANodeThatIsBehind() throws InterruptedException {
        // Given
        CursorPosition before = cursor.position().orElseThrow();

        // When
        chain.write(105, 107, 'b');
        untilIdle();

        // Then
        assertThat(cursor.position()).contains(before);
    }

    @Test
    void keepsWhatItReadBeforeABlockThatCannotBeRead() throws InterruptedException {
        // Given
        chain.write(111, 118, 'a');
        chain.fail(115);

        // When
        listener.run();

        // Then
        assertStandsAt(114);
        assertThatThrownBy(listener::run).isInstanceOf(RpcException.class);
        chain.heal();
        untilIdle();
        assertStandsAt(118);
    }

    @Test
    void saysThatItWorksAtTheHeadAndWhileItCatchesUp() throws InterruptedException {
        // Given
        worked.set(0);

        // When it has nothing to do, and then something
        listener.run();
        assertThat(worked).hasValue(1);
        chain.write(111, 130, 'a');
        int passes = untilIdle();

        // Then
        assertThat(worked).hasValue(1 + passes);
    }

    @Test
    void doesNotSayThatItWorksWhileTheNodeFailsOrLags() throws InterruptedException {
        // Given
        worked.set(0);

        // When the node withholds the next block
        chain.write(111, 118, 'a');
        chain.fail(111);
        assertThatThrownBy(listener::run).isInstanceOf(RpcException.class);

        // And when it is behind
        chain.heal();
        chain.write(100, 105, 'a');
        listener.run();

        // Then
        assertThat(worked).hasValue(0);
    }

    /** Runs the listener until it says that there is nothing more to do; returns how often it ran. */
    private int untilIdle() throws InterruptedException {
        int passes = 1;
        while (listener.run()) {
            assertThat(++passes).as("passes").isLessThan(100);
        }
        return passes;
    }

    private void assertStandsAt(long height) {
        CursorPosition position = cursor.position().orElseThrow();
        assertThat(position.blockNumber()).isEqualTo(height);
        assertThat(position.blockHash()).isEqualTo(chain.hash(height));
    }

    private GatewayListener listener() {
        ListenerMetrics metrics = new ListenerMetrics(new SimpleMeterRegistry(), ScriptedChain.CHAIN_ID);
        BlockReader reader = new BlockReader(
                client,
                List.of(DECRYPTION, INPUT_VERIFICATION),
                new FactDecoder(new GatewayEvents(DECRYPTION, INPUT_VERIFICATION)),
                metrics.undecodable());
        return new GatewayListener(
                new Ethereum(client),
                reader,
                cursor,
                new GatewayLedger(test.database(), cursor, new Completion(1)),
                BATCH,
                metrics,
                () -> {},
                worked::incrementAndGet);
    }
}
