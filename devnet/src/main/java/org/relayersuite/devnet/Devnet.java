package org.relayersuite.devnet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.relayersuite.chain.rpc.RpcClient;
import org.relayersuite.devnet.actor.ActorSettings;
import org.relayersuite.devnet.actor.Coprocessors;
import org.relayersuite.devnet.actor.KmsNodes;
import org.relayersuite.devnet.anvil.Anvil;
import org.relayersuite.devnet.anvil.AnvilSettings;
import org.relayersuite.devnet.contract.DevnetContracts;
import org.relayersuite.devnet.postgres.PostgresServer;
import org.relayersuite.devnet.process.ChildProcess;
import org.relayersuite.devnet.process.JavaCommand;
import org.relayersuite.devnet.process.OrphanGuard;
import org.relayersuite.devnet.process.ServiceGroup;
import org.relayersuite.devnet.process.ServiceProcess;
import org.relayersuite.devnet.redis.RedisServer;

/**
 * The whole suite with everything around it, each part a process of its own: Postgres, Redis, a gateway chain and a
 * host chain with their contracts, KMS nodes, coprocessors, and the services. {@link #close()} stops all of it.
 */
public final class Devnet implements AutoCloseable {
    private static final Duration MIGRATION_LIMIT = Duration.ofMinutes(1);

    private static final Pattern MIGRATION_JAR = Pattern.compile("store-[0-9.]+(-SNAPSHOT)?\\.jar");

    private final DevnetOptions options;
    private final Progress progress;
    private final Teardown teardown = new Teardown();
    private final Map<SuiteService, ServiceProcess> first = new EnumMap<>(SuiteService.class);
    private OrphanGuard guard;
    private RunFolder folder;
    private PostgresServer postgres;
    private RedisServer redis;
    private Anvil gateway;
    private Anvil host;
    private KeyStorage keyStorage;
    private DevnetContracts contracts;
    private KmsNodes kmsNodes;
    private Coprocessors coprocessors;
    private SuiteEnvironment environment;
    private ServiceGroup services;

    /** Prepares a devnet; nothing runs before {@link #start()}. */
    public Devnet(DevnetOptions options, Progress progress) {
        this.options = options;
        this.progress = progress;
    }

    /**
     * Starts everything and returns when every service is ready.
     *
     * @throws IllegalStateException when a part does not start; what has started is stopped again
     */
    public Devnet start() throws InterruptedException {
        try {
            folder = teardown.add(RunFolder.take(options.runFolder()));
            guard = teardown.add(OrphanGuard.start());
            Tasks.runAll(List.of(this::startDatabase, this::startRedis, this::startChains));
            environment = new SuiteEnvironment(postgres, randomPassword(), redis, gateway, host, contracts);
            startServices();
            return this;
        } catch (InterruptedException | RuntimeException e) {
            teardown.close();
            throw e;
        }
    }

