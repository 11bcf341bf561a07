-- Keys that clients give their submissions (spec/relayer.md 0.4): which job a key stands for, and for which body.
CREATE TABLE idempotency_key (
    -- Empty while nobody is told apart.
    owner       text NOT NULL,
    endpoint    text NOT NULL,
    key         text NOT NULL,
    body_digest bytea NOT NULL CHECK (octet_length(body_digest) = 32),
    kind        text NOT NULL CHECK (kind IN ('input_proof', 'public_decrypt', 'user_decrypt')),
    job_id      uuid NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (owner, endpoint, key)
);

CREATE INDEX idempotency_key_of_job ON idempotency_key (job_id);
CREATE INDEX idempotency_key_age ON idempotency_key (kind, created_at);

-- Who may read a job: everybody who posted its content while it stood for it.
CREATE TABLE job_reader (
    kind   text NOT NULL CHECK (kind IN ('input_proof', 'public_decrypt', 'user_decrypt')),
    job_id uuid NOT NULL,
    owner  text NOT NULL,
    PRIMARY KEY (kind, job_id, owner)
);

-- A job takes its readers and keys along. Here and not in the deleting statement, whose snapshot may be older than a
-- reader or key that was committed while it waited for the job's row; a later one cannot come, the row is locked.
CREATE FUNCTION request_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM job_reader r USING gone
    WHERE r.kind = replace(TG_TABLE_NAME, '_req', '') AND r.job_id = gone.ext_job_id;
    DELETE FROM idempotency_key k USING gone WHERE k.job_id = gone.ext_job_id;
    RETURN NULL;
END $$;

DO $$
DECLARE
    request_table text;
BEGIN
    FOREACH request_table IN ARRAY ARRAY ['input_proof_req', 'public_decrypt_req', 'user_decrypt_req'] LOOP
        EXECUTE format('CREATE TRIGGER %1$s_gone AFTER DELETE ON %1$s REFERENCING OLD TABLE AS gone
                        FOR EACH STATEMENT EXECUTE FUNCTION request_gone()', request_table);
    END LOOP;
END $$;
