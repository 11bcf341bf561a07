-- Who leads a role, until when, by the database's clock. The epoch only ever grows: a writer that carries a smaller
-- one than the row has been succeeded.
CREATE TABLE leadership (
    role       text PRIMARY KEY,
    holder     text,
    epoch      bigint NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL DEFAULT '-infinity'
);

CREATE FUNCTION leadership_epoch_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.epoch < OLD.epoch THEN
        RAISE EXCEPTION 'epoch of % would fall from % to %', OLD.role, OLD.epoch, NEW.epoch
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER leadership_epoch BEFORE UPDATE ON leadership
    FOR EACH ROW EXECUTE FUNCTION leadership_epoch_grows();
