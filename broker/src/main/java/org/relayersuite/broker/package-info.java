/** Publishing to a message broker. A publish is done when the broker has confirmed it, never when it was only written. */
package org.relayersuite.broker;
