package org.relayersuite.chain.host;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.relayersuite.chain.abi.AbiException;
import org.relayersuite.chain.gateway.ContractCall;
import org.relayersuite.chain.rpc.BlockHeader;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.rpc.RpcErrorException;
import org.relayersuite.chain.rpc.RpcException;
import org.relayersuite.core.Address;
import org.relayersuite.core.Bytes;

/**
 * Reads which FHE key is in use on a host chain, as of its finalized block (spec/relayer.md 4.4). All of one reading
 * comes from one endpoint and one block, so that ids and context belong together.
 *
 * <p>Every endpoint is asked for its finalized block first and the one that has the highest is read, then the others in
 * that order until one tells: a node that is stuck or behind does not hide what others have finalized.
 */
public final class FheKeyReader {
    private final RpcClient host;
    private final FheKeyContracts contracts;

    /**
     * @param kmsGeneration the KMSGeneration contract on the host chain
     * @param protocolConfig the ProtocolConfig contract on the same chain
     */
    public FheKeyReader(RpcClient host, Address kmsGeneration, Address protocolConfig) {
        this.host = host;
        this.contracts = new FheKeyContracts(kmsGeneration, protocolConfig);
    }

    /**
     * Reads once.
     *
     * @param last the reading before: where the ids are still the same, its storage is taken over and not read again. No
     *     endpoint is believed whose finalized block is below the one of this reading: it tells the past
     * @throws FheKeyUnavailableException when no endpoint told; the reasons of all are in its message
     */
    public FheKeyReading read(Optional<FheKeyReading> last) {
        List<String> reasons = new ArrayList<>();
        for (Candidate candidate : candidates(reasons)) {
            try {
                return candidate.read(last);
            } catch (FheKeyUnavailableException e) {
                reasons.add(e.getMessage());
            }
        }
        throw new FheKeyUnavailableException(String.join("; ", reasons));
    }

    /** The endpoints that have a finalized block, the highest first. */
    private List<Candidate> candidates(List<String> reasons) {
        List<Candidate> candidates = new ArrayList<>();
        for (RpcClient endpoint : host.pinnedEach()) {
            Ethereum node = new Ethereum(endpoint);
            try {
                node.finalizedHeader()
                        .ifPresentOrElse(
                                block -> candidates.add(new Candidate(node, block)),
                                () -> reasons.add("an endpoint has no finalized block"));
            } catch (RpcException e) {
                reasons.add(e.getMessage());
            }
        }
        // Stable: among equals the operator's order of endpoints stays.
        candidates.sort(Comparator.comparingLong((Candidate candidate) -> candidate.block.number())
                .reversed());
        return candidates;
    }

    /** One endpoint and the block that is read there. */
    private final class Candidate {
        private final Ethereum node;
        private final BlockHeader block;

        Candidate(Ethereum node, BlockHeader block) {
            this.node = node;
            this.block = block;
        }

        FheKeyReading read(Optional<FheKeyReading> last) {
            if (last.isPresent() && block.number() < last.get().block().number()) {
                throw new FheKeyUnavailableException("an endpoint is behind: its finalized block is " + block.number()
                        + ", and " + last.get().block().number() + " was seen before");
            }
            try {
                ActiveFheKey key = activeKey();
                Optional<KmsStorage> known =
                        last.filter(reading -> reading.key().equals(key)).map(FheKeyReading::storage);
                return new FheKeyReading(block, key, known.orElseGet(() -> storage(key)));
            } catch (RpcErrorException e) {
                throw new FheKeyUnavailableException(
                        KeyRevert.of(e).map(KeyRevert::meaning).orElseGet(e::getMessage), e);
            } catch (RpcException e) {
                throw new FheKeyUnavailableException(e.getMessage(), e);
            } catch (AbiException e) {
                throw new FheKeyUnavailableException("a host contract's answer is not usable: " + e.getMessage(), e);
            }
        }

        private ActiveFheKey activeKey() {
            BigInteger keyId = FheKeyContracts.id(call(contracts.activeKeyId()));
            BigInteger crsId = FheKeyContracts.id(call(contracts.activeCrsId()));
            if (keyId.signum() == 0 || crsId.signum() == 0) {
                throw new FheKeyUnavailableException("no key or no CRS is active yet");
            }
            Bytes contextAndEpoch = call(contracts.contextAndEpoch());
            return FheKeyContracts.activeKey(keyId, crsId, contextAndEpoch);
        }

        private KmsStorage storage(ActiveFheKey key) {
            FheKeyContracts.requireMaterials(call(contracts.keyMaterials(key.keyId())));
            FheKeyContracts.requireMaterials(call(contracts.crsMaterials(key.crsId())));
            long emitted = FheKeyContracts.emissionBlock(call(contracts.contextAnchor(key.contextId())));
            if (emitted > block.number()) {
                throw new FheKeyUnavailableException("the context's anchor points beyond the finalized block");
            }
            return FheKeyContracts.firstStorage(
                    node.logs(emitted, List.of(contracts.protocolConfig()), FheKeyContracts.topicsOf(key.contextId())));
        }

        private Bytes call(ContractCall call) {
            return node.call(call.to(), call.data(), block.hash(), OptionalLong.empty());
        }
    }
}
