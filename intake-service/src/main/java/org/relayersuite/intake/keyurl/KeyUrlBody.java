package org.relayersuite.intake.keyurl;

import java.util.List;
import java.util.Map;

/** The body of an answer (spec/relayer.md 1.11): no envelope, and exactly one URL per item, as SDKs want it. */
record KeyUrlBody(String status, Response response) {
    /** The one size of CRS that there is, in bits. */
    private static final String CRS_SIZE = "2048";

    static KeyUrlBody of(KeyUrl value) {
        Item key = new Item(value.keyId(), List.of(value.keyUrl()));
        Item crs = new Item(value.crsId(), List.of(value.crsUrl()));
        return new KeyUrlBody("succeeded", new Response(List.of(new KeyInfo(key)), Map.of(CRS_SIZE, crs)));
    }

    record Response(List<KeyInfo> fheKeyInfo, Map<String, Item> crs) {}

    record KeyInfo(Item fhePublicKey) {}

    record Item(String dataId, List<String> urls) {}
}
