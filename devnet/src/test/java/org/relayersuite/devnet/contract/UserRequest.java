package org.relayersuite.devnet.contract;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.devnet.TestChains;
import org.relayersuite.devnet.anvil.DevAccount;
import org.web3j.abi.datatypes.DynamicArray;
import org.web3j.abi.datatypes.DynamicStruct;
import org.web3j.abi.datatypes.StaticStruct;
import org.web3j.abi.datatypes.generated.Uint256;
import org.web3j.crypto.ECKeyPair;
import org.web3j.crypto.Sign;
import org.web3j.crypto.StructuredDataEncoder;

/**
 * A user decryption request as a client makes it. The defaults are valid; a test changes the fields it is about. The
 * signature is made as a wallet does, from typed data, with code that shares nothing with the contracts or the relayer.
 */
public final class UserRequest {
    private static final String DIRECT = "userDecryptionRequest((bytes32,address)[],(uint256,uint256),"
            + "(uint256,address[]),address,bytes,bytes,bytes)";
    private static final String DELEGATED = "delegatedUserDecryptionRequest((bytes32,address)[],(uint256,uint256),"
            + "(address,address),(uint256,address[]),bytes,bytes,bytes)";
    private static final String UNIFIED = "userDecryptionRequest((bytes32,address,address)[],address,bytes,address[],"
            + "(uint256,uint256),bytes,bytes)";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<Map<String, String>> DOMAIN_FIELDS =
            fields("string name", "string version", "uint256 chainId", "address verifyingContract");

    public final Address decryption;
    public List<Handle> handles;
    public Address pairContract = Address.of("aa".repeat(20));
    public List<Address> contracts = List.of(pairContract);
    public DevAccount user = DevAccount.user(0);
    public DevAccount delegator = DevAccount.user(1);
    public DevAccount signer = user;
    public long chainId = TestChains.HOST_CHAIN_ID;
    public BigInteger start = BigInteger.valueOf(Instant.now().getEpochSecond() - 3600);
    public BigInteger duration = BigInteger.valueOf(7);
    public Bytes publicKey = Bytes.fromHex("abcd");
    public Bytes extraData = Bytes.fromHex("00");
    public Optional<Bytes> signature = Optional.empty();

    public UserRequest(Address decryption, List<Handle> handles) {
        this.decryption = decryption;
        this.handles = handles;
    }

    public UserRequest with(Consumer<UserRequest> change) {
        change.accept(this);
        return this;
    }

    /** Calldata of the legacy direct form; {@code duration} counts days. */
    public Bytes direct() {
        return Calldata.encode(
                DIRECT,
                pairs(),
                validity(),
                contractsInfo(),
                Calldata.address(user.address()),
                Calldata.bytes(publicKey),
                Calldata.bytes(signature.orElseGet(this::signDirect)),
                Calldata.bytes(extraData));
    }

    /** Calldata of the legacy delegated form, where {@code user} is the delegate; {@code duration} counts days. */
    public Bytes delegated() {
        return Calldata.encode(
                DELEGATED,
                pairs(),
                validity(),
                new StaticStruct(Calldata.address(delegator.address()), Calldata.address(user.address())),
                contractsInfo(),
                Calldata.bytes(publicKey),
                Calldata.bytes(signature.orElseGet(this::signDelegated)),
                Calldata.bytes(extraData));
    }

    /** Calldata of the unified form, where the user owns all handles; {@code duration} counts seconds. */
    public Bytes unified() {
        List<StaticStruct> entries = handles.stream()
                .map(handle -> new StaticStruct(
                        Calldata.word(handle), Calldata.address(pairContract), Calldata.address(user.address())))
                .toList();
        return Calldata.encode(
                UNIFIED,
                Calldata.tuples(entries),
                Calldata.address(user.address()),
                Calldata.bytes(publicKey),
                Calldata.addresses(contracts),
                validity(),
                Calldata.bytes(signature.orElseGet(this::signUnified)),
                Calldata.bytes(extraData));
    }

    public Bytes signDirect() {
        return sign(
                "UserDecryptRequestVerification",
                fields(
                        "bytes publicKey",
                        "address[] contractAddresses",
                        "uint256 startTimestamp",
                        "uint256 durationDays",
                        "bytes extraData"));
    }

    private Bytes signDelegated() {
        return sign(
                "DelegatedUserDecryptRequestVerification",
                fields(
                        "bytes publicKey",
                        "address[] contractAddresses",
                        "address delegatorAddress",
                        "uint256 startTimestamp",
                        "uint256 durationDays",
                        "bytes extraData"));
    }

    private Bytes signUnified() {
        return sign(
                "UserDecryptRequestVerification",
                fields(
                        "address userAddress",
                        "bytes publicKey",
                        "address[] allowedContracts",
                        "uint256 startTimestamp",
                        "uint256 durationSeconds",
                        "bytes extraData"));
    }

    private Bytes sign(String type, List<Map<String, String>> typeFields) {
        Map<String, Object> message = new LinkedHashMap<>();
        List<String> addresses = contracts.stream().map(Address::toString).toList();
        message.put("userAddress", user.address().toString());
        message.put("delegatorAddress", delegator.address().toString());
        message.put("publicKey", publicKey.toHex());
        message.put("contractAddresses", addresses);
        message.put("allowedContracts", addresses);
        message.put("startTimestamp", start.toString());
        message.put("durationDays", duration.toString());
        message.put("durationSeconds", duration.toString());
        message.put("extraData", extraData.toHex());
        message.keySet()
                .retainAll(typeFields.stream().map(field -> field.get("name")).toList());
        Map<String, Object> domain = Map.of(
                "name", "Decryption", "version", "1", "chainId", chainId, "verifyingContract", decryption.toString());
        try {
            String typedData = JSON.writeValueAsString(Map.of(
                    "types",
                    Map.of("EIP712Domain", DOMAIN_FIELDS, type, typeFields),
                    "primaryType",
                    type,
                    "domain",
                    domain,
                    "message",
                    message));
            return signature(new StructuredDataEncoder(typedData).hashStructuredData());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Bytes signature(byte[] digest) {
        Sign.SignatureData signed =
                Sign.signMessage(digest, ECKeyPair.create(signer.key().toArray()), false);
        return Bytes.fromHex(Bytes.of(signed.getR()).toBareHex()
                + Bytes.of(signed.getS()).toBareHex()
                + Bytes.of(signed.getV()).toBareHex());
    }

    private DynamicArray<StaticStruct> pairs() {
        return Calldata.tuples(handles.stream()
                .map(handle -> new StaticStruct(Calldata.word(handle), Calldata.address(pairContract)))
                .toList());
    }

    private StaticStruct validity() {
        return new StaticStruct(Calldata.uint(start), Calldata.uint(duration));
    }

    private DynamicStruct contractsInfo() {
        return new DynamicStruct(new Uint256(chainId), Calldata.addresses(contracts));
    }

    private static List<Map<String, String>> fields(String... declarations) {
        List<Map<String, String>> fields = new ArrayList<>();
        for (String declaration : declarations) {
            String[] parts = declaration.split(" ");
            fields.add(Map.of("type", parts[0], "name", parts[1]));
        }
        return fields;
    }
}
