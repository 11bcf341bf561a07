package org.relayersuite.tx.config;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What tx-service is told from outside. Defaults are in application.yaml. */
@ConfigMapping(prefix = "relayer")
public interface TxConfig {

    Gateway gateway();

    /** Chains that decrypt requests may refer to. */
    List<HostChain> hostChains();

    Lane lane();

    Dispatch dispatch();

    Acl acl();

    ChainReads chainReads();

    Payment payment();

    /** The chain that transactions go to. */
    interface Gateway {
        /** JSON-RPC endpoints over HTTP; the first that works is used. */
        List<URI> httpUrls();

        long chainId();

        Duration requestTimeout();

        int maxConcurrentRequests();

        /** How many blocks below the head a block can no longer be reorged away. */
        long finalityDepth();

        Contracts contracts();
    }

    /** The contracts on the gateway chain. */
    interface Contracts {
        /** {@code 0x} and 40 hex digits. */
        String decryptionAddress();

        /** {@code 0x} and 40 hex digits. */
        String inputVerificationAddress();

        /** How many distinct shares complete a user decryption. */
        int userDecryptSharesThreshold();
    }

    /** A chain that ciphertexts live on. */
    interface HostChain {
        long chainId();

        /** JSON-RPC endpoints over HTTP; the first that works is used. */
        List<URI> urls();

        /** {@code 0x} and 40 hex digits. */
        String aclAddress();
    }

    /** The signing account that this replica may lead. */
    interface Lane {
        String name();

        /** The account's private key, 64 hex digits, {@code 0x} allowed. Either this or the file. */
        Optional<String> privateKey();

        /** A file that holds the private key and nothing else but white space. */
        Optional<Path> privateKeyFile();

        /** How long a leader that has gone silent keeps the lane. */
        Duration term();
    }

    /** The pace of dispatch. */
    interface Dispatch {
        /** How many requests one stage takes at a time. */
        int batchSize();

        /** How often stages look for work when nothing wakes them. */
        Duration idlePoll();

        /** How long until ciphertexts that were not ready are looked at again. */
        Duration readinessRetry();

        /** How long until a request that could not be sent is tried again. */
        Duration refusalRetry();

        /** What the gas estimate is multiplied with, such as 1.2. */
        double gasMargin();

        /** How long until a transaction without a receipt is sent again. */
        Duration rebroadcast();

        /** How often receipts are looked for. */
        Duration receiptPoll();
    }

    /** How host chains and the gateway chain are read. */
    interface ChainReads {
        /** About how much memory each cache of each host chain may take. */
        MemorySize maxCacheSize();

        Quota quota();
    }

    /** How much each endpoint of a chain may be asked. */
    interface Quota {
        /** The steady rate; without it there is no quota. Calls of a batch count one by one. */
        OptionalDouble requestsPerSecond();

        /** How many requests may be sent at once after a pause. */
        int burst();

        /** How many requests may wait for their turn; the next is sent to another endpoint, or fails. */
        int maxWaiting();

        /** The longest that a request may wait for its turn. */
        Duration maxWait();
    }

    /** Access control on the host chains. */
    interface Acl {
        /** How long a denial is re-checked before it ends the request: a grant may be a few blocks away. */
        Duration denialGrace();
    }

    /** What happens when the lane's account cannot pay, or a contract is paused. */
    interface Payment {
        /** How long a request waits for that to change before it fails. */
        Duration grace();
    }
}
