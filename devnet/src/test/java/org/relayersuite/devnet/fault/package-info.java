/** What tests put between the suite and the world to make the world misbehave at a chosen moment. */
package org.relayersuite.devnet.fault;
