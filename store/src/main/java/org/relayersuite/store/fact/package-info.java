/**
 * Facts: what the gateway chain did. They are not fenced, for they are true whoever saw them; they are stored once, may
 * come in any order, and complete requests.
 */
package org.relayersuite.store.fact;
