package org.relayersuite.intake;

import java.util.List;
import java.util.UUID;
import org.relayersuite.intake.endpoint.Endpoint;
import org.relayersuite.store.sql.Database;

/** Moves rows as the other services would, by the moves that the database allows. */
final class Rows {
    private static final List<String> TABLES = List.of("input_proof_req", "public_decrypt_req", "user_decrypt_req");

    private final Database database;

    Rows(Database database) {
        this.database = database;
    }

    static String table(String path) {
        return Endpoint.at(path).orElseThrow().kind().code() + "_req";
    }

    long countAll() {
        return TABLES.stream().mapToLong(table -> count(table, "true")).sum();
    }

    long count(String table, String condition, Object... params) {
        return database.query("SELECT count(*) FROM " + table + " WHERE " + condition, params)
                .iterator()
                .next()
                .getLong(0);
    }

    void move(String path, UUID jobId, String... statuses) {
        for (String status : statuses) {
            database.query(
                    "UPDATE " + table(path) + " SET req_status = $1::text::req_status WHERE ext_job_id = $2",
                    status,
                    jobId);
        }
    }

    void end(String path, UUID jobId, String status, String label, String reason) {
        database.query(
                "UPDATE " + table(path) + " SET req_status = $1::text::req_status, err_label = $2, err_reason = $3"
                        + " WHERE ext_job_id = $4",
                status,
                label,
                reason,
                jobId);
    }

    void received(String path, UUID jobId, byte[] gatewayId, String txHash) {
        move(path, jobId, "processing", "tx_in_flight");
        database.query(
                "UPDATE " + table(path) + " SET req_status = 'receipt_received', gw_reference_id = $1,"
                        + " gw_contract = '0xc0', gw_req_tx_hash = $2 WHERE ext_job_id = $3",
                gatewayId,
                txHash,
                jobId);
    }

    void completeInputProof(UUID jobId, boolean accepted, String res) {
        database.query(
                "UPDATE input_proof_req SET req_status = 'completed', accepted = $1, res = $2::text::jsonb"
                        + " WHERE ext_job_id = $3",
                accepted,
                res,
                jobId);
    }

    void completePublicDecrypt(UUID jobId, String res) {
        database.query(
                "UPDATE public_decrypt_req SET req_status = 'completed', res = $1::text::jsonb WHERE ext_job_id = $2",
                res,
                jobId);
    }

    void completeUserDecrypt(UUID jobId, String res) {
        database.query("""
                UPDATE user_decrypt_req SET req_status = 'completed', res = $1::text::jsonb,
                    resolved_threshold = jsonb_array_length($1::text::jsonb -> 'shares') WHERE ext_job_id = $2""", res, jobId);
    }
}
