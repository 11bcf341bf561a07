package org.relayersuite.intake.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a body can be JSON, by what its headers say. Deployed clients say {@code application/json}; what says nothing,
 * or only that it is text or a form, as command line tools do unasked, is given the benefit of the doubt. What names
 * another format is refused before it is read.
 */
final class BodyKind {
    private static final Set<String> OTHER_TYPES = Set.of("multipart", "image", "audio", "video", "font", "message");
    private static final Set<String> OTHER_SUBTYPES = Set.of("html", "xml", "javascript", "css");

    private BodyKind() {}

    /** Returns the status that refuses the body of {@code request}: 400 or 415. */
    static Optional<Integer> refusalOf(HttpServerRequest request) {
        // A server that reads a length into codings it does not know and the proxy before it may disagree about where
        // the next request begins.
        String transferEncoding = request.getHeader(HttpHeaders.TRANSFER_ENCODING);
        if (transferEncoding != null && !transferEncoding.strip().equalsIgnoreCase("chunked")) {
            return Optional.of(400);
        }
        String contentEncoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
        boolean encoded = contentEncoding != null && !contentEncoding.strip().equalsIgnoreCase("identity");
        return encoded || isOther(request.getHeader(HttpHeaders.CONTENT_TYPE)) ? Optional.of(415) : Optional.empty();
    }

    static boolean isOther(String contentType) {
        if (contentType == null) {
            return false;
        }
        String[] type =
                contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).split("/", 2);
        return OTHER_TYPES.contains(type[0])
                || type.length == 2 && (OTHER_SUBTYPES.contains(type[1]) || type[1].endsWith("+xml"));
    }
}
