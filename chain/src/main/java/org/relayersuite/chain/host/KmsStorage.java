package org.relayersuite.chain.host;

/**
 * Where a KMS node says that it publishes keys: text from the chain, bounded in length and otherwise unchecked.
 *
 * @param url the store's URL, {@code storageUrl} on the chain
 * @param prefix the node's folder in it, {@code storagePrefix} on the chain
 */
public record KmsStorage(String url, String prefix) {}
