package org.relayersuite.chain.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Asks the nodes of one chain. Calls block, made for virtual threads, and may come from many threads at once.
 *
 * <p>An endpoint is asked for its chain id before its first use and after every failure. When an endpoint gives no
 * usable answer the next one is asked, each at most once per call; a JSON-RPC error about the request is an answer and
 * is not asked again elsewhere. A call takes at most two request timeouts (slot and answer) per request sent, and the
 * longest wait for the endpoint's quota where there is one.
 */
public final class RpcClient implements AutoCloseable {
    private static final String BATCH = "batch";

    private final EndpointPool pool;
    private final HttpExchange exchange;
    private final RpcJson json;
    private final Optional<Endpoint> pin;

    /** @param observer told about every attempt */
    public RpcClient(RpcSettings settings, RpcObserver observer) {
        this.json = new RpcJson(settings.maxResponseBytes());
        this.exchange = new HttpExchange(settings, json, observer);
        this.pool = new EndpointPool(settings, exchange, json);
        this.pin = Optional.empty();
    }

    private RpcClient(RpcClient shared, Endpoint pin) {
        this.json = shared.json;
        this.exchange = shared.exchange;
        this.pool = shared.pool;
        this.pin = Optional.of(pin);
    }

    /**
     * A view of this client that sends everything to one endpoint, the best one now, and never fails over: what is read
     * through it comes from one node. When that endpoint fails, take a new view. Closing a view does nothing.
     */
    public RpcClient pinned() {
        return pin.isPresent() ? this : new RpcClient(this, pool.candidates().getFirst());
    }

    /**
     * Reads things that belong together from one endpoint. When that endpoint fails, all of it is read again from the
     * next one.
     *
     * @param reads gets a pinned view of this client
     * @throws RpcErrorException passed on from {@code reads}: the node has answered
     * @throws RpcTransportException when no endpoint answered everything
     */
    public <T> T fromOneEndpoint(Function<RpcClient, T> reads) {
        RpcTransportException failure = null;
        for (RpcClient endpoint : pinnedEach()) {
            try {
                return reads.apply(endpoint);
            } catch (RpcTransportException e) {
                if (failure != null) {
                    e.addSuppressed(failure);
                }
                failure = e;
            }
        }
        throw failure;
    }

    /**
     * One {@link #pinned()} view per endpoint, best first: for what has to be read from one node in several calls, and
     * is read from the next node when one does not serve it.
     */
    public List<RpcClient> pinnedEach() {
        return pin.isPresent()
                ? List.of(this)
                : pool.candidates().stream()
                        .map(endpoint -> new RpcClient(this, endpoint))
                        .toList();
    }

    /**
     * Sends one request and waits for its result.
     *
     * @param params strings, numbers, booleans, maps and lists as they are to stand in the JSON; {@code Address},
     *     {@code Hash} and {@code Bytes} become 0x-prefixed hex. Quantities must be 0x-prefixed hex already.
     * @return the result; a JSON null where the node knows nothing
     * @throws RpcErrorException when a node answered a JSON-RPC error
     * @throws RpcTransportException when no endpoint gave a usable answer
     */
    public JsonNode request(String method, Object... params) {
        RpcRequest request = RpcRequest.of(method, params);
        return pool.ask(pin, method, endpoint -> one(endpoint, request)).resultOrThrow();
    }

    /**
     * Sends several calls as one JSON-RPC batch to one endpoint.
     *
     * @return one answer per call, in the order of {@code requests}
     * @throws RpcErrorException when the node refused the batch as a whole
     * @throws RpcTransportException when no endpoint gave a usable answer to every call
     */
    public List<BatchAnswer> batch(List<RpcRequest> requests) {
        return requests.isEmpty() ? List.of() : pool.ask(pin, BATCH, endpoint -> several(endpoint, requests));
    }

    private BatchAnswer one(Endpoint endpoint, RpcRequest request) {
        long id = exchange.nextId();
        return exchange.send(
                endpoint,
                request.method(),
                json.request(id, request),
                body -> RpcAnswer.of(body, id, request.method(), endpoint.host()));
    }

    private List<BatchAnswer> several(Endpoint endpoint, List<RpcRequest> requests) {
        ArrayNode message = json.array();
        List<Long> ids = new ArrayList<>(requests.size());
        for (RpcRequest request : requests) {
            long id = exchange.nextId();
            ids.add(id);
            message.add(json.request(id, request));
        }
        return exchange.send(endpoint, BATCH, message, body -> RpcAnswer.ofBatch(body, ids, endpoint.host()));
    }

    /** Closes the connections. Requests under way fail as {@link RpcTransportException}. */
    @Override
    public void close() {
        if (pin.isEmpty()) {
            exchange.close();
        }
    }
}
