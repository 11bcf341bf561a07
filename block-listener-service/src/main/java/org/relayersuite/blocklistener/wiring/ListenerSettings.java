package org.relayersuite.blocklistener.wiring;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.relayersuite.blocklistener.block.FetchPauses;
import org.relayersuite.blocklistener.cursor.CursorSettings;
import org.relayersuite.blocklistener.cursor.StartBlock;
import org.relayersuite.blocklistener.flow.FlowSettings;
import org.relayersuite.blocklistener.publication.Consumer;
import org.relayersuite.broker.RedisSettings;
import org.relayersuite.chain.rpc.RpcSettings;

/**
 * The configuration, checked as a whole before anything starts.
 *
 * @param reorgBlockLimit how long a block of a reorg's branch is asked for
 */
public record ListenerSettings(
        RpcSettings rpc,
        RedisSettings broker,
        CursorSettings cursor,
        FlowSettings flow,
        FetchPauses pauses,
        Duration reorgBlockLimit,
        List<Consumer> consumers) {

    /** @throws IllegalArgumentException naming the key and what is wrong with it; never a URL */
    static ListenerSettings of(ListenerConfig config) {
        ListenerConfig.Blockchain chain = config.blockchain();
        ListenerConfig.Strategy strategy = chain.strategy();
        List<URI> endpoints = chain.rpcUrls().stream()
                .map(url -> Urls.parse("listener.blockchain.rpc-urls", url, Set.of("http", "https")))
                .toList();
        List<Consumer> consumers =
                config.consumerIds().stream().map(Consumer::new).distinct().toList();
        if (consumers.isEmpty()) {
            throw new IllegalArgumentException("listener.consumer-ids names nobody");
        }
        return new ListenerSettings(
                new RpcSettings(
                        chain.chainId(),
                        endpoints,
                        chain.rpcTimeout(),
                        strategy.maxParallelRequests(),
                        chain.maxResponseBytes()),
                new RedisSettings(
                        Urls.parse("listener.broker.url", config.broker().url(), Set.of("redis", "rediss")),
                        config.broker().operationTimeout(),
                        config.broker().firstBackoff(),
                        config.broker().maxBackoff()),
                new CursorSettings(
                        chain.chainId(),
                        StartBlock.parse(strategy.blockStartOnFirstStart()),
                        strategy.rangeSize(),
                        strategy.maxParallelRequests()),
                new FlowSettings(
                        chain.chainId(), strategy.loopDelay(), config.lock().idleLimit()),
                new FetchPauses(strategy.fetchRetryDelay(), strategy.maxExponentialBackoff()),
                strategy.reorgBlockLimit(),
                consumers);
    }
}
