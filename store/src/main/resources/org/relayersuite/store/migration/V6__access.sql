-- Who may call the API when it asks for keys (spec/relayer.md 0.8). Keys are 32 random bytes, so that a plain SHA-256
-- is as good as a slow hash: there is nothing to guess from. The key itself is nowhere.
CREATE TABLE api_key (
    id                  uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    key_hash            bytea NOT NULL UNIQUE CHECK (octet_length(key_hash) = 32),
    owner               text NOT NULL CHECK (length(owner) BETWEEN 1 AND 200),
    -- Paths of the endpoints it may be used at; null for all.
    endpoints           text[],
    read_only           boolean NOT NULL,
    -- Its own rate limit; null for the configured one.
    requests_per_second numeric CHECK (requests_per_second > 0),
    burst               bigint CHECK (burst > 0),
    created_at          timestamptz NOT NULL DEFAULT now(),
    expires_at          timestamptz,
    revoked_at          timestamptz,
    CHECK ((requests_per_second IS NULL) = (burst IS NULL))
);

CREATE INDEX api_key_usable ON api_key (created_at) WHERE revoked_at IS NULL;

-- What operators changed at run time (spec/relayer.md 0.20); a name that is not here has its configured value.
CREATE TABLE runtime_setting (
    name       text PRIMARY KEY,
    value      numeric NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    updated_by text NOT NULL
);

-- Grows with every change to the tables above: whoever holds a copy of them asks for this number alone.
CREATE TABLE admin_version (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version  bigint NOT NULL
);

INSERT INTO admin_version (version) VALUES (0);

-- Who changed what, for good.
CREATE TABLE admin_audit (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at      timestamptz NOT NULL DEFAULT now(),
    actor   text NOT NULL,
    action  text NOT NULL CHECK (action IN ('setting_changed', 'api_key_created', 'api_key_revoked')),
    subject text NOT NULL,
    -- What was and what is; never a key.
    before  jsonb,
    after   jsonb
);

CREATE FUNCTION admin_audit_is_for_good() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'admin_audit is only added to' USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER admin_audit_guard BEFORE UPDATE OR DELETE ON admin_audit
    FOR EACH ROW EXECUTE FUNCTION admin_audit_is_for_good();
