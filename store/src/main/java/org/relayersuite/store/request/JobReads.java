package org.relayersuite.store.request;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.relayersuite.core.request.RequestKind;
import org.relayersuite.store.sql.Database;

/** Reads many jobs at once, for those who wait for them. */
public final class JobReads {
    private final Database database;

    public JobReads(Database database) {
        this.database = database;
    }

    /** Of which kind the job is that has this id. */
    public Optional<RequestKind> kindOf(UUID jobId) {
        return database.query("""
                        SELECT 'input_proof' FROM input_proof_req WHERE ext_job_id = $1
                        UNION ALL SELECT 'public_decrypt' FROM public_decrypt_req WHERE ext_job_id = $1
                        UNION ALL SELECT 'user_decrypt' FROM user_decrypt_req WHERE ext_job_id = $1""", jobId).stream()
                .map(row -> RequestKind.ofCode(row.getString(0)))
                .findFirst();
    }

    /** Where the jobs of {@code kind} with these ids stand. */
    public List<Job> find(RequestKind kind, Collection<UUID> jobIds) {
        return JobRows.jobs(
                kind,
                database.query(
                        JobRows.sql(kind, "SELECT {job} FROM {table} WHERE ext_job_id = ANY($1)"), array(jobIds)));
    }

    /** Those of the jobs that have ended. One look-up for each id. */
    public List<Job> ended(RequestKind kind, Collection<UUID> jobIds) {
        return JobRows.jobs(kind, database.query(JobRows.sql(kind, """
                        SELECT {job} FROM {table}
                        WHERE ext_job_id = ANY($1) AND req_status IN ('completed', 'timed_out', 'failure')"""), array(jobIds)));
    }

    /**
     * Those of the jobs that have ended within the last {@code period}. Costs what ended in it, not what is asked for. A
     * job whose transaction took longer than the period to commit is missed.
     */
    public List<Job> endedWithin(RequestKind kind, Collection<UUID> jobIds, Duration period) {
        return JobRows.jobs(kind, database.query(JobRows.sql(kind, """
                        WITH ended AS MATERIALIZED (
                            SELECT {job} FROM {table}
                            WHERE req_status IN ('completed', 'timed_out', 'failure')
                              AND updated_at >= clock_timestamp() - $2 * interval '1 millisecond')
                        SELECT ended.* FROM ended JOIN unnest($1::uuid[]) AS asked (job_id) ON job_id = ext_job_id"""), array(jobIds), period.toMillis()));
    }

    /** One parameter, not as many as there are ids. */
    private static Object array(Collection<UUID> jobIds) {
        return jobIds.toArray(UUID[]::new);
    }
}
