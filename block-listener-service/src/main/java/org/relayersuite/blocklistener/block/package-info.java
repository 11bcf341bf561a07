/** Reading whole blocks from a chain so that what is read can be believed. */
package org.relayersuite.blocklistener.block;
