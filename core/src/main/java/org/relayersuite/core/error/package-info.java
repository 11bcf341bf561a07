/** The causes a client may be told, each with its HTTP status. */
package org.relayersuite.core.error;
