package org.relayersuite.devnet.actor;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets answers pass while it is open. */
final class Gate {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition opened = lock.newCondition();
    private boolean open = true;

    void close() {
        lock.lock();
        try {
            open = false;
        } finally {
            lock.unlock();
        }
    }

    void open() {
        lock.lock();
        try {
            open = true;
            opened.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the gate is open, at the latest after {@code patience}. */
    boolean awaitOpen(Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (!open && left > 0) {
                left = opened.awaitNanos(left);
            }
            return open;
        } finally {
            lock.unlock();
        }
    }
}
