package org.relayersuite.intake.http;

import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;
import org.relayersuite.intake.answer.Answer;

/**
 * Refuses heads that the server takes and RFC 9112 does not: other versions, headers without a name, no Host or several, a
 * target with bad percent-encoding.
 * Two servers in a row that read such a head differently can be made to mix up two clients' requests; the connection is
 * closed.
 */
final class HeadCheck implements Handler<RoutingContext> {
    private static final Set<HttpVersion> VERSIONS = Set.of(HttpVersion.HTTP_1_0, HttpVersion.HTTP_1_1);

    private final AnswerWriter answers;

    HeadCheck(AnswerWriter answers) {
        this.answers = answers;
    }

    @Override
    public void handle(RoutingContext http) {
        if (isGood(http.request())) {
            http.next();
        } else {
            answers.writeLast(http.request(), Answer.ofHttp(400));
        }
    }

    private static boolean isGood(HttpServerRequest request) {
        HttpVersion version = request.version();
        int hosts = request.headers().getAll(HttpHeaders.HOST).size();
        return version != null
                && VERSIONS.contains(version)
                && !request.headers().contains("")
                && isDecodable(request.uri())
                && (hosts == 1 || hosts == 0 && version == HttpVersion.HTTP_1_0);
    }

    /** The router would find out in the middle of its work, and call it a failure of the server. */
    private static boolean isDecodable(String uri) {
        try {
            QueryStringDecoder target = new QueryStringDecoder(uri);
            target.path();
            target.parameters();
            return true;
        } catch (IllegalArgumentException badEncoding) {
            return false;
        }
    }
}
