package org.relayersuite.chain.host;

import java.math.BigInteger;

/**
 * What KMSGeneration and ProtocolConfig say is in use as of one block. Ids are uint256.
 *
 * @param keyId the FHE public key
 * @param crsId the common reference string
 * @param contextId the KMS context, whose nodes publish both
 * @param epochId the epoch within the context
 */
public record ActiveFheKey(BigInteger keyId, BigInteger crsId, BigInteger contextId, BigInteger epochId) {}
