/**
 * The rules that a client's request must keep (spec/relayer.md, sections 1.5 to 1.10 and 3.7), written as data: a form is
 * an object of fields, a field is a name and a shape, a shape is a type with its rules and what it becomes.
 *
 * <p>Input is a JSON tree of plain JDK types: {@code Map}, {@code List}, {@code String}, {@code BigInteger},
 * {@code BigDecimal}, {@code Boolean} and null. No issue text ever repeats what the client sent.
 */
package org.relayersuite.core.validation;
