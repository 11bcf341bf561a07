/** How often clients may ask (spec/relayer.md 0.7): token buckets that all pods share, or each pod its own. */
package org.relayersuite.intake.ratelimit;
