-- Requests of clients, their lifecycle, and the rules that no service may break.

CREATE TYPE req_status AS ENUM
    ('queued', 'processing', 'tx_in_flight', 'receipt_received', 'completed', 'timed_out', 'failure');

CREATE FUNCTION req_status_terminal(status req_status) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN status IN ('completed', 'timed_out', 'failure');

-- The same table of legal moves as RequestStatus in core; a test walks both.
CREATE FUNCTION req_status_may_become(before req_status, after req_status) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE before
        WHEN 'queued' THEN after IN ('processing', 'timed_out', 'failure')
        WHEN 'processing' THEN after IN ('tx_in_flight', 'timed_out', 'failure')
        WHEN 'tx_in_flight' THEN after IN ('processing', 'receipt_received', 'timed_out', 'failure')
        WHEN 'receipt_received' THEN after IN ('tx_in_flight', 'completed', 'timed_out')
        ELSE false
    END;

-- How long a request of a kind may stay in a status. Written by cron-service from its configuration, read by the
-- trigger below, so that a deadline is the same whoever makes the move.
CREATE TABLE deadline_term (
    kind   text NOT NULL CHECK (kind IN ('input_proof', 'public_decrypt', 'user_decrypt')),
    status req_status NOT NULL CHECK (NOT req_status_terminal(status)),
    term   interval NOT NULL CHECK (term > interval '0'),
    PRIMARY KEY (kind, status)
);

INSERT INTO deadline_term (kind, status, term)
SELECT kind, status, interval '30 minutes'
FROM unnest(ARRAY ['input_proof', 'public_decrypt', 'user_decrypt']) AS kind,
     unnest(ARRAY ['queued', 'processing', 'tx_in_flight', 'receipt_received']::req_status[]) AS status;

