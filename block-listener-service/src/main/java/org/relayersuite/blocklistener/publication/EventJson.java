package org.relayersuite.blocklistener.publication;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.relayersuite.blocklistener.block.FetchedBlock;
import org.relayersuite.blocklistener.failure.PayloadException;
import org.relayersuite.chain.rpc.BlockHeader;
import org.relayersuite.chain.rpc.Log;
import org.relayersuite.chain.rpc.Transaction;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/** The JSON of what consumers get, UTF-8, field by field as spec/listener.md 4 and A5 have it. */
public final class EventJson {
    /** Version of both formats. */
    public static final int SCHEMA_VERSION = 1;

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int HEX = 16;

    private EventJson() {}

    @FunctionalInterface
    private interface Writing {
        void on(JsonGenerator json) throws IOException;
    }

    /** The whole block: all transactions with all their logs. */
    public static Bytes block(long chainId, Flow flow, FetchedBlock fetched) {
        BlockHeader header = fetched.block().header();
        return written(json -> {
            json.writeStartObject();
            json.writeStringField("flow", flow.name());
            json.writeNumberField("chain_id", chainId);
            json.writeNumberField("block_number", header.number());
            json.writeStringField("block_hash", hex(header.hash()));
            json.writeStringField("parent_hash", hex(header.parentHash()));
            json.writeNumberField("timestamp", header.timestamp().getEpochSecond());
            json.writeArrayFieldStart("transactions");
            List<Transaction> transactions = fetched.block().transactions();
            for (int i = 0; i < transactions.size(); i++) {
                transaction(json, transactions.get(i), fetched.receipts().get(i).logs());
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static void transaction(JsonGenerator json, Transaction transaction, List<Log> logs) throws IOException {
        json.writeStartObject();
        json.writeStringField("from", transaction.from().toString());
        if (transaction.to().isPresent()) {
            json.writeStringField("to", transaction.to().get().toString());
        } else {
            json.writeNullField("to");
        }
        json.writeStringField("hash", hex(transaction.hash()));
        json.writeNumberField("transaction_index", transaction.index());
        json.writeStringField("value", "0x" + transaction.value().toString(HEX));
        json.writeStringField("data", transaction.input().toHex());
        json.writeArrayFieldStart("logs");
        for (Log entry : logs) {
            log(json, entry);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void log(JsonGenerator json, Log entry) throws IOException {
        json.writeStartObject();
        json.writeNumberField("log_index", entry.logIndex());
        json.writeStringField("address", entry.address().toString());
        json.writeArrayFieldStart("topics");
        for (Hash topic : entry.topics()) {
            json.writeString(hex(topic));
        }
        json.writeEndArray();
        json.writeStringField("data", entry.data().toHex());
        json.writeEndObject();
    }

    /** The notice; a block is {@code {"block_number": n, "block_hash": "0x…"}}. */
    public static Bytes notice(ReorgNotice notice) {
        return written(json -> {
            json.writeStartObject();
            json.writeNumberField("chain_id", notice.chainId());
            json.writeFieldName("common_ancestor");
            identity(json, notice.commonAncestor());
            identities(json, "orphaned", notice.orphaned());
            identities(json, "adopted", notice.adopted());
            json.writeEndObject();
        });
    }

    private static void identities(JsonGenerator json, String field, List<BlockNumberAndHash> blocks)
            throws IOException {
        json.writeArrayFieldStart(field);
        for (BlockNumberAndHash block : blocks) {
            identity(json, block);
        }
        json.writeEndArray();
    }

    private static void identity(JsonGenerator json, BlockNumberAndHash block) throws IOException {
        json.writeStartObject();
        json.writeNumberField("block_number", block.number());
        json.writeStringField("block_hash", hex(block.hash()));
        json.writeEndObject();
    }

    private static String hex(Hash hash) {
        return hash.value().toHex();
    }

    private static Bytes written(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
            writing.on(json);
        } catch (IOException e) {
            throw new PayloadException("an event could not be encoded", e);
        }
        return Bytes.of(bytes.toByteArray());
    }
}
