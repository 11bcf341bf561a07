package org.relayersuite.chain.host;

import static org.relayersuite.chain.abi.Calldata.address;
import static org.relayersuite.chain.abi.Calldata.word;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.relayersuite.chain.abi.AbiException;
import org.relayersuite.chain.abi.AbiReader;
import org.relayersuite.chain.abi.Calldata;
import org.relayersuite.chain.gateway.ContractCall;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.request.RelayerRequest;

/** Asks the ACL contract of one host chain, in one call, whether a decrypt request is allowed (spec/relayer.md 4.2). */
public final class AclCalls {
    static final String MULTICALL = "multicall(bytes[])";
    static final String IS_ALLOWED_FOR_DECRYPTION = "isAllowedForDecryption(bytes32)";
    static final String IS_ALLOWED = "isAllowed(bytes32,address)";
    static final String IS_DELEGATED = "isHandleDelegatedForUserDecryption(address,address,address,bytes32)";

    private final Address acl;

    /** @param acl the ACL contract on the host chain */
    public AclCalls(Address acl) {
        this.acl = acl;
    }

    /**
     * The call with all checks of {@code request} that concern handles of one host chain.
     *
     * @return empty when there is nothing to ask there: input proofs, and requests without handles of that chain
     */
    public Optional<ContractCall> multicall(RelayerRequest request, BigInteger hostChainId) {
        List<Check> checks = checks(request, hostChainId);
        if (checks.isEmpty()) {
            return Optional.empty();
        }
        List<Bytes> calls = checks.stream().map(Check::calldata).toList();
        return Optional.of(new ContractCall(acl, Calldata.encode(MULTICALL, Calldata.bytesArray(calls))));
    }

    /**
     * Reads the answer to {@link #multicall} of the same request and chain.
     *
     * @return the checks that were denied; empty when all is allowed
     * @throws AbiException when the answer is not one boolean per check: then the call has failed, and says neither yes
     *     nor no
     */
    public List<Denial> decode(RelayerRequest request, BigInteger hostChainId, Bytes answer) {
        List<Check> checks = checks(request, hostChainId);
        List<Bytes> results = new AbiReader(answer, 1).bytesArray(0);
        if (results.size() != checks.size()) {
            throw new AbiException(results.size() + " results for " + checks.size() + " checks");
        }
        List<Denial> denials = new ArrayList<>();
        for (int i = 0; i < checks.size(); i++) {
            if (!allowed(results.get(i))) {
                denials.add(checks.get(i).denial());
            }
        }
        return denials;
    }

    private static boolean allowed(Bytes result) {
        if (result.size() != AbiReader.WORD) {
            throw new AbiException("a check answered " + result.size() + " bytes instead of a boolean");
        }
        return new AbiReader(result, 1).bool(0);
    }

    private static List<Check> checks(RelayerRequest request, BigInteger hostChainId) {
        return checks(request)
                .filter(check -> check.handle().chainId().equals(hostChainId))
                .toList();
    }

    private static Stream<Check> checks(RelayerRequest request) {
        return switch (request) {
            case RelayerRequest.InputProof _ -> Stream.empty();
            case RelayerRequest.PublicDecrypt decrypt ->
                decrypt.handles().stream().map(Check::forEveryone);
            case RelayerRequest.UserDecrypt decrypt ->
                decrypt.pairs().stream()
                        .flatMap(pair -> Stream.of(
                                Check.forAccount(pair.handle(), decrypt.userAddress()),
                                Check.forAccount(pair.handle(), pair.contractAddress())));
            case RelayerRequest.DelegatedUserDecrypt decrypt ->
                decrypt.pairs().stream()
                        .map(pair -> Check.forDelegate(
                                pair.handle(),
                                decrypt.delegatorAddress(),
                                decrypt.delegateAddress(),
                                pair.contractAddress()));
            case RelayerRequest.UnifiedUserDecrypt decrypt ->
                decrypt.entries().stream()
                        .map(entry -> decrypt.isDelegated(entry)
                                ? Check.forDelegate(
                                        entry.handle(),
                                        entry.ownerAddress(),
                                        decrypt.userAddress(),
                                        entry.contractAddress())
                                : Check.forAccount(entry.handle(), decrypt.userAddress()));
        };
    }

    /**
     * One question to the ACL.
     *
     * @param accounts that it is about, in the order of the function's parameters
     */
    private record Check(String signature, Handle handle, List<Address> accounts, Bytes calldata) {

        static Check forEveryone(Handle handle) {
            return new Check(
                    IS_ALLOWED_FOR_DECRYPTION,
                    handle,
                    List.of(),
                    Calldata.encode(IS_ALLOWED_FOR_DECRYPTION, word(handle)));
        }

        static Check forAccount(Handle handle, Address account) {
            return new Check(
                    IS_ALLOWED, handle, List.of(account), Calldata.encode(IS_ALLOWED, word(handle), address(account)));
        }

        static Check forDelegate(Handle handle, Address delegator, Address delegate, Address contract) {
            return new Check(
                    IS_DELEGATED,
                    handle,
                    List.of(delegator, delegate, contract),
                    Calldata.encode(
                            IS_DELEGATED, address(delegator), address(delegate), address(contract), word(handle)));
        }

        Denial denial() {
            return new Denial(handle, signature.substring(0, signature.indexOf('(')), accounts);
        }
    }
}
