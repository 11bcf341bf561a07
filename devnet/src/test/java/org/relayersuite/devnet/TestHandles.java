package org.relayersuite.devnet;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;

/** Handles that no other test uses. */
public final class TestHandles {
    public static final int BOOL = 0;
    public static final int UINT64 = 5;
    public static final int UINT256 = 8;

    private static final AtomicInteger COUNTER = new AtomicInteger();
    private static final int HASH_BYTES = 21;

    private TestHandles() {}

    /** A fresh uint64 on the host chain of {@link TestChains}. */
    public static Handle fresh() {
        return fresh(TestChains.HOST_CHAIN_ID, UINT64);
    }

    public static Handle fresh(long chainId, int fheType) {
        byte[] hash = new byte[HASH_BYTES];
        ByteBuffer.wrap(hash).putInt(COUNTER.incrementAndGet());
        return new Handle(Bytes.of(ByteBuffer.allocate(Handle.LENGTH)
                .put(hash)
                .put((byte) 0xff)
                .putLong(chainId)
                .put((byte) fheType)
                .put((byte) 0)
                .array()));
    }
}
