-- What the gateway chain did. Facts are true whoever saw them: inserted once, never fenced, removed only when a reorg
-- orphans their block.

CREATE TABLE gateway_fact (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contract        text NOT NULL,
    gw_reference_id bytea NOT NULL CHECK (octet_length(gw_reference_id) = 32),
    event           text NOT NULL CHECK (event IN ('request', 'public_decrypt_response', 'input_proof_accepted',
                                                   'input_proof_rejected', 'threshold_reached')),
    payload         jsonb NOT NULL,
    -- The request event that an answer belongs to on its chain: ids alone do not tell, a reorg hands them out anew.
    request_tx_hash    text,
    request_block_hash text,
    tx_hash         text NOT NULL,
    block_number    bigint NOT NULL,
    block_hash      text NOT NULL,
    log_index       bigint NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    UNIQUE (block_hash, log_index),
    CHECK ((event = 'request') = (request_tx_hash IS NULL)),
    CHECK ((event = 'request') = (request_block_hash IS NULL))
);

CREATE INDEX gateway_fact_of_id ON gateway_fact (contract, gw_reference_id, event);
CREATE INDEX gateway_fact_of_transaction ON gateway_fact (tx_hash) WHERE event = 'request';
CREATE INDEX gateway_fact_block ON gateway_fact (block_number);

-- One KMS node's re-encrypted piece. share_index is the order of arrival at the contract, not a party id.
CREATE TABLE user_decrypt_share (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contract        text NOT NULL,
    gw_reference_id bytea NOT NULL CHECK (octet_length(gw_reference_id) = 32),
    share_index     bigint NOT NULL,
    share           text NOT NULL,
    kms_signature   text NOT NULL,
    extra_data      text NOT NULL,
    request_tx_hash    text NOT NULL,
    request_block_hash text NOT NULL,
    tx_hash         text NOT NULL,
    block_number    bigint NOT NULL,
    block_hash      text NOT NULL,
    log_index       bigint NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    UNIQUE (block_hash, log_index)
);

CREATE INDEX user_decrypt_share_of_id ON user_decrypt_share (contract, gw_reference_id, share_index);
CREATE INDEX user_decrypt_share_block ON user_decrypt_share (block_number);

-- Logs of the gateway's contracts that could not be decoded: kept as they are, with the reason, for an operator.
CREATE TABLE gateway_dead_letter (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contract     text NOT NULL,
    topics       text[] NOT NULL,
    data         bytea NOT NULL,
    reason       text NOT NULL,
    tx_hash      text NOT NULL,
    block_number bigint NOT NULL,
    block_hash   text NOT NULL,
    log_index    bigint NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    UNIQUE (block_hash, log_index)
);

-- How far a reader of a chain has got. Moves only by compare-and-set on (number, hash), in the transaction that stores
-- what was read.
CREATE TABLE chain_cursor (
    cursor       text PRIMARY KEY,
    chain_id     bigint NOT NULL,
    block_number bigint NOT NULL,
    block_hash   text NOT NULL,
    block_time   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL DEFAULT now()
);

-- The latest blocks a cursor passed, by which a reorg's fork point is found.
CREATE TABLE cursor_block (
    cursor       text NOT NULL REFERENCES chain_cursor ON DELETE CASCADE,
    block_number bigint NOT NULL,
    block_hash   text NOT NULL,
    block_time   timestamptz NOT NULL,
    PRIMARY KEY (cursor, block_number)
);
