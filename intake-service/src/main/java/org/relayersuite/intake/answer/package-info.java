/** What the API answers: one envelope for everything (spec/relayer.md 1.2). */
package org.relayersuite.intake.answer;
