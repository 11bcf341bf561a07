/** Who leads a role, and the epochs by which the database shuts out whoever led it before. */
package org.relayersuite.store.leadership;