-- What the three request tables have in common. A template only: the tables copy it (LIKE ... INCLUDING ALL).
CREATE TABLE request_template (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    ext_job_id         uuid NOT NULL UNIQUE,
    int_job_id         bytea NOT NULL CHECK (octet_length(int_job_id) = 32),
    req                jsonb NOT NULL,
    req_status         req_status NOT NULL DEFAULT 'queued',
    -- Ownership: which lane works on the row and since which of its epochs (0 = nobody).
    lane               text,
    owner_epoch        bigint NOT NULL DEFAULT 0,
    next_action_at     timestamptz NOT NULL DEFAULT now(),
    abandon_requested  boolean NOT NULL DEFAULT false,
    -- The first of an unbroken run of refusals before the nonce is bound; payment.grace counts from here.
    refusal_label      text,
    refused_since      timestamptz,
    -- The gateway's side: id as 32 bytes big-endian, hashes as 0x text.
    gw_reference_id    bytea CHECK (octet_length(gw_reference_id) = 32),
    gw_contract        text,
    gw_req_tx_hash     text,
    gw_req_block_hash  text,
    -- How it ended.
    err_label          text,
    err_reason         text,
    -- Deadlines: the present one, and each status' own, set when the row first enters it.
    deadline_at        timestamptz NOT NULL DEFAULT 'infinity',
    first_deadlines    jsonb NOT NULL DEFAULT '{}',
    status_since       timestamptz NOT NULL DEFAULT now(),
    created_at         timestamptz NOT NULL DEFAULT now(),
    updated_at         timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE input_proof_req (
    LIKE request_template INCLUDING ALL,
    accepted            boolean,
    res                 jsonb,
    gw_response_tx_hash text
);

CREATE TABLE public_decrypt_req (
    LIKE request_template INCLUDING ALL,
    res                 jsonb,
    gw_response_tx_hash text
);

CREATE TYPE user_decrypt_type AS ENUM ('user_decrypt', 'delegated_user_decrypt', 'unified');

CREATE TABLE user_decrypt_req (
    LIKE request_template INCLUDING ALL,
    req_type             user_decrypt_type NOT NULL DEFAULT 'user_decrypt',
    res                  jsonb,
    gw_consensus_tx_hash text,
    resolved_threshold   bigint
);

DROP TABLE request_template;

-- One signing account on the gateway chain and its nonce sequence.
CREATE TABLE lane (
    lane       text PRIMARY KEY,
    chain_id   bigint NOT NULL,
    address    text NOT NULL,
    epoch      bigint NOT NULL DEFAULT 0,
    next_nonce bigint NOT NULL CHECK (next_nonce >= 0),
    UNIQUE (chain_id, address)
);

-- A nonce bound to a request, for good. bound: stored, not known to be mined. mined: a receipt of one of its attempts
-- was seen. final: that receipt can no longer be reorged away. A binding stops being live only when a foreign
-- transaction provably took its nonce.
CREATE TABLE lane_transaction (
    id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    lane             text NOT NULL REFERENCES lane,
    nonce            bigint NOT NULL CHECK (nonce >= 0),
    kind             text NOT NULL CHECK (kind IN ('input_proof', 'public_decrypt', 'user_decrypt')),
    request_id       bigint NOT NULL,
    to_address       text NOT NULL,
    calldata         bytea NOT NULL,
    gas_limit        numeric(78) NOT NULL,
    state            text NOT NULL DEFAULT 'bound' CHECK (state IN ('bound', 'mined', 'final')),
    live             boolean NOT NULL DEFAULT true,
    next_action_at   timestamptz NOT NULL DEFAULT now(),
    mined_tx_hash    text,
    mined_block_hash text,
    mined_block      bigint,
    reverted         boolean,
    created_at       timestamptz NOT NULL DEFAULT now(),
    UNIQUE (lane, nonce),
    CHECK ((state = 'bound') = (mined_tx_hash IS NULL))
);

CREATE UNIQUE INDEX lane_transaction_one_live_per_request ON lane_transaction (kind, request_id) WHERE live;
CREATE INDEX lane_transaction_open ON lane_transaction (lane, nonce) WHERE state <> 'final';

-- Every signed form that a bound nonce was ever sent in. Stored before its first broadcast: any of them may be mined.
CREATE TABLE attempt (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    lane_transaction   bigint NOT NULL REFERENCES lane_transaction ON DELETE CASCADE,
    tx_hash            text NOT NULL UNIQUE,
    raw                bytea NOT NULL,
    max_fee            numeric(78) NOT NULL,
    max_priority_fee   numeric(78) NOT NULL,
    epoch              bigint NOT NULL,
    gateway_block      bigint NOT NULL,
    created_at         timestamptz NOT NULL DEFAULT now(),
    last_broadcast_at  timestamptz,
    accepted_at        timestamptz
);

CREATE INDEX attempt_of_transaction ON attempt (lane_transaction, id);

CREATE FUNCTION request_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    request_kind text := replace(TG_TABLE_NAME, '_req', '');
    -- The consensus hash may still arrive after completion; nothing else of an ended request may change.
    late_consensus constant text[] := ARRAY ['gw_consensus_tx_hash'];
    moved boolean;
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.req_status <> 'queued' THEN
            RAISE EXCEPTION 'a request starts as queued, not %', NEW.req_status USING ERRCODE = 'check_violation';
        END IF;
        moved := true;
    ELSE
        -- A write that changes nothing leaves updated_at alone.
        IF NEW IS NOT DISTINCT FROM OLD THEN
            RETURN OLD;
        END IF;
        moved := NEW.req_status <> OLD.req_status;
        IF req_status_terminal(OLD.req_status) AND NOT (
               OLD.req_status = 'completed'
               AND to_jsonb(NEW) - late_consensus = to_jsonb(OLD) - late_consensus
               AND to_jsonb(OLD) ->> 'gw_consensus_tx_hash' IS NULL) THEN
            RAISE EXCEPTION '% % has ended as %', TG_TABLE_NAME, OLD.id, OLD.req_status
                USING ERRCODE = 'check_violation';
        END IF;
        IF moved AND NOT req_status_may_become(OLD.req_status, NEW.req_status) THEN
            RAISE EXCEPTION '% %: no way from % to %', TG_TABLE_NAME, OLD.id, OLD.req_status, NEW.req_status
                USING ERRCODE = 'check_violation';
        END IF;
        IF moved AND req_status_terminal(NEW.req_status) AND EXISTS (
               SELECT FROM lane_transaction t
               WHERE t.kind = request_kind AND t.request_id = OLD.id AND t.live AND t.state = 'bound') THEN
            RAISE EXCEPTION '% % cannot end: its nonce is unresolved', TG_TABLE_NAME, OLD.id
                USING ERRCODE = 'check_violation';
        END IF;
        NEW.created_at := OLD.created_at;
        NEW.first_deadlines := OLD.first_deadlines;
        NEW.deadline_at := OLD.deadline_at;
        NEW.status_since := OLD.status_since;
        NEW.updated_at := clock_timestamp();
    END IF;

    IF moved THEN
        NEW.status_since := clock_timestamp();
        IF req_status_terminal(NEW.req_status) THEN
            NEW.deadline_at := 'infinity';
        ELSE
            -- Set on first entry; a second entry finds the first one's deadline.
            IF NOT NEW.first_deadlines ? NEW.req_status::text THEN
                NEW.first_deadlines := NEW.first_deadlines || jsonb_build_object(NEW.req_status::text,
                    NEW.status_since + (SELECT term FROM deadline_term
                                        WHERE kind = request_kind AND status = NEW.req_status));
            END IF;
            NEW.deadline_at := (NEW.first_deadlines ->> NEW.req_status::text)::timestamptz;
        END IF;
    END IF;
    RETURN NEW;
END $$;

DO $$
DECLARE
    request_table text;
BEGIN
    FOREACH request_table IN ARRAY ARRAY ['input_proof_req', 'public_decrypt_req', 'user_decrypt_req'] LOOP
        -- The deduplication guarantee: one active or completed row per content.
        EXECUTE format('CREATE UNIQUE INDEX %1$s_active ON %1$s (int_job_id)
                        WHERE req_status NOT IN (''failure'', ''timed_out'')', request_table);
        -- Claims and stages select unfinished rows only; ended rows, however many, are not in these indexes.
        EXECUTE format('CREATE INDEX %1$s_claim ON %1$s (owner_epoch, id)
                        WHERE req_status IN (''queued'', ''processing'', ''tx_in_flight'')', request_table);
        EXECUTE format('CREATE INDEX %1$s_work ON %1$s (req_status, next_action_at, id)
                        WHERE req_status IN (''queued'', ''processing'', ''tx_in_flight'', ''receipt_received'')',
                       request_table);
        EXECUTE format('CREATE INDEX %1$s_deadline ON %1$s (deadline_at)
                        WHERE req_status IN (''queued'', ''processing'', ''tx_in_flight'', ''receipt_received'')',
                       request_table);
        EXECUTE format('CREATE INDEX %1$s_gateway ON %1$s (gw_reference_id) WHERE gw_reference_id IS NOT NULL',
                       request_table);
        EXECUTE format('CREATE INDEX %1$s_ended ON %1$s (updated_at)
                        WHERE req_status IN (''completed'', ''timed_out'', ''failure'')', request_table);
        EXECUTE format('CREATE TRIGGER %1$s_guard BEFORE INSERT OR UPDATE ON %1$s
                        FOR EACH ROW EXECUTE FUNCTION request_guard()', request_table);
    END LOOP;
END $$;
