/** What operators do at run time, on the management port: settings and API keys (spec/relayer.md 0.8, 0.20, 1.13). */
package org.relayersuite.intake.admin;
