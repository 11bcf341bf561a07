-- When each replica of a service last did its work, by the database's clock. A replica removes its row when it stops;
-- rows of replicas that died are removed by those that live.
CREATE TABLE service_heartbeat (
    service    text NOT NULL,
    instance   text NOT NULL,
    started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    beat_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (service, instance)
);
