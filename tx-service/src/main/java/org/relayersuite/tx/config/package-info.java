/** Configuration of the service, and the beans made from it. */
package org.relayersuite.tx.config;
