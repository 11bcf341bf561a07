package org.relayersuite.chain.read;

import static org.relayersuite.chain.rpc.ScriptedNode.error;
import static org.relayersuite.chain.rpc.ScriptedNode.result;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.relayersuite.chain.rpc.Ethereum;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.chain.rpc.RpcObserver;
import org.relayersuite.chain.rpc.RpcSettings;
import org.relayersuite.chain.rpc.ScriptedNode;
import org.relayersuite.core.Hash;

/** A chain of one or more scripted nodes. */
public final class ScriptedChain implements AutoCloseable {
    public static final long ID = 31337;

    private final List<ScriptedNode> nodes;
    private final RpcClient client;

    public ScriptedChain(ScriptedNode... nodes) {
        this.nodes = List.of(nodes);
        this.client = new RpcClient(
                new RpcSettings(
                        ID, Stream.of(nodes).map(ScriptedNode::uri).toList(), Duration.ofMinutes(1), 2_000, 1 << 20),
                RpcObserver.NONE);
    }

    public Ethereum ethereum() {
        return new Ethereum(client);
    }

    public static Hash blockHash(long number) {
        return Hash.of("%064x".formatted(0xb10c0000L + number));
    }

    /** The latest block of {@code node} is this one. */
    public static void head(ScriptedNode node, long number) {
        node.on("eth_getBlockByNumber", header(number));
    }

    public static ScriptedNode.Reply header(long number) {
        return result("{'number':'0x%x','hash':'%s','parentHash':'%s','timestamp':'0x6955b900'}"
                .formatted(number, blockHash(number), blockHash(number - 1))
                .replace('\'', '"'));
    }

    public static ScriptedNode.Reply bytes(String hex) {
        return result("\"0x" + hex + "\"");
    }

    public static ScriptedNode.Reply revert(String data) {
        return error(3, "execution reverted", "\"0x" + data + "\"");
    }

    public static ScriptedNode.Reply unknownBlock() {
        return error(-32000, "header not found", null);
    }

    public static long count(ScriptedNode node, String method) {
        return node.methods().stream().filter(method::equals).count();
    }

    @Override
    public void close() {
        client.close();
        nodes.forEach(ScriptedNode::close);
    }
}
