package org.relayersuite.chain.rpc;

import com.fasterxml.jackson.databind.JsonNode;

/** What came back for one call of a batch. */
public sealed interface BatchAnswer {

    /**
     * The result; a JSON null where the node knows nothing.
     *
     * @throws RpcErrorException when the node answered this call with an error
     */
    JsonNode resultOrThrow();

    /** The call has a result. */
    record Result(JsonNode value) implements BatchAnswer {
        @Override
        public JsonNode resultOrThrow() {
            return value;
        }
    }

    /** The node answered this call with an error; other calls of the batch may have results. */
    record Refused(RpcErrorException error) implements BatchAnswer {
        @Override
        public JsonNode resultOrThrow() {
            throw error;
        }
    }
}
