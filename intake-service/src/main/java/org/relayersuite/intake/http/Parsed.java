package org.relayersuite.intake.http;

import org.relayersuite.core.validation.Validation.Invalid;

/** What a client said beside the body: something that could be read, or the reason why its request is refused. */
public sealed interface Parsed<T> {

    record Value<T>(T value) implements Parsed<T> {}

    record Refused<T>(Invalid reason) implements Parsed<T> {}
}
