/** Whether a user decryption was signed by who asks for it, by an account with a key or by a contract wallet. */
package org.relayersuite.intake.signature;
