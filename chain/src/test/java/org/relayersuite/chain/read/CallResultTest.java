package org.relayersuite.chain.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.relayersuite.chain.rpc.RpcErrorException;
import org.relayersuite.core.Bytes;

class CallResultTest {

    private static Optional<CallResult> result(int code, String message) {
        return CallResult.ofError(new RpcErrorException(code, message, Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-32000 | execution reverted",
                "3      | execution reverted: nope",
                "3      | whatever",
                "-32000 | out of gas",
                "-32603 | EVM error OutOfGas",
                "-32603 | EVM error MemoryOOG",
                "-32003 | Out of gas: gas required exceeds allowance: 100000",
                "-32000 | gas required exceeds allowance (100000)",
                "-32000 | intrinsic gas too low: have 100000, want 1021000",
                "-32000 | err: intrinsic gas too low (supplied gas 100000)",
                "-32603 | EVM error CallGasCostMoreThanGasLimit",
                "-32000 | intrinsic gas too high -- CallGasCostMoreThanGasLimit",
                "-32000 | invalid opcode: opcode 0xfe not defined",
                "-32603 | EVM error InvalidFEOpcode",
                "-32603 | EVM error OpcodeNotFound",
                "-32000 | invalid jump destination",
                "-32603 | EVM error InvalidJump",
                "-32000 | stack underflow (0 <=> 2)",
                "-32000 | stack limit reached 1024 (1023)",
                "-32000 | return data out of bounds",
                "-32000 | write protection",
                "-32000 | gas uint64 overflow",
                "-32015 | VM execution error.",
            })
    void anErrorThatEndedTheCallIsWhatItCameTo(int code, String message) {
        assertThat(result(code, message)).contains(new CallResult.Reverted(Bytes.EMPTY));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-32000 | header not found",
                "-32001 | hash is not currently canonical",
                "-32000 | missing trie node 1234 (path )",
                "-32603 | internal error",
                "-32601 | the method eth_call does not exist",
                "-32602 | invalid argument 1: hex string without 0x prefix",
                "-32000 | execution timeout",
            })
    void anErrorAboutTheNodeIsNone(int code, String message) {
        assertThat(result(code, message)).isEmpty();
    }

    @Test
    void revertDataIsKeptWhateverTheTextSays() {
        Bytes data = Bytes.fromHex("aabbccdd");
        assertThat(CallResult.ofError(new RpcErrorException(-32015, "x", Optional.of(data))))
                .contains(new CallResult.Reverted(data));
    }
}
