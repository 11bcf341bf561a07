/** The schema's versions and the step that brings a database to the latest one. */
package org.relayersuite.store.migration;
