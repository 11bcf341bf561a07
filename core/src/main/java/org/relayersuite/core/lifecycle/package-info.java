/** The lifecycle of a request. */
package org.relayersuite.core.lifecycle;
