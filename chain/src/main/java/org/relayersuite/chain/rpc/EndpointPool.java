package org.relayersuite.chain.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Picks the endpoint for a request: those that work first, in order of preference, then those that failed lately. */
final class EndpointPool {
    private final long chainId;
    private final HttpExchange exchange;
    private final RpcJson json;
    private final List<Endpoint> endpoints;

    EndpointPool(RpcSettings settings, HttpExchange exchange, RpcJson json) {
        this.chainId = settings.chainId();
        this.exchange = exchange;
        this.json = json;
        this.endpoints = settings.endpoints().stream()
                .map(uri -> new Endpoint(uri, settings.chainId(), settings.quota()))
                .toList();
    }

    /** All endpoints, best first. Failed ones stay in the list: when all have failed, trying is all there is. */
    List<Endpoint> candidates() {
        long now = System.nanoTime();
        List<Endpoint> working = new ArrayList<>();
        List<Endpoint> paused = new ArrayList<>();
        endpoints.forEach(endpoint -> (endpoint.paused(now) ? paused : working).add(endpoint));
        working.addAll(paused);
        return working;
    }

    /**
     * Runs {@code attempt} at one endpoint after the other until one gives a usable answer.
     *
     * @param pin the only endpoint to ask, if any
     * @throws RpcErrorException passed on from the attempt: the node has answered
     * @throws RpcTransportException when no endpoint gave a usable answer
     */
    <T> T ask(Optional<Endpoint> pin, String method, Function<Endpoint, T> attempt) {
        List<UnusableAnswerException> failures = new ArrayList<>();
        for (Endpoint endpoint : pin.map(List::of).orElseGet(this::candidates)) {
            try {
                verifyChain(endpoint, method);
                T answer = attempt.apply(endpoint);
                endpoint.succeeded();
                return answer;
            } catch (RpcErrorException e) {
                endpoint.succeeded();
                throw e;
            } catch (WrongChainException | QuotaExceededException e) {
                // Another endpoint may have the right chain, or quota left.
                failures.add(e);
            } catch (UnusableAnswerException e) {
                endpoint.failed(e.getMessage(), System.nanoTime());
                failures.add(e);
            }
        }
        UnusableAnswerException last = failures.removeLast();
        RpcTransportException failure = new RpcTransportException(last.getMessage(), last.getCause());
        failures.forEach(failure::addSuppressed);
        throw failure;
    }

    private void verifyChain(Endpoint endpoint, String method) {
        if (endpoint.verified()) {
            return;
        }
        Optional<String> wrong = endpoint.wrongChainId(System.nanoTime());
        if (wrong.isPresent()) {
            throw new WrongChainException(method, endpoint.host(), chainId, wrong.get());
        }
        String answered = askChainId(endpoint);
        if (!answered.equals(Long.toString(chainId))) {
            endpoint.wrongChain(answered, System.nanoTime());
            throw new WrongChainException(method, endpoint.host(), chainId, answered);
        }
        endpoint.rightChain();
    }

    private String askChainId(Endpoint endpoint) {
        long id = exchange.nextId();
        String method = "eth_chainId";
        BatchAnswer answer = exchange.send(
                endpoint,
                method,
                json.request(id, RpcRequest.of(method)),
                body -> RpcAnswer.of(body, id, method, endpoint.host()));
        try {
            return new AnswerField(method, "result", answer.resultOrThrow())
                    .quantity()
                    .toString();
        } catch (RpcException e) {
            // An endpoint that cannot name its chain cannot be trusted with a request; another one may.
            throw new UnusableAnswerException(method + ": " + endpoint.host() + " did not name its chain", e);
        }
    }

    private static final class WrongChainException extends UnusableAnswerException {
        WrongChainException(String method, String host, long expected, String answered) {
            super(method + ": " + host + " serves chain " + answered + ", not " + expected, null);
        }
    }
}
