/** The contract of the HTTP API as an OpenAPI 3.1 document, and as a page for people. */
package org.relayersuite.intake.document;
