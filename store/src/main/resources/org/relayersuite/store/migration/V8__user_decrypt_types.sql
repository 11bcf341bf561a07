-- The form of a user decrypt is told by the stored request alone; the column follows it, so that the two cannot
-- disagree. Requests from before the other forms were known have no type. A type that is none is refused.
-- No generated column: a BEFORE UPDATE trigger sees those as null, and the lifecycle's one compares whole rows.

CREATE FUNCTION user_decrypt_type_from_request() RETURNS trigger
    LANGUAGE plpgsql AS
$$
BEGIN
    NEW.req_type := coalesce(NEW.req ->> 'type', 'user_decrypt')::user_decrypt_type;
    RETURN NEW;
END
$$;

ALTER TABLE user_decrypt_req ALTER COLUMN req_type DROP DEFAULT;

CREATE TRIGGER user_decrypt_type BEFORE INSERT ON user_decrypt_req
    FOR EACH ROW EXECUTE FUNCTION user_decrypt_type_from_request();
