package org.relayersuite.chain.gateway;

import java.math.BigInteger;
import java.util.Arrays;
import org.relayersuite.chain.abi.AbiException;
import org.relayersuite.core.Bytes;

/**
 * The KMS context under which a share was made: the set of nodes and the threshold that were in force.
 *
 * @param id a uint256; 0 where extra data names none
 */
public record KmsContext(BigInteger id) {
    /** What extra data without a context stands for. */
    public static final KmsContext NONE = new KmsContext(BigInteger.ZERO);

    private static final int ID_END = 33;
    private static final int EPOCH_END = 65;

    /**
     * Reads the context from the extra data of a share (spec/relayer.md 4.5): nothing or version 0 name none, versions 1
     * and 2 carry the id in bytes 1 to 32. What follows the fields of a version is ignored.
     *
     * @throws AbiException when the version is unknown or the data too short for it
     */
    public static KmsContext ofExtraData(Bytes extraData) {
        if (extraData.size() == 0) {
            return NONE;
        }
        return switch (extraData.at(0)) {
            case 0 -> NONE;
            case 1 -> ofId(extraData, ID_END);
            case 2 -> ofId(extraData, EPOCH_END);
            default -> throw new AbiException("unknown version of extra data: " + extraData.at(0));
        };
    }

    private static KmsContext ofId(Bytes extraData, int needed) {
        if (extraData.size() < needed) {
            throw new AbiException("extra data of " + extraData.size() + " bytes, its version needs " + needed);
        }
        return new KmsContext(new BigInteger(1, Arrays.copyOfRange(extraData.toArray(), 1, ID_END)));
    }
}
