package org.relayersuite.devnet.contract;

import org.relayersuite.core.Address;

/**
 * Where the contracts stand: {@code decryption} to {@code feeToken} on the gateway chain, {@code acl} to
 * {@code kmsGeneration} on the host chain. They depend on the deployer's nonce only, so that every fresh devnet has the
 * same ones.
 */
public record Addresses(
        Address decryption,
        Address inputVerification,
        Address gatewayConfig,
        Address ciphertextCommits,
        Address protocolPayment,
        Address feeToken,
        Address acl,
        Address kmsVerifier,
        Address inputVerifier,
        Address protocolConfig,
        Address kmsGeneration) {}
