package org.relayersuite.devnet.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.relayersuite.devnet.postgres.PostgresServer;
import org.relayersuite.devnet.redis.RedisServer;

/** Starts one child of each sort in the folder it is given, prints their numbers, and then does nothing for ever. */
final class GuardedProgram {
    private GuardedProgram() {}

    public static void main(String[] args) throws InterruptedException {
        Path folder = Path.of(args[0]);
        OrphanGuard guard = OrphanGuard.start();
        ChildProcess sleeper =
                ChildProcess.start("sleeper", List.of("sleep", "600"), Map.of(), folder.resolve("sleeper.log"), guard);
        ChildProcess stubborn = ChildProcess.start(
                "stubborn",
                List.of("/bin/sh", "-c", "trap '' TERM QUIT; while :; do sleep 1; done"),
                Map.of(),
                folder.resolve("stubborn.log"),
                guard);
        RedisServer redis = RedisServer.start(folder.resolve("redis"), folder.resolve("redis.log"), guard);
        PostgresServer postgres =
                PostgresServer.start(folder.resolve("postgres"), folder.resolve("postgres.log"), "a-password", guard);
        System.out.printf("%d %d %d %d%n", sleeper.pid(), stubborn.pid(), redis.pid(), postgres.pid());
        new CountDownLatch(1).await();
    }
}
