package org.relayersuite.intake.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DocsPageTest {

    @Test
    void everyOperationOfTheDocumentIsOnThePage() {
        OpenApi api = OpenApi.load();

        String page = DocsPage.of(api, new ObjectMapper());

        OpenApi.object(api.tree(), "paths")
                .keySet()
                .forEach(path -> assertThat(page).contains("<code>" + path + "</code></h2>"));
        assertThat(page).contains("rate_limited", "Idempotency-Key", "Retry-After");
    }

    @Test
    void thePageLoadsNothingAndRunsNothing() {
        String page = DocsPage.of(OpenApi.load(), new ObjectMapper());

        assertThat(page).doesNotContain("<script", "<link", "<img", "src=", "@import", "url(", "style=\"");
    }

    @Test
    void whatTheDocumentSaysIsTextAndNeverMarkup() {
        OpenApi api = new OpenApi(
                "", Map.of("info", Map.of("title", "<b>&\"", "description", ""), "paths", Map.of("/<i>", Map.of())));

        String page = DocsPage.of(api, new ObjectMapper());

        assertThat(page).contains("<h1>&lt;b&gt;&amp;&quot;</h1>").doesNotContain("<b>", "<i>");
        assertThat(List.of(page.split("<style>"))).hasSize(2);
    }
}
