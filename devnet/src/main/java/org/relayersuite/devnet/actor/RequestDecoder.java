package org.relayersuite.devnet.actor;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.relayersuite.chain.abi.AbiReader;
import org.relayersuite.chain.abi.Keccak;
import org.relayersuite.chain.rpc.Log;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.Hash;
import org.relayersuite.devnet.actor.GatewayRequest.InputVerification;
import org.relayersuite.devnet.actor.GatewayRequest.PublicDecryption;
import org.relayersuite.devnet.actor.GatewayRequest.UnifiedPayload;
import org.relayersuite.devnet.actor.GatewayRequest.UnifiedUserDecryption;
import org.relayersuite.devnet.actor.GatewayRequest.UserDecryption;
import org.web3j.utils.Numeric;

/**
 * Reads requests from logs. Of the two forms in which each decryption request is emitted it reads the newer, which is
 * the one that stays (spec/relayer.md 3.3).
 */
final class RequestDecoder {
    private static final int HANDLE_ENTRY_WORDS = 3;

    private static final Map<Hash, Function<Log, GatewayRequest>> BY_TOPIC = Map.of(
            Keccak.hash("PublicDecryptionRequest(uint256,bytes32[],bytes)"), RequestDecoder::publicDecryption,
            Keccak.hash("UserDecryptionRequest(uint256,bytes32[],address,bytes,bytes)"), RequestDecoder::userDecryption,
            Keccak.hash("UserDecryptionRequest(uint256,(bytes32,address,address)[],"
                            + "(address,bytes,address[],(uint256,uint256),bytes,bytes))"),
                    RequestDecoder::unified,
            Keccak.hash("VerifyProofRequest(uint256,uint256,address,address,bytes,bytes)"),
                    RequestDecoder::inputVerification);

    private RequestDecoder() {}

    /** Empty when the log is no request, or a request in the older form. */
    static Optional<GatewayRequest> decode(Log log) {
        return log.topics().stream().findFirst().map(BY_TOPIC::get).map(form -> form.apply(log));
    }

    private static GatewayRequest publicDecryption(Log log) {
        AbiReader data = new AbiReader(log.data(), 2);
        return new PublicDecryption(topic(log, 1), handles(data), data.bytes(1));
    }

    private static GatewayRequest userDecryption(Log log) {
        AbiReader data = new AbiReader(log.data(), 4);
        return new UserDecryption(topic(log, 1), handles(data), data.bytes(2), data.bytes(3));
    }

    private static GatewayRequest inputVerification(Log log) {
        AbiReader data = new AbiReader(log.data(), 4);
        return new InputVerification(
                topic(log, 1),
                topic(log, 2),
                address(data.uint(0)),
                address(data.uint(1)),
                data.bytes(2),
                data.bytes(3));
    }

    private static GatewayRequest unified(Log log) {
        AbiReader payload = new AbiReader(tail(log.data(), 1), 7);
        return new UnifiedUserDecryption(
                topic(log, 1),
                handlesOfEntries(tail(log.data(), 0)),
                new UnifiedPayload(
                        address(payload.uint(0)),
                        payload.bytes(1),
                        payload.words(2).stream()
                                .map(word -> address(new BigInteger(1, word.toArray())))
                                .toList(),
                        payload.uint(3),
                        payload.uint(4),
                        payload.bytes(5),
                        payload.bytes(6)));
    }

    /** The handles of a {@code HandleEntry[]}: its length, then three words for each entry. */
    private static List<Handle> handlesOfEntries(Bytes array) {
        int count = Math.toIntExact(new AbiReader(array, 1).longValue(0));
        AbiReader words = new AbiReader(array, 1 + count * HANDLE_ENTRY_WORDS);
        return IntStream.range(0, count)
                .mapToObj(entry -> words.uint(1 + entry * HANDLE_ENTRY_WORDS))
                .map(word -> new Handle(Bytes.of(Numeric.toBytesPadded(word, Handle.LENGTH))))
                .toList();
    }

    /** What lies from the place on to which the offset at {@code index} leads: offsets inside a struct count from it. */
    private static Bytes tail(Bytes data, int index) {
        int offset = Math.toIntExact(new AbiReader(data, index + 1).longValue(index));
        return Bytes.of(Arrays.copyOfRange(data.toArray(), Math.min(offset, data.size()), data.size()));
    }

    private static List<Handle> handles(AbiReader data) {
        return data.words(0).stream().map(Handle::new).toList();
    }

    private static Address address(BigInteger word) {
        return new Address(Bytes.of(Numeric.toBytesPadded(word, Address.LENGTH)));
    }

    private static BigInteger topic(Log log, int index) {
        return new BigInteger(1, log.topics().get(index).value().toArray());
    }
}
