package org.relayersuite.blocklistener.publication;

import java.util.List;
import org.relayersuite.blocklistener.block.BlockRef;
import org.relayersuite.blocklistener.block.FetchedBlock;
import org.relayersuite.blocklistener.failure.PublicationException;
import org.relayersuite.broker.BrokerException;
import org.relayersuite.broker.Message;
import org.relayersuite.broker.RedisStreamPublisher;
import org.relayersuite.broker.Topic;
import org.relayersuite.core.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends blocks and reorg notices to every consumer. Returns when the broker has confirmed each of them. */
public final class BlockPublisher {
    private static final Logger log = LoggerFactory.getLogger(BlockPublisher.class);
    private static final String NOTICE = "REORG_NOTICE";

    private final RedisStreamPublisher broker;
    private final long chainId;
    private final List<Consumer> consumers;

    public BlockPublisher(RedisStreamPublisher broker, long chainId, List<Consumer> consumers) {
        this.broker = broker;
        this.chainId = chainId;
        this.consumers = List.copyOf(consumers);
    }

    /** @throws PublicationException when the broker refuses the message; consumers before that one have got it */
    public void block(Flow flow, FetchedBlock fetched) throws InterruptedException {
        BlockRef block = fetched.ref();
        Bytes body = EventJson.block(chainId, flow, fetched);
        for (Consumer consumer : consumers) {
            send(consumer.blocks(), consumer, block, flow.name(), body);
            log.info(
                    "Block published chainId={} blockNumber={} blockHash={} flow={} consumer={} transactions={}",
                    chainId,
                    block.number(),
                    block.hash(),
                    flow,
                    consumer.id(),
                    fetched.receipts().size());
        }
    }

    /** @throws PublicationException when the broker refuses the message; consumers before that one have got it */
    public void notice(ReorgNotice notice, BlockRef newest) throws InterruptedException {
        Bytes body = EventJson.notice(notice);
        for (Consumer consumer : consumers) {
            send(consumer.reorgs(), consumer, newest, NOTICE, body);
        }
    }

    private void send(Topic topic, Consumer consumer, BlockRef block, String flow, Bytes body)
            throws InterruptedException {
        String id = chainId + ":" + block.hash() + ":" + consumer.id() + ":" + flow;
        try {
            broker.publish(topic, new Message(id, EventJson.SCHEMA_VERSION, body));
        } catch (BrokerException e) {
            throw new PublicationException("the broker refused a message on " + topic, e);
        }
    }
}
