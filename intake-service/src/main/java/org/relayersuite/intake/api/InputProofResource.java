package org.relayersuite.intake.api;

import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.core.validation.RequestForm;
import org.relayersuite.core.validation.RequestForms;
import org.relayersuite.intake.http.AnswerWriter;
import org.relayersuite.intake.http.BodyReader;
import org.relayersuite.intake.http.Preferences;
import org.relayersuite.intake.http.TimedOutStatus;

/** {@code /v2/input-proof}. */
@Path("/v2/input-proof")
@RunOnVirtualThread
public final class InputProofResource {
    private final RequestForm form;
    private final Jobs jobs;
    private final AnswerWriter answers;

    public InputProofResource(Jobs jobs, AnswerWriter answers) {
        this.form = RequestForms.inputProof();
        this.jobs = jobs;
        this.answers = answers;
    }

    @POST
    public Response submit(@Context RoutingContext http) {
        return answers.response(jobs.submit(form, BodyReader.bodyOf(http), Preferences.of(http)));
    }

    @GET
    @Path("/{jobId}")
    public Response poll(@PathParam("jobId") String jobId, @Context RoutingContext http) {
        return answers.response(jobs.poll(RequestKind.INPUT_PROOF, jobId, TimedOutStatus.sdkName(http)));
    }
}
