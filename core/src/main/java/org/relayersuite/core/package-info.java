/** The domain: what a request is, how it may move, and what is said when it cannot. Nothing here does I/O. */
package org.relayersuite.core;
