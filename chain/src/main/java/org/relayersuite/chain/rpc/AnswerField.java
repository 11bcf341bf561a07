package org.relayersuite.chain.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/**
 * A value within a node's answer, read strictly (Ethereum JSON-RPC: quantities and data are 0x-prefixed hex). Whatever
 * is missing or malformed is a {@link RpcTransportException} that names the method and the field.
 *
 * @param method the method whose answer this is
 * @param path where the value stands in the answer
 * @param value the value; null or a JSON null when absent
 */
record AnswerField(String method, String path, JsonNode value) {
    private static final int MAX_QUANTITY_DIGITS = 64;

    AnswerField field(String name) {
        if (value == null || !value.isObject()) {
            throw bad("is no object");
        }
        return new AnswerField(method, path + "." + name, value.get(name));
    }

    boolean absent() {
        return value == null || value.isNull();
    }

    /** This field, or empty when it is absent or null. */
    Optional<AnswerField> present() {
        return absent() ? Optional.empty() : Optional.of(this);
    }

    List<AnswerField> items() {
        if (value == null || !value.isArray()) {
            throw bad("is no list");
        }
        List<AnswerField> items = new ArrayList<>(value.size());
        for (int i = 0; i < value.size(); i++) {
            items.add(new AnswerField(method, path + "[" + i + "]", value.get(i)));
        }
        return items;
    }

    /** A number of at most 256 bits. */
    BigInteger quantity() {
        String text = text();
        int digits = text.length() - 2;
        if (!text.startsWith("0x") || digits < 1 || digits > MAX_QUANTITY_DIGITS) {
            throw bad("is no quantity");
        }
        for (int i = 2; i < text.length(); i++) {
            // Checked one by one: BigInteger would take a sign.
            if (Character.digit(text.charAt(i), 16) < 0 || text.charAt(i) > 'f') {
                throw bad("is no quantity");
            }
        }
        return new BigInteger(text.substring(2), 16);
    }

    /** A number of at most 63 bits. */
    long number() {
        BigInteger quantity = quantity();
        if (quantity.bitLength() >= Long.SIZE) {
            throw bad("is out of range");
        }
        return quantity.longValue();
    }

    /** A number of at most 31 bits. */
    int smallNumber() {
        BigInteger quantity = quantity();
        if (quantity.bitLength() >= Integer.SIZE) {
            throw bad("is out of range");
        }
        return quantity.intValue();
    }

    Bytes bytes() {
        String text = text();
        if (!text.startsWith("0x")) {
            throw bad("is no hex data");
        }
        try {
            return Bytes.fromHex(text);
        } catch (IllegalArgumentException e) {
            throw bad("is no hex data");
        }
    }

    Hash hash() {
        Bytes bytes = bytes();
        if (bytes.size() != Hash.LENGTH) {
            throw bad("is no 32-byte hash");
        }
        return new Hash(bytes);
    }

    Address address() {
        Bytes bytes = bytes();
        if (bytes.size() != Address.LENGTH) {
            throw bad("is no address");
        }
        return new Address(bytes);
    }

    boolean flag() {
        if (value == null || !value.isBoolean()) {
            throw bad("is no boolean");
        }
        return value.booleanValue();
    }

    /** Refuses the answer unless this value is the one that was asked for or that the rest of the answer implies. */
    void mustBe(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw bad("contradicts the request or the rest of the answer");
        }
    }

    private String text() {
        if (value == null || !value.isTextual()) {
            throw bad(absent() ? "is missing" : "is no text");
        }
        return value.textValue();
    }

    RpcTransportException bad(String what) {
        return new RpcTransportException(method + ": " + path + " " + what, null);
    }
}
