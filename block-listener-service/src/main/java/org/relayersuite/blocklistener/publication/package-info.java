/** What consumers get: the messages, their JSON, and where they go. */
package org.relayersuite.blocklistener.publication;
