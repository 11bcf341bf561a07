/**
 * The dispatcher's side of the database. Every write here is a decision: it is fenced by the lane's epoch, and guarded
 * by the status it starts from.
 *
 * <p>Order of locks, everywhere: the lane's row, then rows of requests in the order of their ids, then rows of
 * transactions.
 */
package org.relayersuite.store.dispatch;
