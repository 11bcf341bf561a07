package org.relayersuite.store.sql;

/** What is done inside one transaction. */
@FunctionalInterface
public interface SqlWork<T> {
    T run(SqlSession session);
}
