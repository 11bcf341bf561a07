package org.relayersuite.store.request;

import java.util.UUID;

/**
 * What became of a submitted request.
 *
 * @param jobId the job that stands for the content: a new one, or the one that already did
 * @param inserted whether the job is new
 */
public record Admission(UUID jobId, boolean inserted) {}
