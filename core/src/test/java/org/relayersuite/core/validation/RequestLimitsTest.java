package org.relayersuite.core.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.request.RelayerRequest;
import org.relayersuite.core.request.RelayerRequest.DelegatedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.HandleContractPair;
import org.relayersuite.core.request.RelayerRequest.HandleEntry;
import org.relayersuite.core.request.RelayerRequest.InputProof;
import org.relayersuite.core.request.RelayerRequest.PublicDecrypt;
import org.relayersuite.core.request.RelayerRequest.UnifiedUserDecrypt;
import org.relayersuite.core.request.RelayerRequest.UserDecrypt;
import org.relayersuite.core.validation.Validation.Invalid;

class RequestLimitsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");
    private static final long SECONDS_PER_DAY = 86_400;
    private static final BigInteger CHAIN = BigInteger.valueOf(8009);
    private static final Address A = Address.of("aa".repeat(20));
    private static final Address USER = Address.of("bb".repeat(20));
    private static final Address DELEGATE = Address.of("cc".repeat(20));
    private static final Bytes EXTRA = Bytes.fromHex("00");

    private final RequestLimits limits = new RequestLimits(Clock.fixed(NOW, ZoneOffset.UTC));

    /** Every form of decryption, and where each limit is told. */
    enum Form {
        PUBLIC("ciphertextHandles", "", "", "") {
            @Override
            RelayerRequest with(Parts parts) {
                return new PublicDecrypt(parts.handles, EXTRA);
            }
        },
        DIRECT("handleContractPairs", "contractAddresses", "requestValidity", "userAddress") {
            @Override
            RelayerRequest with(Parts parts) {
                return new UserDecrypt(
                        parts.pairs(),
                        parts.start,
                        parts.duration,
                        parts.chain,
                        parts.contracts,
                        parts.owner,
                        EXTRA,
                        EXTRA,
                        EXTRA);
            }
        },
        DELEGATED("handleContractPairs", "contractAddresses", "durationDays", "delegatorAddress") {
            @Override
            RelayerRequest with(Parts parts) {
                return new DelegatedUserDecrypt(
                        parts.pairs(),
                        parts.start,
                        parts.duration,
                        parts.chain,
                        parts.contracts,
                        parts.owner,
                        DELEGATE,
                        EXTRA,
                        EXTRA,
                        EXTRA);
            }
        },
        UNIFIED(
                "attestedPayload.handles",
                "attestedPayload.allowedContracts",
                "attestedPayload.requestValidity.durationSeconds",
                "") {
            @Override
            RelayerRequest with(Parts parts) {
                return new UnifiedUserDecrypt(
                        parts.handles.stream()
                                .map(handle -> new HandleEntry(handle, parts.through, parts.owner))
                                .toList(),
                        USER,
                        parts.contracts,
                        parts.start,
                        BigInteger.valueOf(parts.duration),
                        EXTRA,
                        EXTRA,
                        EXTRA);
            }
        };

        private final String handles;
        private final String contracts;
        private final String window;
        private final String owner;

        Form(String handles, String contracts, String window, String owner) {
            this.handles = handles;
            this.contracts = contracts;
            this.window = window;
            this.owner = owner;
        }

        abstract RelayerRequest with(Parts parts);
    }

    /** What limits are about, each part within them until a test changes it. */
    private static final class Parts {
        private List<Handle> handles = List.of(handle(8009, 5));
        private List<Address> contracts = List.of(A);
        private Address through = A;
        private Address owner = USER;
        private BigInteger chain = CHAIN;
        private BigInteger start = BigInteger.valueOf(NOW.getEpochSecond());
        private long duration = 7;

        List<HandleContractPair> pairs() {
            return handles.stream()
                    .map(handle -> new HandleContractPair(handle, through))
                    .toList();
        }
    }

    private static Handle handle(long chainId, int fheType) {
        return Handle.of("11".repeat(22) + "%016x%02x00".formatted(chainId, fheType));
    }

    static Stream<Arguments> decryptableSizes() {
        return Stream.of(
                        Arguments.of(0, 1024),
                        Arguments.of(2, 256),
                        Arguments.of(3, 128),
                        Arguments.of(4, 64),
                        Arguments.of(5, 32),
                        Arguments.of(6, 16),
                        Arguments.of(7, 12),
                        Arguments.of(8, 8))
                .flatMap(RequestLimitsTest::ofEveryForm);
    }

    private static Stream<Arguments> ofEveryForm(Arguments arguments) {
        return Stream.of(Form.values())
                .map(form -> Arguments.of(Stream.concat(Stream.of(form), Stream.of(arguments.get()))
                        .toArray()));
    }

    @ParameterizedTest
    @MethodSource("decryptableSizes")
    void asManyHandlesOfATypeAsFitInto2048BitsAreAccepted(Form form, int fheType, int count) {
        Parts parts = new Parts();
        parts.handles = Collections.nCopies(count, handle(8009, fheType));
        assertThat(limits.refusalOf(form.with(parts))).isEmpty();

        // And not one more
        parts.handles = Collections.nCopies(count + 1, handle(8009, fheType));
        assertThat(limits.refusalOf(form.with(parts)))
                .contains(broken(form.handles, "The values must have at most 2048 bits in all"));
    }

    @ParameterizedTest
    @EnumSource
    void sizesOfMixedTypesAddUp(Form form) {
        // Given 2040 bits
        List<Handle> almostFull = Stream.concat(
                        Collections.nCopies(31, handle(8009, 5)).stream(),
                        IntStream.of(4, 3, 2).mapToObj(type -> handle(8009, type)))
                .toList();
        Parts parts = new Parts();

        // Then a boolean fits in, a byte too, and no more than that
        parts.handles = plus(almostFull, handle(8009, 0));
        assertThat(limits.refusalOf(form.with(parts))).isEmpty();
        parts.handles = plus(almostFull, handle(8009, 2));
        assertThat(limits.refusalOf(form.with(parts))).isEmpty();
        parts.handles = plus(almostFull, handle(8009, 3));
        assertThat(limits.refusalOf(form.with(parts)))
                .contains(broken(form.handles, "The values must have at most 2048 bits in all"));
    }

    private static <T> List<T> plus(List<T> list, T last) {
        return Stream.concat(list.stream(), Stream.of(last)).toList();
    }

    static Stream<Arguments> undecryptableTypes() {
        String unsupported = "Every handle must have an FHE type that is decrypted: 0 or 2 to 8";
        String invalid = "Every handle must have an FHE type from 0 to 83";
        return Stream.of(
                        Arguments.of(1, unsupported),
                        Arguments.of(9, unsupported),
                        Arguments.of(83, unsupported),
                        Arguments.of(84, invalid),
                        Arguments.of(255, invalid))
                .flatMap(RequestLimitsTest::ofEveryForm);
    }

    @ParameterizedTest
    @MethodSource("undecryptableTypes")
    void oneHandleOfATypeThatIsNotDecryptedIsRefused(Form form, int fheType, String issue) {
        Parts parts = new Parts();
        parts.handles = List.of(handle(8009, 5), handle(8009, fheType));

        assertThat(limits.refusalOf(form.with(parts))).contains(broken(form.handles, issue));
    }

    @ParameterizedTest
    @EnumSource(names = {"DIRECT", "DELEGATED", "UNIFIED"})
    void tenContractsAreAcceptedAndElevenAreNot(Form form) {
        Parts parts = new Parts();
        parts.contracts = contracts(10);
        assertThat(limits.refusalOf(form.with(parts))).isEmpty();

        parts.contracts = contracts(11);
        assertThat(limits.refusalOf(form.with(parts)))
                .contains(broken(form.contracts, "Must have at most 10 elements"));
    }

    private static List<Address> contracts(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> i == 0 ? A : Address.of("%040x".formatted(i)))
                .toList();
    }

    @Test
    void theUnifiedFormNeedsNoContracts() {
        Parts parts = new Parts();
        parts.contracts = List.of();

        assertThat(limits.refusalOf(Form.UNIFIED.with(parts))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"DIRECT", "DELEGATED"})
    void everyPairMustGoThroughAListedContract(Form form) {
        Parts parts = new Parts();
        parts.through = Address.of("dd".repeat(20));

        assertThat(limits.refusalOf(form.with(parts)))
                .contains(broken(form.handles, "Every contractAddress must be one of contractAddresses"));
    }

    @Test
    void theUnifiedFormTiesHandlesToNoList() {
        Parts parts = new Parts();
        parts.through = Address.of("dd".repeat(20));

        assertThat(limits.refusalOf(Form.UNIFIED.with(parts))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"DIRECT", "DELEGATED"})
    void theOwnerMustNotBeAmongTheContracts(Form form) {
        Parts parts = new Parts();
        parts.contracts = List.of(A, USER);

        assertThat(limits.refusalOf(form.with(parts)))
                .contains(broken(form.owner, "Must not be one of contractAddresses"));
    }

    @Test
    void theDelegateMayBeAmongTheContracts() {
        Parts parts = new Parts();
        parts.contracts = List.of(A, DELEGATE);

        assertThat(limits.refusalOf(Form.DELEGATED.with(parts))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"DIRECT", "DELEGATED"})
    void everyHandleMustBeOfTheChainOfTheContracts(Form form) {
        Parts parts = new Parts();
        parts.handles = List.of(handle(8009, 5), handle(9001, 5));
        assertThat(limits.refusalOf(form.with(parts)))
                .contains(broken(form.handles, "Every handle must be of the chain contractsChainId"));

        parts.handles = List.of(handle(9001, 5));
        assertThat(limits.refusalOf(form.with(parts)))
                .contains(broken(form.handles, "Every handle must be of the chain contractsChainId"));

        parts.chain = BigInteger.valueOf(9001);
        assertThat(limits.refusalOf(form.with(parts))).isEmpty();
    }

    @Test
    void theUnifiedFormTakesHandlesOfOneChainWhichever() {
        Parts parts = new Parts();
        parts.handles = List.of(handle(9001, 5), handle(9001, 5));
        assertThat(limits.refusalOf(Form.UNIFIED.with(parts))).isEmpty();

        parts.handles = List.of(handle(9001, 5), handle(8009, 5));
        assertThat(limits.refusalOf(Form.UNIFIED.with(parts)))
                .contains(broken(Form.UNIFIED.handles, "All handles must be of one host chain"));
    }

    @Test
    void aPublicDecryptMaySpanChains() {
        Parts parts = new Parts();
        parts.handles = List.of(handle(9001, 5), handle(8009, 5));

        assertThat(limits.refusalOf(Form.PUBLIC.with(parts))).isEmpty();
    }

    static Stream<Arguments> durations() {
        String days = "durationDays must be from 1 to 365";
        String seconds = "Must be from 1 to 31536000";
        return Stream.of(
                Arguments.of(Form.DIRECT, 1, 365, days),
                Arguments.of(Form.DELEGATED, 1, 365, days),
                Arguments.of(Form.UNIFIED, 1, 31_536_000, seconds));
    }

    @ParameterizedTest
    @MethodSource("durations")
    void aWindowHasAShortestAndALongestDuration(Form form, long shortest, long longest, String issue) {
        Parts parts = new Parts();
        for (long within : List.of(shortest, longest)) {
            parts.duration = within;
            assertThat(limits.refusalOf(form.with(parts))).isEmpty();
        }
        for (long beyond : List.of(shortest - 1, longest + 1, 4_294_967_295L)) {
            parts.duration = beyond;
            assertThat(limits.refusalOf(form.with(parts))).contains(broken(form.window, issue));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"DIRECT", "DELEGATED"})
    void aWindowThatEndsThisSecondIsStillOpen(Form form) {
        Parts parts = new Parts();
        parts.start = BigInteger.valueOf(NOW.getEpochSecond() - 7 * SECONDS_PER_DAY);
        assertThat(limits.refusalOf(form.with(parts))).isEmpty();

        parts.start = parts.start.subtract(BigInteger.ONE);
        assertThat(limits.refusalOf(form.with(parts)))
                .contains(broken(form.window, "startTimestamp plus durationDays must not be in the past"));
    }

    @Test
    void everyLimitIsToldAtOnce() {
        Parts parts = new Parts();
        parts.handles = List.of(handle(9001, 1));
        parts.through = Address.of("dd".repeat(20));
        parts.contracts = plus(contracts(10), USER);
        parts.duration = 0;

        Function<RelayerRequest, List<String>> fields =
                request -> limits.refusalOf(request).orElseThrow().details().stream()
                        .map(FieldIssue::field)
                        .toList();
        assertThat(fields.apply(Form.DIRECT.with(parts)))
                .containsExactly(
                        "handleContractPairs",
                        "handleContractPairs",
                        "handleContractPairs",
                        "contractAddresses",
                        "userAddress",
                        "requestValidity");
        assertThat(fields.apply(Form.UNIFIED.with(parts)))
                .containsExactly(
                        "attestedPayload.handles",
                        "attestedPayload.allowedContracts",
                        "attestedPayload.requestValidity.durationSeconds");
    }

    @Test
    void anInputProofHasNoLimits() {
        assertThat(limits.refusalOf(new InputProof(CHAIN, A, USER, EXTRA, EXTRA)))
                .isEmpty();
    }

    private static Invalid broken(String field, String issue) {
        return new Invalid(
                ErrorLabel.VALIDATION_FAILED, "The request is not valid", List.of(new FieldIssue(field, issue)));
    }
}
