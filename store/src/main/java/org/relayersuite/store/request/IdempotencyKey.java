package org.relayersuite.store.request;

import org.relayersuite.core.Hash;

/**
 * The name that a client gives a submission, so that repeating it cannot open a second job (spec/relayer.md 0.4).
 *
 * @param owner whose key it is; empty while clients are not told apart. The submission's poster, where it has one
 * @param key 1 to 255 visible characters of the client's choice
 * @param bodyDigest SHA-256 of what was submitted: the same key stands for nothing else
 */
public record IdempotencyKey(String owner, String key, Hash bodyDigest) {}
