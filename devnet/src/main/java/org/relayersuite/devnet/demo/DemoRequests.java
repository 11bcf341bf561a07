package org.relayersuite.devnet.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.relayersuite.chain.eip712.Eip712Digests;
import org.relayersuite.chain.eip712.Eip712Domain;
import org.relayersuite.chain.signing.PrivateKeySigner;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.Hash;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.devnet.anvil.DevAccount;
import org.relayersuite.devnet.contract.DevnetContracts;

/**
 * Requests as a client would make them, each another one: real handles whose ciphertexts are ready on the gateway and
 * which the host's ACL allows, signed by the user where a signature belongs.
 */
public final class DemoRequests {
    private static final Address CONTRACT = Address.of("0x" + "c0".repeat(Address.LENGTH));
    private static final Bytes NO_EXTRA_DATA = Bytes.fromHex("00");
    private static final byte COMPUTED = (byte) 0xff;
    private static final byte EUINT64 = 5;
    private static final int HASH_BYTES = 21;
    private static final int PROOF_BYTES = 512;
    private static final int PUBLIC_KEY_BYTES = 869;
    private static final Duration DURATION = Duration.ofDays(7);
    private static final BigInteger DURATION_DAYS = BigInteger.valueOf(DURATION.toDays());
    private static final Duration CLOCK_MARGIN = Duration.ofMinutes(10);

    private final DevnetContracts contracts;
    private final long hostChainId;
    private final DevAccount user = DevAccount.user(0);
    private final DevAccount delegator = DevAccount.user(1);
    private final ObjectMapper json = new ObjectMapper();
    private final SecureRandom random = new SecureRandom();

    public DemoRequests(DevnetContracts contracts, long hostChainId) {
        this.contracts = contracts;
        this.hostChainId = hostChainId;
    }

    /** A request of a kind that can be posted now. Waits for the transactions that make its ciphertext usable. */
    public JsonNode next(RequestKind kind) {
        return switch (kind) {
            case INPUT_PROOF -> inputProof();
            case PUBLIC_DECRYPT -> publicDecrypt();
            case USER_DECRYPT -> userDecrypt();
        };
    }

    private ObjectNode inputProof() {
        return json.createObjectNode()
                .put("contractChainId", Long.toString(hostChainId))
                .put("contractAddress", CONTRACT.toString())
                .put("userAddress", user.address().toString())
                .put("ciphertextWithInputVerification", randomBytes(PROOF_BYTES).toBareHex())
                .put("extraData", NO_EXTRA_DATA.toHex());
    }

    private ObjectNode publicDecrypt() {
        Handle handle = readyHandle();
        contracts.allowForDecryption(handle);
        ObjectNode body = json.createObjectNode().put("extraData", NO_EXTRA_DATA.toHex());
        body.putArray("ciphertextHandles").add(handle.toString());
        return body;
    }

    private ObjectNode userDecrypt() {
        Handle handle = handleOf(user);
        Bytes publicKey = randomBytes(PUBLIC_KEY_BYTES);
        BigInteger start = start();
        ObjectNode body = legacy(
                        handle,
                        publicKey,
                        Eip712Digests.userDecryptRequest(
                                domain(), publicKey, List.of(CONTRACT), start, DURATION_DAYS, NO_EXTRA_DATA))
                .put("userAddress", user.address().toString());
        body.putObject("requestValidity")
                .put("startTimestamp", start.toString())
                .put("durationDays", DURATION_DAYS.toString());
        return body;
    }

    /**
     * A request of the legacy delegated form: the user asks, as the delegate, for a value of somebody else, who has
     * delegated it on the host chain.
     */
    public ObjectNode delegatedUserDecrypt() {
        Handle handle = delegatedHandle();
        Bytes publicKey = randomBytes(PUBLIC_KEY_BYTES);
        BigInteger start = start();
        return legacy(
                        handle,
                        publicKey,
                        Eip712Digests.delegatedUserDecryptRequest(
                                domain(),
                                publicKey,
                                List.of(CONTRACT),
                                delegator.address(),
                                start,
                                DURATION_DAYS,
                                NO_EXTRA_DATA))
                .put("delegatorAddress", delegator.address().toString())
                .put("delegateAddress", user.address().toString())
                .put("startTimestamp", start.toString())
                .put("durationDays", DURATION_DAYS.toString());
    }

