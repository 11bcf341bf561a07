package org.relayersuite.broker;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends messages to Redis Streams (spec/listener.md 3.3, A1, A20). An entry has the fields {@code data} (the body),
 * {@code message_id}, {@code schema_version} and {@code content_type}; a consumer that reads {@code data} only sees
 * what it always saw. Blocking, made for virtual threads; safe for use by several of them.
 */
public final class RedisStreamPublisher implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RedisStreamPublisher.class);

    private final RedisSettings settings;
    private final RedisConnector redis;
    private final PublishObserver observer;
    private final RandomGenerator random;

    public RedisStreamPublisher(Vertx vertx, RedisSettings settings, PublishObserver observer, RandomGenerator random) {
        this.settings = settings;
        this.redis = new RedisConnector(vertx, settings);
        this.observer = observer;
        this.random = random;
    }

    /**
     * Returns when Redis has replied to the XADD. While Redis cannot be reached or cannot serve, it is tried again
     * without limit, because a block that is skipped is lost and a block that waits is not. An attempt whose reply was
     * lost may have been executed: the message may then be on the stream twice, with the same id.
     *
     * @return the id that Redis gave to the entry, {@code milliseconds-sequence}
     * @throws BrokerRefusedException when Redis rejects the command, for example because the key is no stream
     * @throws InterruptedException when the thread is interrupted; the message may or may not be on the stream
     */
    public String publish(Topic topic, Message message) throws InterruptedException {
        long start = System.nanoTime();
        Backoff backoff = new Backoff(settings.firstBackoff(), settings.maxBackoff(), random);
        int failures = 0;
        while (true) {
            try {
                String entry = redis.send(xadd(topic, message)).toString();
                observer.published(topic, Duration.ofNanos(System.nanoTime() - start));
                if (failures > 0) {
                    log.info(
                            "Publishing works again broker={} topic={} failures={}",
                            settings.endpoint(),
                            topic,
                            failures);
                }
                return entry;
            } catch (BrokerRefusedException e) {
                observer.attemptFailed(topic, FailureKind.OTHER);
                throw e;
            } catch (BrokerUnavailableException e) {
                observer.attemptFailed(topic, e.kind());
                if (failures++ == 0) {
                    log.warn(
                            "Publishing failed, trying until it works broker={} topic={} messageId={} reason=\"{}\"",
                            settings.endpoint(),
                            topic,
                            message.id(),
                            e.getMessage());
                }
                Thread.sleep(backoff.next());
            }
        }
    }

    private static Request xadd(Topic topic, Message message) {
        return Request.cmd(Command.XADD)
                .arg(topic.key())
                .arg("*")
                .arg("data")
                .arg(Buffer.buffer(message.body().toArray()))
                .arg("message_id")
                .arg(message.id())
                .arg("schema_version")
                .arg(message.schemaVersion())
                .arg("content_type")
                .arg(Message.CONTENT_TYPE);
    }

    /**
     * Counts the entries on a topic's stream, read or not; 0 when there is no such stream. Not retried.
     *
     * @throws BrokerException when Redis does not answer in time, cannot serve, or the key is no stream
     */
    public long depth(Topic topic) throws InterruptedException {
        return redis.send(Request.cmd(Command.XLEN).arg(topic.key())).toLong();
    }

    /**
     * Returns when Redis answered a PING. Not retried.
     *
     * @throws BrokerException when Redis does not answer in time or cannot serve
     */
    public void ping() throws InterruptedException {
        Response reply = redis.send(Request.cmd(Command.PING));
        if (reply == null || !"PONG".equals(reply.toString())) {
            throw new BrokerUnavailableException(
                    FailureKind.OTHER, "Redis at " + settings.endpoint() + " did not answer PONG", null);
        }
    }

    @Override
    public void close() {
        redis.close();
    }
}
