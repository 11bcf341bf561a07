package org.relayersuite.devnet.actor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.relayersuite.chain.rpc.BlockHeader;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.core.Address;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands over the requests that a gateway contract has emitted, block by block from the first block on. After a reorg it
 * goes back and hands over the last blocks' requests again, because answers may have been lost with the old blocks:
 * whoever answers must bear a request twice. Not thread-safe.
 */
final class RequestWatcher {
    private static final Logger log = LoggerFactory.getLogger(RequestWatcher.class);
    /** How many blocks are kept to recognise a reorg by, and read again after one. */
    private static final int REMEMBERED_BLOCKS = 128;

    private final Ethereum gateway;
    private final List<Address> contract;
    private final Consumer<GatewayRequest> requests;
    private final Deque<BlockHeader> seen = new ArrayDeque<>();
    private long next;

    RequestWatcher(Ethereum gateway, Address contract, Consumer<GatewayRequest> requests) {
        this.gateway = gateway;
        this.contract = List.of(contract);
        this.requests = requests;
    }

    /** Reads one more block. Returns whether there was one: call again at once. */
    boolean readNext() {
        BlockHeader head = gateway.latestHeader();
        if (!seen.isEmpty() && head.hash().equals(seen.getLast().hash())) {
            return false;
        }
        Optional<BlockHeader> block = head.number() == next ? Optional.of(head) : gateway.header(next);
        if (block.isPresent() && follows(block.get())) {
            take(block.get());
            return true;
        }
        goBack(head);
        return true;
    }

    private boolean follows(BlockHeader block) {
        return seen.isEmpty() || block.parentHash().equals(seen.getLast().hash());
    }

    private void take(BlockHeader block) {
        gateway.logs(block.hash(), contract).stream()
                .map(RequestDecoder::decode)
                .flatMap(Optional::stream)
                .forEach(requests);
        seen.addLast(block);
        if (seen.size() > REMEMBERED_BLOCKS) {
            seen.removeFirst();
        }
        next = block.number() + 1;
    }

    private void goBack(BlockHeader head) {
        next = Math.max(0, Math.min(next, head.number() + 1) - REMEMBERED_BLOCKS);
        seen.clear();
        log.info("Gateway chain was reorganised, reading again fromBlock={} headBlock={}", next, head.number());
    }
}
