/**
 * How dispatch is cut into stages. Each selects its work from the database, so that nothing is lost with a process, and
 * acts only under the lane's present epoch.
 */
package org.relayersuite.tx.stage;
