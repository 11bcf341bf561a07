package org.relayersuite.core.validation;

import java.math.BigInteger;
import java.time.Clock;
import java.util.List;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;
import org.relayersuite.core.Handle;
import org.relayersuite.core.request.RelayerRequest.InputProof;
import org.relayersuite.core.request.RelayerRequest.PublicDecrypt;

/** The forms of the endpoints, as tables of fields (spec/relayer.md 1.6 to 1.10). */
public final class RequestForms {
    private RequestForms() {}

    /** {@code POST /v2/input-proof}. */
    public static RequestForm inputProof() {
        Field<BigInteger> chainId = Fields.chainId("contractChainId");
        Field<Address> contract = Fields.address(Fields.CONTRACT_ADDRESS);
        Field<Address> user = Fields.address(Fields.USER_ADDRESS);
        Field<Bytes> ciphertext = Fields.hex("ciphertextWithInputVerification", HexRules.atLeast(1), HexRules.BARE_HEX);
        Field<Bytes> extraData = Fields.extraData(HexRules.INPUT_PROOF_EXTRA_DATA);
        return new RequestForm(ObjectShape.open(
                List.of(chainId, contract, user, ciphertext, extraData),
                json -> new InputProof(
                        chainId.in(json), contract.in(json), user.in(json), ciphertext.in(json), extraData.in(json))));
    }

    /** {@code POST /v2/public-decrypt}. */
    public static RequestForm publicDecrypt() {
        // The reference pads short handles with zeros and answers 500 to long ones. A padded handle is one the client
        // never had, and a wrong length is the client's mistake: both are refused here, as for user decryption.
        Field<List<Handle>> handles = new Field<>(
                "ciphertextHandles",
                new WholeShape<>(new ListShape<>(Fields.text(HexRules.HANDLE, Handle::of), false)));
        Field<Bytes> extraData = Fields.extraData(HexRules.DECRYPT_EXTRA_DATA);
        return new RequestForm(ObjectShape.open(
                List.of(handles, extraData), json -> new PublicDecrypt(handles.in(json), extraData.in(json))));
    }

    /**
     * {@code POST /v2/user-decrypt}, the legacy direct form.
     *
     * @param clock tells whether a validity window has begun
     */
    public static RequestForm userDecrypt(Clock clock) {
        return new RequestForm(new LegacyDecryptForms(clock).direct());
    }

    /**
     * {@code POST /v2/delegated-user-decrypt}, the legacy delegated form.
     *
     * @param clock tells whether a validity window has begun
     */
    public static RequestForm delegatedUserDecrypt(Clock clock) {
        return new RequestForm(new LegacyDecryptForms(clock).delegated());
    }

    /**
     * {@code POST /v3/user-decrypt}, the unified form.
     *
     * @param clock tells whether a validity window has begun, and not ended
     */
    public static RequestForm unifiedUserDecrypt(Clock clock) {
        return new RequestForm(new UnifiedDecryptForm(clock).envelope());
    }
}
