/** Where a request comes from, behind whatever proxies it came through. */
package org.relayersuite.intake.client;
