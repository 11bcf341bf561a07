/** What the endpoints do: requests become jobs, jobs tell where they stand. */
package org.relayersuite.intake.api;
