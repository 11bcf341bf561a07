/** What clients ask for, in typed form, and the identifiers derived from it. */
package org.relayersuite.core.request;
