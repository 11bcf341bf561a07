package org.relayersuite.store.request;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.relayersuite.core.error.ErrorLabel;
import org.relayersuite.core.lifecycle.RequestStatus;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.request.JobResult.InputProofResult;
import org.relayersuite.store.request.JobResult.PublicDecryptResult;
import org.relayersuite.store.request.JobResult.Share;
import org.relayersuite.store.request.JobResult.UserDecryptResult;

/** Rows of the request tables as jobs. */
final class JobRows {
    private JobRows() {}

    /** Fills in the table's name, and for {@code {job}} the columns that a job is made of. */
    static String sql(RequestKind kind, String template) {
        return RequestTable.of(kind)
                .sql(template)
                .replace("{job}", """
                        id, ext_job_id, req_status, status_since, updated_at, err_label, err_reason, gw_req_tx_hash, res,\s""" + (kind == RequestKind.INPUT_PROOF ? "accepted" : "NULL::boolean AS accepted"));
    }

    static List<Job> jobs(RequestKind kind, Iterable<Row> rows) {
        List<Job> jobs = new ArrayList<>();
        rows.forEach(row -> jobs.add(job(kind, row)));
        return jobs;
    }

    private static Job job(RequestKind kind, Row row) {
        RequestStatus status = RequestStatus.ofCode(row.getString("req_status"));
        Optional<Failure> failure = Optional.ofNullable(row.getString("err_label"))
                .map(label -> new Failure(ErrorLabel.ofCode(label), row.getString("err_reason")));
        Optional<JobResult> result =
                status == RequestStatus.COMPLETED ? Optional.of(result(kind, row)) : Optional.empty();
        return new Job(
                row.getUUID("ext_job_id"),
                kind,
                row.getLong("id"),
                status,
                row.getOffsetDateTime("status_since").toInstant(),
                row.getOffsetDateTime("updated_at").toInstant(),
                failure,
                Optional.ofNullable(row.getString("gw_req_tx_hash")),
                result);
    }

    private static JobResult result(RequestKind kind, Row row) {
        JsonObject res = row.getJsonObject("res");
        return switch (kind) {
            case INPUT_PROOF ->
                new InputProofResult(
                        row.getBoolean("accepted"),
                        strings(res.getJsonArray("handles")),
                        strings(res.getJsonArray("signatures")));
            case PUBLIC_DECRYPT ->
                new PublicDecryptResult(
                        res.getString("decryptedValue"),
                        strings(res.getJsonArray("signatures")),
                        res.getString("extraData"));
            case USER_DECRYPT ->
                new UserDecryptResult(res.getJsonArray("shares").stream()
                        .map(JsonObject.class::cast)
                        .map(share -> new Share(
                                share.getString("payload"), share.getString("signature"), share.getString("extraData")))
                        .toList());
        };
    }

    private static List<String> strings(JsonArray array) {
        return array == null
                ? List.of()
                : array.stream().map(String.class::cast).toList();
    }
}
