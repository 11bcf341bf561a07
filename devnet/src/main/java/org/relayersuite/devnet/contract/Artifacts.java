package org.relayersuite.devnet.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.relayersuite.core.Bytes;
import org.relayersuite.devnet.contract.UnlockedAccount.Step;
import org.web3j.abi.FunctionEncoder;
import org.web3j.abi.datatypes.Type;

/** The compiled contracts, as {@code npm run build} in {@code devnet/contracts} writes them. */
final class Artifacts {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path directory;

    Artifacts(Path directory) {
        this.directory = directory;
    }

    /**
     * The transaction that creates a contract, by its bytecode with the constructor's arguments behind it.
     *
     * @throws IllegalStateException when the contract has not been compiled
     */
    Step creation(String contract, Type<?>... arguments) {
        Path file = directory.resolve(contract + ".json");
        if (!Files.exists(file)) {
            throw new IllegalStateException(
                    "no compiled " + contract + " in " + directory + ": run npm run build in devnet/contracts");
        }
        try {
            JsonNode artifact = JSON.readTree(file.toFile());
            return Step.create(Bytes.fromHex(
                    artifact.required("bytecode").textValue() + FunctionEncoder.encodeConstructor(List.of(arguments))));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
