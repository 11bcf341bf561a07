/**
 * The rules that a client's request must keep (spec/relayer.md, sections 1.5 to 1.8), written as data: a form is a list
 * of fields, a field is a name, a shape, its rules and what it becomes.
 *
 * <p>Input is a JSON tree of plain JDK types: {@code Map}, {@code List}, {@code String}, {@code BigInteger},
 * {@code BigDecimal}, {@code Boolean} and null. No issue text ever repeats what the client sent.
 */
package org.relayersuite.core.validation;
