package org.relayersuite.chain.rpc;

import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One RPC endpoint and what is known about it. An endpoint that failed is tried after the others for a while, and its
 * chain id is asked again before its next use: behind the same address there may now be another node.
 */
final class Endpoint {
    private static final Logger log = LoggerFactory.getLogger(Endpoint.class);
    private static final long FIRST_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(30).toNanos();
    private static final long WRONG_CHAIN_PAUSE_NANOS = Duration.ofMinutes(1).toNanos();

    private final long chainId;
    private final URI uri;
    private final String host;
    private final Optional<String> authorization;
    private final Optional<TokenBucket> quota;

    private boolean verified;
    private Optional<String> wrongChainId = Optional.empty();
    private int failures;
    private long pausedUntil;

    Endpoint(URI endpoint, long chainId, Optional<Quota> quota) {
        this.chainId = chainId;
        this.quota = quota.map(TokenBucket::new);
        this.host = endpoint.getPort() < 0 ? endpoint.getHost() : endpoint.getHost() + ":" + endpoint.getPort();
        this.authorization = Optional.ofNullable(endpoint.getUserInfo())
                .map(user -> "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)));
        this.uri = withoutUserInfo(endpoint);
    }

    private static URI withoutUserInfo(URI endpoint) {
        if (endpoint.getRawUserInfo() == null) {
            return endpoint;
        }
        // Rebuilt from the raw parts: the constructors of URI would escape a second time.
        return URI.create(endpoint.toString().replaceFirst("//[^/@]*@", "//"));
    }

    String host() {
        return host;
    }

    /** What limits how much this endpoint is asked, if anything does. */
    Optional<TokenBucket> quota() {
        return quota;
    }

    /** A POST of {@code body} to this endpoint. */
    HttpRequest post(byte[] body, Duration timeout) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        authorization.ifPresent(value -> request.header("Authorization", value));
        return request.build();
    }

    /** Whether the endpoint is known to serve the right chain. */
    synchronized boolean verified() {
        return verified;
    }

    /** The id of the wrong chain that the endpoint serves, while that finding is fresh. */
    synchronized Optional<String> wrongChainId(long now) {
        return paused(now) ? wrongChainId : Optional.empty();
    }

    /** Whether the endpoint is to be tried after those that work. */
    synchronized boolean paused(long now) {
        return failures > 0 && pausedUntil - now > 0;
    }

    /** The endpoint has answered {@code eth_chainId} with the id it should. */
    synchronized void rightChain() {
        verified = true;
        wrongChainId = Optional.empty();
    }

    /** The endpoint serves another chain: it is unusable until a later check finds the right one. */
    synchronized void wrongChain(String answered, long now) {
        verified = false;
        if (!Optional.of(answered).equals(wrongChainId)) {
            log.error(
                    "RPC endpoint serves the wrong chain host={} chainId={} answeredChainId={}",
                    host,
                    chainId,
                    answered);
        }
        wrongChainId = Optional.of(answered);
        failures = Math.max(failures, 1);
        pausedUntil = now + WRONG_CHAIN_PAUSE_NANOS;
    }

    /** The endpoint gave a usable answer. */
    synchronized void succeeded() {
        if (failures > 0 && wrongChainId.isEmpty()) {
            log.info("RPC endpoint answers again host={} chainId={}", host, chainId);
            failures = 0;
        }
    }

    /** The endpoint gave no usable answer. */
    synchronized void failed(String reason, long now) {
        verified = false;
        wrongChainId = Optional.empty();
        if (failures == 0) {
            log.warn("RPC endpoint fails host={} chainId={} reason=\"{}\"", host, chainId, reason);
        }
        long pause = Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(failures, 5));
        failures++;
        pausedUntil = now + pause;
    }
}
