package org.relayersuite.gateway;

import io.micrometer.core.instrument.Counter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.relayersuite.chain.gateway.UndecodableLogException;
import org.relayersuite.chain.rpc.BlockHeader;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.Log;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.rpc.RpcException;
import org.relayersuite.core.Address;
import org.relayersuite.store.fact.GatewayFact;
import org.relayersuite.store.fact.UndecodableLog;
import org.slf4j.LoggerFactory;

/**
 * Reads blocks with the logs of the gateway's contracts. Header and logs of a block come from one endpoint, the logs by
 * the block's hash, so that an answer can neither come from another fork nor be an empty one of an endpoint that does not
 * have the block.
 */
final class BlockReader {
    private static final org.slf4j.Logger log = LoggerFactory.getLogger(BlockReader.class);

    private final RpcClient gateway;
    private final List<Address> contracts;
    private final FactDecoder decoder;
    private final Counter undecodable;

    BlockReader(RpcClient gateway, List<Address> contracts, FactDecoder decoder, Counter undecodable) {
        this.gateway = gateway;
        this.contracts = contracts;
        this.decoder = decoder;
        this.undecodable = undecodable;
    }

    /**
     * Reads the blocks from {@code first} to {@code last}, all at once, and returns them in order, up to the first that
     * the node does not have (yet) or does not tell. What was read before it is not read again.
     *
     * @throws org.relayersuite.chain.rpc.RpcException when the first one could not be read
     */
    List<BlockFacts> read(long first, long last) throws InterruptedException {
        List<Callable<Optional<BlockFacts>>> reads = new ArrayList<>();
        for (long number = first; number <= last; number++) {
            long height = number;
            reads.add(() -> readOne(height));
        }
        List<BlockFacts> blocks = new ArrayList<>(reads.size());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Optional<BlockFacts>> read : threads.invokeAll(reads)) {
                Optional<BlockFacts> block = read.get();
                if (block.isEmpty()) {
                    break;
                }
                blocks.add(block.get());
            }
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof RpcException cause)) {
                throw new IllegalStateException(e.getCause());
            }
            if (blocks.isEmpty()) {
                throw cause;
            }
        }
        return blocks;
    }

    private Optional<BlockFacts> readOne(long height) {
        Ethereum endpoint = new Ethereum(gateway.pinned());
        return endpoint.header(height).map(header -> withFacts(endpoint, header));
    }

    private BlockFacts withFacts(Ethereum endpoint, BlockHeader header) {
        List<GatewayFact> facts = new ArrayList<>();
        List<UndecodableLog> undecodable = new ArrayList<>();
        endpoint.logs(header.hash(), contracts).stream()
                .sorted(Comparator.comparingLong(Log::logIndex))
                .forEach(entry -> {
                    try {
                        decoder.decode(entry).ifPresent(facts::add);
                    } catch (UndecodableLogException e) {
                        undecodable.add(undecodable(entry, e));
                    }
                });
        return new BlockFacts(header, facts, undecodable);
    }

    private UndecodableLog undecodable(Log entry, UndecodableLogException e) {
        undecodable.increment();
        log.error(
                "Log of a gateway contract cannot be decoded blockHash={} logIndex={} txHash={} reason=\"{}\"",
                entry.blockHash(),
                entry.logIndex(),
                entry.transactionHash(),
                e.getMessage());
        return new UndecodableLog(
                entry.address(), entry.topics(), entry.data(), FactDecoder.position(entry), e.getMessage());
    }
}
