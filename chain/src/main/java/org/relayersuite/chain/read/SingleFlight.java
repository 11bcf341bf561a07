package org.relayersuite.chain.read;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.relayersuite.chain.rpc.RpcTransportException;

/**
 * Fetches a key once however many ask for it at the same time. The fetch runs on a thread of its own: no caller's
 * interrupt or deadline takes it away from the others.
 */
final class SingleFlight<K, V> {
    private final ConcurrentMap<K, CompletableFuture<V>> flights = new ConcurrentHashMap<>();

    /**
     * A flight for a key.
     *
     * @param joined whether somebody else had started it
     */
    record Flight<V>(CompletableFuture<V> value, boolean joined) {

        /**
         * Waits for the value. A failure of the fetch is thrown as it is, to everyone who waits.
         *
         * @throws RpcTransportException when the deadline passes, or the caller is interrupted
         */
        V await(Deadline deadline) {
            try {
                return value.get(deadline.left(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                throw new RpcTransportException("eth_call: no answer within the deadline", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RpcTransportException("eth_call: interrupted", e);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e);
            }
        }
    }

    /**
     * Joins the flight for {@code key}, or starts one.
     *
     * @param known where {@code fetch} leaves its value before its flight ends
     */
    Flight<V> fly(K key, Supplier<Optional<V>> known, Supplier<V> fetch) {
        CompletableFuture<V> mine = new CompletableFuture<>();
        CompletableFuture<V> running = flights.putIfAbsent(key, mine);
        if (running != null) {
            return new Flight<>(running, true);
        }
        // A flight may have landed between the caller's look at the cache and ours at the flights.
        Optional<V> landed = known.get();
        if (landed.isPresent()) {
            flights.remove(key, mine);
            mine.complete(landed.get());
            return new Flight<>(mine, true);
        }
        Thread.ofVirtual().name("chain-read").start(() -> land(key, mine, fetch));
        return new Flight<>(mine, false);
    }

    private void land(K key, CompletableFuture<V> flight, Supplier<V> fetch) {
        try {
            V value = fetch.get();
            flights.remove(key, flight);
            flight.complete(value);
        } catch (RuntimeException | Error failure) {
            // Whatever it is, somebody waits for it.
            flights.remove(key, flight);
            flight.completeExceptionally(failure);
        }
    }
}
