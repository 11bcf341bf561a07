package org.relayersuite.chain.host;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.relayersuite.chain.abi.AbiException;
import org.relayersuite.chain.abi.AbiReader;
import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.chain.gateway.ContractCall;
import org.relayersuite.chain.rpc.Log;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Hash;

/**
 * Calldata and answers of the host chain's KMSGeneration and ProtocolConfig (spec/relayer.md 4.4). Answers may be
 * hostile: what is no encoding of what was asked for is an {@link AbiException}.
 */
final class FheKeyContracts {
    static final String ACTIVE_KEY_ID = "getActiveKeyId()";
    static final String ACTIVE_CRS_ID = "getActiveCrsId()";
    static final String KEY_MATERIALS = "getKeyMaterials(uint256)";
    static final String CRS_MATERIALS = "getCrsMaterials(uint256)";
    static final String CONTEXT_AND_EPOCH = "getCurrentKmsContextAndEpoch()";
    static final String CONTEXT_ANCHOR = "getKmsContextAnchor(uint256)";

    /** {@code NewKmsContext(contextId indexed, previousContextId indexed, nodes, thresholds, software, pcrValues)}. */
    static final Hash NEW_KMS_CONTEXT = Keccak.hash("NewKmsContext(uint256,uint256,"
            + "(address,address,string,string,int32,string,bytes,string)[],"
            + "(uint256,uint256,uint256,uint256),string,(bytes,bytes,bytes)[])");

    /** Offset of the nodes, four thresholds, offsets of the software's version and of the PCR values. */
    private static final int EVENT_HEAD_WORDS = 7;

    private static final int STORAGE_URL_WORD = 3;
    private static final int STORAGE_PREFIX_WORD = 7;
    private static final int MAX_TEXT_BYTES = 1_024;

    private final Address kmsGeneration;
    private final Address protocolConfig;

    FheKeyContracts(Address kmsGeneration, Address protocolConfig) {
        this.kmsGeneration = kmsGeneration;
        this.protocolConfig = protocolConfig;
    }

    Address protocolConfig() {
        return protocolConfig;
    }

    ContractCall activeKeyId() {
        return new ContractCall(kmsGeneration, Calldata.encode(ACTIVE_KEY_ID));
    }

    ContractCall activeCrsId() {
        return new ContractCall(kmsGeneration, Calldata.encode(ACTIVE_CRS_ID));
    }

    /** Reverts when there is no such key; the answer itself matters to nobody here. */
    ContractCall keyMaterials(BigInteger keyId) {
        return new ContractCall(kmsGeneration, Calldata.encode(KEY_MATERIALS, Calldata.uint(keyId)));
    }

    /** Reverts when there is no such CRS. */
    ContractCall crsMaterials(BigInteger crsId) {
        return new ContractCall(kmsGeneration, Calldata.encode(CRS_MATERIALS, Calldata.uint(crsId)));
    }

    ContractCall contextAndEpoch() {
        return new ContractCall(protocolConfig, Calldata.encode(CONTEXT_AND_EPOCH));
    }

    ContractCall contextAnchor(BigInteger contextId) {
        return new ContractCall(protocolConfig, Calldata.encode(CONTEXT_ANCHOR, Calldata.uint(contextId)));
    }

    /** The id in the answer to {@link #activeKeyId()} or {@link #activeCrsId()}; 0 when nothing is active. */
    static BigInteger id(Bytes answer) {
        return new AbiReader(answer, 1).uint(0);
    }

    /** What is active, from two ids and the answer to {@link #contextAndEpoch()}. */
    static ActiveFheKey activeKey(BigInteger keyId, BigInteger crsId, Bytes contextAndEpoch) {
        AbiReader context = new AbiReader(contextAndEpoch, 2);
        return new ActiveFheKey(keyId, crsId, context.uint(0), context.uint(1));
    }

    /** Checks that the answer to a call of materials is one: a pair of dynamic values. */
    static void requireMaterials(Bytes answer) {
        new AbiReader(answer, 2);
    }

    /** The number of the block that holds the context's event, from the answer to {@link #contextAnchor}. */
    static long emissionBlock(Bytes answer) {
        return new AbiReader(answer, 2).longValue(0);
    }

    /** The topics with which the event of a context begins. */
    static List<Hash> topicsOf(BigInteger contextId) {
        return List.of(NEW_KMS_CONTEXT, Hash.of("%064x".formatted(contextId)));
    }

    /**
     * The storage of the context's first node.
     *
     * @param events the logs of the context's block that begin with {@link #topicsOf} the context
     * @throws AbiException when there is not exactly one, or it names no node
     * @throws FheKeyUnavailableException when the node's storage is no URL to send clients to
     */
    static KmsStorage firstStorage(List<Log> events) {
        if (events.size() != 1 || events.getFirst().removed()) {
            throw new AbiException(events.size() + " NewKmsContext events of the current context in its block");
        }
        List<AbiReader> nodes = new AbiReader(events.getFirst().data(), EVENT_HEAD_WORDS).tuples(0);
        if (nodes.isEmpty()) {
            throw new AbiException("the current context has no node");
        }
        return KmsStorage.of(text(nodes.getFirst(), STORAGE_URL_WORD), text(nodes.getFirst(), STORAGE_PREFIX_WORD));
    }

    private static String text(AbiReader node, int word) {
        byte[] bytes = node.bytes(word).toArray();
        if (bytes.length > MAX_TEXT_BYTES) {
            throw new AbiException("a text of " + bytes.length + " bytes");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new AbiException("a text that is no UTF-8");
        }
    }
}
