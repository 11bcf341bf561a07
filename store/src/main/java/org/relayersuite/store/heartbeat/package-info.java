/** Which replicas of a service are at work, for those that tell others about it. */
package org.relayersuite.store.heartbeat;
