package org.relayersuite.chain.abi;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.relayersuite.core.Bytes;

/**
 * Reads ABI-encoded parameters (Solidity contract ABI, "Formal Specification of the Encoding") that may be hostile. All
 * offsets and lengths are checked against the data, and what is handed out in total is bounded by the size of the data:
 * an encoding whose offsets all point at one large value cannot multiply it in memory.
 *
 * <p>Parameters are addressed by the index of their word in the head. Not safe for use by several threads.
 */
public final class AbiReader {
    /** Bytes per word. */
    public static final int WORD = 32;

    private final byte[] data;
    private final int base;
    private final Budget budget;

    /** Reads {@code data} from its start, which must hold at least {@code headWords} words. */
    public AbiReader(Bytes data, int headWords) {
        this(data.toArray(), 0, new Budget(data.size()));
        if (data.size() < headWords * WORD) {
            throw new AbiException("shorter than its head of " + headWords + " words");
        }
    }

    private AbiReader(byte[] data, int base, Budget budget) {
        this.data = data;
        this.base = base;
        this.budget = budget;
    }

    /**
     * Reads the answer of a function that returns one {@code bool}.
     *
     * @throws AbiException when {@code answer} is anything else, as from an address without the contract
     */
    public static boolean onlyBool(Bytes answer) {
        if (answer.size() != WORD) {
            throw new AbiException("a boolean has one word, not " + answer.size() + " bytes");
        }
        return new AbiReader(answer, 1).bool(0);
    }

    /** A {@code uint256}. */
    public BigInteger uint(int index) {
        return new BigInteger(1, word(index));
    }

    /** A {@code uint256} that is at most {@link Long#MAX_VALUE}. */
    public long longValue(int index) {
        BigInteger value = uint(index);
        if (value.bitLength() >= Long.SIZE) {
            throw new AbiException("a number is out of range");
        }
        return value.longValue();
    }

    /** A {@code bool}: exactly 0 or 1. */
    public boolean bool(int index) {
        BigInteger value = uint(index);
        if (value.bitLength() > 1) {
            throw new AbiException("a boolean is neither 0 nor 1");
        }
        return value.signum() == 1;
    }

    /** Dynamic {@code bytes}. */
    public Bytes bytes(int index) {
        int start = offset(index);
        int length = length(start, 1);
        budget.spend(length);
        return Bytes.of(Arrays.copyOfRange(data, start + WORD, start + WORD + length));
    }

    /** A {@code bytes32[]}. */
    public List<Bytes> words(int index) {
        AbiReader elements = elements(index);
        int count = count(index);
        budget.spend(count * WORD);
        List<Bytes> words = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            words.add(Bytes.of(elements.word(i)));
        }
        return words;
    }

    /** A {@code bytes[]}. */
    public List<Bytes> bytesArray(int index) {
        AbiReader elements = elements(index);
        int count = count(index);
        budget.spend(count * WORD);
        List<Bytes> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(elements.bytes(i));
        }
        return items;
    }

    /**
     * An array of tuples that have dynamic parts. Each reader counts words from the head of its tuple.
     *
     * @throws AbiException also when an element's offset points outside of the data; its words are checked when read
     */
    public List<AbiReader> tuples(int index) {
        AbiReader elements = elements(index);
        int count = count(index);
        budget.spend(count * WORD);
        List<AbiReader> tuples = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            tuples.add(new AbiReader(data, elements.offset(i), budget));
        }
        return tuples;
    }

    private int count(int index) {
        return length(offset(index), WORD);
    }

    /** The elements of the array at {@code index}; their offsets count from behind the array's length. */
    private AbiReader elements(int index) {
        return new AbiReader(data, offset(index) + WORD, budget);
    }

    private int offset(int index) {
        BigInteger offset = uint(index);
        // One word must fit behind every offset: the length.
        if (offset.bitLength() >= Integer.SIZE || offset.intValue() > data.length - base - WORD) {
            throw new AbiException("an offset points outside the data");
        }
        return base + offset.intValue();
    }

    private int length(int start, int elementSize) {
        BigInteger length = new BigInteger(1, wordAt(start));
        if (length.bitLength() >= Integer.SIZE || length.intValue() > (data.length - start - WORD) / elementSize) {
            throw new AbiException("a length reaches outside the data");
        }
        return length.intValue();
    }

    private byte[] word(int index) {
        return wordAt(base + index * WORD);
    }

    private byte[] wordAt(int start) {
        if (start > data.length - WORD) {
            throw new AbiException("a word lies outside the data");
        }
        return Arrays.copyOfRange(data, start, start + WORD);
    }

    private static final class Budget {
        private int left;

        Budget(int size) {
            this.left = size;
        }

        void spend(int size) {
            left -= size;
            if (left < 0) {
                throw new AbiException("values overlap: they are larger than the data");
            }
        }
    }
}
