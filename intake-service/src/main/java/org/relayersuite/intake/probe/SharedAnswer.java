package org.relayersuite.intake.probe;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An answer that any number of callers share. However many ask, the question is put at most once at a time and at most
 * once per {@code maxAge}, and nobody waits longer than {@code timeout}.
 */
final class SharedAnswer<T> {
    private static final Logger log = LoggerFactory.getLogger(SharedAnswer.class);

    private final String name;
    private final Duration maxAge;
    private final Duration timeout;
    private final LongSupplier nanoClock;
    private final Supplier<T> question;
    private final T withoutAnswer;
    private final ReentrantLock lock = new ReentrantLock();
    private CompletableFuture<T> answer = new CompletableFuture<>();
    private boolean asked;
    private volatile long answeredAt;
    private volatile boolean failed;

    /**
     * @param name of what is asked, for the log
     * @param question may block, on a virtual thread of its own, and may throw
     * @param withoutAnswer what callers get when it throws or takes too long
     */
    SharedAnswer(
            String name,
            Duration maxAge,
            Duration timeout,
            LongSupplier nanoClock,
            Supplier<T> question,
            T withoutAnswer) {
        this.name = name;
        this.maxAge = maxAge;
        this.timeout = timeout;
        this.nanoClock = nanoClock;
        this.question = question;
        this.withoutAnswer = withoutAnswer;
    }

    T get() {
        try {
            return current().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // The question goes on, and is not put again before it has ended.
            return withoutAnswer;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a question that throws has been answered for", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return withoutAnswer;
        }
    }

    private CompletableFuture<T> current() {
        lock.lock();
        try {
            boolean old = answer.isDone() && nanoClock.getAsLong() - answeredAt >= maxAge.toNanos();
            if (!asked || old) {
                asked = true;
                CompletableFuture<T> fresh = new CompletableFuture<>();
                answer = fresh;
                Thread.ofVirtual().name("health-" + name).start(() -> fill(fresh));
            }
            return answer;
        } finally {
            lock.unlock();
        }
    }

    private void fill(CompletableFuture<T> fresh) {
        T value = withoutAnswer;
        try {
            value = ask();
        } finally {
            // Whatever happened: an answer that never ends would be the last one.
            answeredAt = nanoClock.getAsLong();
            fresh.complete(value);
        }
    }

    private T ask() {
        try {
            T value = question.get();
            failed = false;
            return value;
        } catch (RuntimeException e) {
            if (!failed) {
                log.warn("Dependency cannot be asked for its health dependency={} reason=\"{}\"", name, e.getMessage());
            }
            failed = true;
            return withoutAnswer;
        }
    }
}
