package org.relayersuite.intake.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.relayersuite.core.Hash;

/**
 * Reads one JSON document into plain JDK types: {@code Map} in the document's order, {@code List}, {@code String},
 * {@code BigInteger}, {@code BigDecimal}, {@code Boolean}, null. Refused are: depth beyond 32, numbers beyond 100
 * characters, keys beyond 256, more than 100,000 tokens, the same key twice in one object, anything after the document, and bytes that are no
 * UTF-8. Texts are as long as the body may be.
 */
@Singleton
public final class StrictJson {
    private static final int MAX_DEPTH = 32;
    private static final int MAX_NUMBER_CHARS = 100;
    private static final int MAX_KEY_CHARS = 256;

    /** Ten thousand objects of a few fields. A small value of two characters takes some seventy bytes when it is read. */
    private static final long MAX_TOKENS = 100_000;

    private final ObjectReader reader;
    private final ObjectWriter canonical;

    public StrictJson() {
        JsonFactory factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxNumberLength(MAX_NUMBER_CHARS)
                        .maxNameLength(MAX_KEY_CHARS)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxTokenCount(MAX_TOKENS)
                        .build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .build();
        ObjectMapper mapper = JsonMapper.builder(factory)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .build();
        this.reader = mapper.readerFor(Object.class);
        this.canonical = mapper.writer(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    }

    /**
     * Reads {@code bytes}, which the caller has bounded.
     *
     * @return the document; null for the JSON null
     * @throws MalformedJsonException when they are refused
     */
    public Object read(byte[] bytes) throws MalformedJsonException {
        try {
            String text = decode(bytes);
            if (text.isBlank()) {
                throw new MalformedJsonException(new IOException("no document"));
            }
            return reader.readValue(text);
        } catch (IOException | NumberFormatException e) {
            // The latter as it is for an exponent that no BigDecimal holds, such as that of 1e99999999999.
            throw new MalformedJsonException(e);
        }
    }

    /**
     * SHA-256 of a document that was {@link #read}. White space and the order of keys do not count; everything else
     * does, the notation of values and keys that mean nothing to us included.
     */
    public Hash digest(Object document) {
        try {
            return Hash.of(MessageDigest.getInstance("SHA-256").digest(canonical.writeValueAsBytes(document)));
        } catch (JsonProcessingException | NoSuchAlgorithmException e) {
            throw new IllegalStateException("what was read is writable, and every JDK has SHA-256", e);
        }
    }

    /** The JSON parser itself guesses UTF-16 and lets some invalid sequences pass. */
    private static String decode(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }
}
