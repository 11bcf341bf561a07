-- The statement by which intake admits a request, with a body as it stores it and fresh ids. The benchmark fills in the
-- name of the table.
INSERT INTO {table} AS r (ext_job_id, int_job_id, req)
VALUES (gen_random_uuid(), sha256(uuid_send(gen_random_uuid())), :request_body)
ON CONFLICT (int_job_id) WHERE req_status NOT IN ('failure', 'timed_out')
DO UPDATE SET int_job_id = r.int_job_id
RETURNING ext_job_id;
