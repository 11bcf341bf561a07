-- Which blocks the block listener published, per chain.
CREATE TYPE block_status AS ENUM ('CANONICAL', 'FINALIZED', 'UNCLE');

CREATE TABLE blocks (
    id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    chain_id     bigint NOT NULL,
    block_number bigint NOT NULL,
    block_hash   bytea NOT NULL CHECK (octet_length(block_hash) = 32),
    parent_hash  bytea NOT NULL CHECK (octet_length(parent_hash) = 32),
    status       block_status NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    UNIQUE (chain_id, block_hash)
);

CREATE UNIQUE INDEX blocks_one_per_height ON blocks (chain_id, block_number)
    WHERE status IN ('CANONICAL', 'FINALIZED');
CREATE INDEX blocks_by_height ON blocks (chain_id, status, block_number DESC);
