/** Child processes of the devnet: started, watched, signalled, and never left behind. */
package org.relayersuite.devnet.process;