    /** A request of the unified form, for one value of the user's own and one that was delegated to the user. */
    public ObjectNode unifiedUserDecrypt() {
        Bytes publicKey = randomBytes(PUBLIC_KEY_BYTES);
        BigInteger start = start();
        Bytes signature = sign(Eip712Digests.unifiedUserDecryptRequest(
                domain(),
                user.address(),
                publicKey,
                List.of(CONTRACT),
                start,
                BigInteger.valueOf(DURATION.toSeconds()),
                NO_EXTRA_DATA));
        ObjectNode body = json.createObjectNode().put("attestationType", "eip712-unified-user-decrypt-v1");
        ObjectNode payload = body.putObject("attestedPayload")
                .put("version", "2.0")
                .put("type", "user_decryption")
                .put("userAddress", user.address().toString())
                .put("publicKey", publicKey.toHex())
                .put("extraData", NO_EXTRA_DATA.toHex());
        payload.putArray("handles").add(entry(handleOf(user), user)).add(entry(delegatedHandle(), delegator));
        payload.putArray("allowedContracts").add(CONTRACT.toString());
        payload.putObject("requestValidity")
                .put("startTimestamp", start.toString())
                .put("durationSeconds", Long.toString(DURATION.toSeconds()));
        return body.put("signature", signature.toHex());
    }

    private ObjectNode entry(Handle handle, DevAccount owner) {
        return json.createObjectNode()
                .put("ctHandle", handle.toString())
                .put("contractAddress", CONTRACT.toString())
                .put("ownerAddress", owner.address().toString());
    }

    /** What the two legacy forms share, signed by the user. */
    private ObjectNode legacy(Handle handle, Bytes publicKey, Hash digest) {
        ObjectNode body = json.createObjectNode()
                .put("contractsChainId", Long.toString(hostChainId))
                .put("signature", sign(digest).toBareHex())
                .put("publicKey", publicKey.toBareHex())
                .put("extraData", NO_EXTRA_DATA.toHex());
        body.putArray("handleContractPairs")
                .addObject()
                .put("handle", handle.toString())
                .put("contractAddress", CONTRACT.toString());
        body.putArray("contractAddresses").add(CONTRACT.toString());
        return body;
    }

    private Bytes sign(Hash digest) {
        return new PrivateKeySigner(user.key()).signDigest(digest);
    }

    /** The domain is that of the host chain with the gateway's contract (spec/relayer.md 3.8). */
    private Eip712Domain domain() {
        return Eip712Domain.decryption(
                BigInteger.valueOf(hostChainId), contracts.addresses().decryption());
    }

    /** The gateway compares with its own block time, which may be behind this machine's clock. */
    private static BigInteger start() {
        return BigInteger.valueOf(Instant.now().minus(CLOCK_MARGIN).getEpochSecond());
    }

    private Handle delegatedHandle() {
        contracts.delegate(delegator, user.address(), CONTRACT, Instant.now().plus(DURATION));
        return handleOf(delegator);
    }

    private Handle handleOf(DevAccount owner) {
        Handle handle = readyHandle();
        contracts.allow(handle, owner.address());
        contracts.allow(handle, CONTRACT);
        return handle;
    }

    private Handle readyHandle() {
        Handle handle = new Handle(Bytes.of(ByteBuffer.allocate(Handle.LENGTH)
                .put(randomBytes(HASH_BYTES).toArray())
                .put(COMPUTED)
                .putLong(hostChainId)
                .put(EUINT64)
                .put((byte) 0)
                .array()));
        contracts.makeReady(handle);
        return handle;
    }

    private Bytes randomBytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return Bytes.of(bytes);
    }
}
