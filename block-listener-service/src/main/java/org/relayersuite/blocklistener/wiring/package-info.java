/** Configuration, metrics, health, and the start of the flows. */
package org.relayersuite.blocklistener.wiring;
