package org.relayersuite.core.validation;

import java.math.BigInteger;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.request.RelayerRequest.HandleContractPair;
import org.relayersuite.core.request.RelayerRequest.InputProof;
import org.relayersuite.core.request.RelayerRequest.PublicDecrypt;
import org.relayersuite.core.request.RelayerRequest.UserDecrypt;

/** The forms of the endpoints, as tables of fields (spec/relayer.md 1.6 to 1.8). */
public final class RequestForms {
    private static final Shape<String> TEXT = new Shape.Text();
    private static final Shape<List<String>> TEXTS = new Shape.ListOf<>(TEXT);

    private static final String HANDLE = "handle";
    private static final String CONTRACT_ADDRESS = "contractAddress";
    private static final String START_TIMESTAMP = "startTimestamp";
    private static final String DURATION_DAYS = "durationDays";

    private RequestForms() {}

    /** {@code POST /v2/input-proof}. */
    public static RequestForm inputProof() {
        Field<String, BigInteger> chainId = chainId("contractChainId");
        Field<String, Address> contract = address(CONTRACT_ADDRESS);
        Field<String, Address> user = address("userAddress");
        Field<String, Bytes> ciphertext = bareHex("ciphertextWithInputVerification", HexRules.atLeast(1));
        Field<String, Bytes> extraData = extraData(HexRules.INPUT_PROOF_EXTRA_DATA);
        return new RequestForm(
                List.of(chainId, contract, user, ciphertext, extraData),
                json -> new InputProof(
                        chainId.in(json), contract.in(json), user.in(json), ciphertext.in(json), extraData.in(json)));
    }

    /** {@code POST /v2/public-decrypt}. */
    public static RequestForm publicDecrypt() {
        // The reference pads short handles with zeros and answers 500 to long ones. A padded handle is one the client
        // never had, and a wrong length is the client's mistake: both are refused here, as for user decryption.
        Field<List<String>, List<Handle>> handles = new Field<>(
                "ciphertextHandles",
                TEXTS,
                List.of(Rule.notEmpty(), Rule.each(HexRules.HANDLE)),
                texts -> texts.stream().map(Handle::of).toList());
        Field<String, Bytes> extraData = extraData(HexRules.DECRYPT_EXTRA_DATA);
        return new RequestForm(
                List.of(handles, extraData), json -> new PublicDecrypt(handles.in(json), extraData.in(json)));
    }

    /**
     * {@code POST /v2/user-decrypt}, the legacy direct form.
     *
     * @param clock tells whether a validity window has begun
     */
    public static RequestForm userDecrypt(Clock clock) {
        Field<List<Map<String, String>>, List<HandleContractPair>> pairs = handleContractPairs();
        Field<Map<String, String>, Validity> validity = requestValidity(clock);
        Field<String, BigInteger> chainId = chainId("contractsChainId");
        Field<List<String>, List<Address>> contracts = new Field<>(
                "contractAddresses",
                TEXTS,
                List.of(Rule.notEmpty(), Rule.each(HexRules.ADDRESS)),
                texts -> texts.stream().map(Address::of).toList());
        Field<String, Address> user = address("userAddress");
        Field<String, Bytes> signature = bareHex("signature", HexRules.SIGNATURE_LENGTH);
        Field<String, Bytes> publicKey = bareHex("publicKey", HexRules.atLeast(2));
        Field<String, Bytes> extraData = extraData(HexRules.DECRYPT_EXTRA_DATA);
        return new RequestForm(
                List.of(pairs, validity, chainId, contracts, user, signature, publicKey, extraData),
                json -> new UserDecrypt(
                        pairs.in(json),
                        validity.in(json).startTimestamp(),
                        validity.in(json).durationDays(),
                        chainId.in(json),
                        contracts.in(json),
                        user.in(json),
                        publicKey.in(json),
                        signature.in(json),
                        extraData.in(json)));
    }

    private static Field<String, BigInteger> chainId(String name) {
        return new Field<>(name, new Shape.TextOrNumber(), List.of(NumberRules.U64), NumberRules::number);
    }

    private static Field<String, Address> address(String name) {
        return new Field<>(name, TEXT, List.of(HexRules.ADDRESS), Address::of);
    }

    private static Field<String, Bytes> bareHex(String name, Rule<String> length) {
        return new Field<>(name, TEXT, List.of(length, HexRules.BARE_HEX), Bytes::fromHex);
    }

    private static Field<String, Bytes> extraData(Rule<String> rule) {
        return new Field<>("extraData", TEXT, List.of(rule), Bytes::fromHex);
    }

    private static Field<List<Map<String, String>>, List<HandleContractPair>> handleContractPairs() {
        Rule<Map<String, String>> handleThenContract = HexRules.HANDLE
                .<Map<String, String>>on(pair -> pair.get(HANDLE))
                .then(HexRules.ADDRESS.on(pair -> pair.get(CONTRACT_ADDRESS)));
        return new Field<>(
                "handleContractPairs",
                new Shape.ListOf<>(new Shape.TextObject(List.of(HANDLE, CONTRACT_ADDRESS))),
                List.of(Rule.notEmpty(), Rule.each(handleThenContract)),
                pairs -> pairs.stream()
                        .map(pair -> new HandleContractPair(
                                Handle.of(pair.get(HANDLE)), Address.of(pair.get(CONTRACT_ADDRESS))))
                        .toList());
    }

    private static Field<Map<String, String>, Validity> requestValidity(Clock clock) {
        Rule<Map<String, String>> startThenDuration = NumberRules.startTimestamp(clock)
                .<Map<String, String>>on(validity -> validity.get(START_TIMESTAMP))
                .then(NumberRules.U32_DECIMAL.on(validity -> validity.get(DURATION_DAYS)));
        return new Field<>(
                "requestValidity",
                new Shape.TextObject(List.of(START_TIMESTAMP, DURATION_DAYS)),
                List.of(startThenDuration),
                validity -> new Validity(
                        NumberRules.number(validity.get(START_TIMESTAMP)),
                        NumberRules.number(validity.get(DURATION_DAYS)).longValueExact()));
    }

    /**
     * When a user's permission begins and how long it lasts.
     *
     * @param startTimestamp seconds since the epoch
     */
    private record Validity(BigInteger startTimestamp, long durationDays) {}
}