    private void startDatabase() throws InterruptedException {
        postgres = teardown.add(
                PostgresServer.start(folder.postgres(), logs().resolve("postgres.log"), randomPassword(), guard));
        progress.step("Postgres       " + postgres.url());
        try (ChildProcess migration = ChildProcess.start(
                "migrate",
                JavaCommand.of(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"), migrationJar()),
                postgres.variables(),
                logs().resolve("migrate.log"),
                guard)) {
            if (!migration.awaitExit(MIGRATION_LIMIT).equals(Optional.of(0))) {
                throw new IllegalStateException("the migration failed:\n" + migration.logTail());
            }
        }
        progress.step("The schema is up to date");
    }

    private Path migrationJar() {
        Path target = options.root().resolve("store/target");
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file ->
                            MIGRATION_JAR.matcher(file.getFileName().toString()).matches())
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("store is not built: no jar in " + target));
        } catch (IOException e) {
            throw new UncheckedIOException("store is not built: no " + target, e);
        }
    }

    private void startRedis() throws InterruptedException {
        redis = teardown.add(RedisServer.start(folder.redis(), logs().resolve("redis.log"), guard));
        progress.step("Redis          " + redis.url());
    }

    private void startChains() {
        gateway = startAnvil("gateway", DevnetOptions.GATEWAY_CHAIN_ID, options.gatewayBlockTime());
        progress.step("Gateway chain  " + gateway.httpUrl());
        host = startAnvil("host", DevnetOptions.HOST_CHAIN_ID, options.hostBlockTime());
        progress.step("Host chain     " + host.httpUrl());
        RpcClient gatewayRpc = teardown.add(gateway.newRpcClient());
        RpcClient hostRpc = teardown.add(host.newRpcClient());
        keyStorage = teardown.add(KeyStorage.serve(options.root().resolve("devnet/sdk/build")));
        contracts = DevnetContracts.deploy(
                gatewayRpc,
                hostRpc,
                contractsFolder().resolve("build"),
                options.members().withStorageUrl(keyStorage.url().toString()));
        progress.step("The contracts are deployed on both chains");
        ActorSettings actors = options.actors().following(gateway.wsUrl());
        kmsNodes = teardown.add(KmsNodes.start(gatewayRpc, contracts, actors));
        coprocessors = teardown.add(Coprocessors.start(gatewayRpc, contracts, actors));
        progress.step("%d KMS nodes and %d coprocessors watch the gateway"
                .formatted(options.members().kmsNodes(), options.members().coprocessors()));
    }

    private Anvil startAnvil(String name, long chainId, Optional<Duration> blockTime) {
        Anvil anvil = teardown.add(Anvil.start(new AnvilSettings(
                chainId, blockTime, AnvilSettings.binaryIn(contractsFolder()), logs().resolve(name + "-chain.log"))));
        guard.add(anvil.pid());
        return anvil;
    }

    private Path contractsFolder() {
        return options.root().resolve("devnet/contracts");
    }

    private void startServices() throws InterruptedException {
        services = teardown.add(new ServiceGroup(logs(), guard));
        for (SuiteService service : SuiteService.values()) {
            if (options.services().contains(service)) {
                first.put(service, startReplica(service, service.module(), Map.of()));
            }
        }
        EnvironmentFile.write(environmentFile(), variables());
        for (ServiceProcess replica : first.values()) {
            replica.awaitReady();
            progress.step("%s is ready".formatted(replica.name()));
        }
    }

    /**
     * Starts one more replica of a service and returns at once.
     *
     * @param name tells it from other replicas; names its log
     * @param overrides variables that differ from those of every replica of the service
     */
    public ServiceProcess startReplica(SuiteService service, String name, Map<String, String> overrides) {
        Map<String, String> variables = new LinkedHashMap<>(environment.of(service));
        variables.putAll(overrides);
        return services.start(name, service.jar(options.root()), variables);
    }

    /** The replica of a service that was started with the devnet. */
    public ServiceProcess service(SuiteService service) {
        ServiceProcess replica = first.get(service);
        if (replica == null) {
            throw new IllegalStateException(service.module() + " was not started with this devnet");
        }
        return replica;
    }

    public PostgresServer postgres() {
        return postgres;
    }

    public RedisServer redis() {
        return redis;
    }

    public Anvil gateway() {
        return gateway;
    }

    public Anvil host() {
        return host;
    }

    /** Where the KMS nodes publish their keys, as the chains say. */
    public URI keyStorage() {
        return keyStorage.url();
    }

    public DevnetContracts contracts() {
        return contracts;
    }

    public KmsNodes kmsNodes() {
        return kmsNodes;
    }

    public Coprocessors coprocessors() {
        return coprocessors;
    }

    /** The Redis stream on which the blocks of the host chain are published. */
    public String blockStream() {
        return SuiteEnvironment.blockStream();
    }

    public Path logs() {
        return folder.logs();
    }

    /** The file with every URL, address and credential of this devnet, for a shell to source. */
    public Path environmentFile() {
        return folder.environmentFile();
    }

    /** What stands in the {@link #environmentFile()}. */
    public Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>(environment.all());
        variables.put("DEVNET_REDIS_URL", redis.url());
        variables.put("DEVNET_GATEWAY_URL", gateway.httpUrl().toString());
        variables.put("DEVNET_GATEWAY_WS_URL", gateway.wsUrl().toString());
        variables.put("DEVNET_HOST_URL", host.httpUrl().toString());
        variables.put("DEVNET_HOST_WS_URL", host.wsUrl().toString());
        variables.putAll(ContractVariables.of(contracts.addresses()));
        first.forEach((service, replica) -> {
            String name = service.name();
            variables.put(
                    "DEVNET_" + name + "_MANAGEMENT_URL", replica.management().toString());
        });
        if (first.containsKey(SuiteService.INTAKE)) {
            variables.put("DEVNET_API_URL", service(SuiteService.INTAKE).http().toString());
        }
        return variables;
    }

    private static String randomPassword() {
        return new BigInteger(128, new SecureRandom()).toString(36);
    }

    /** Stops everything, services first and the database last. Does nothing when called again. */
    @Override
    public void close() {
        teardown.close();
    }
}
