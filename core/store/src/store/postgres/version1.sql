CREATE TABLE glossweave_schema (version integer NOT NULL);
INSERT INTO glossweave_schema VALUES (0);

-- Keys and names of counters are UTF-8. They are of type bytea because text cannot have NUL, and its
-- order depends on the collation.
CREATE TABLE glossweave_rows (
    kind text COLLATE "C" NOT NULL,
    key bytea NOT NULL,
    revision bigint NOT NULL,
    value bytea NOT NULL,
    PRIMARY KEY (kind, key)
);

CREATE TABLE glossweave_counters (
    name bytea PRIMARY KEY,
    count numeric(20) NOT NULL
);

CREATE SEQUENCE glossweave_revision;

-- The last commit of each connection, by which a client finds out whether a commit happened whose reply
-- was lost.
CREATE TABLE glossweave_writers (
    id bytea PRIMARY KEY,
    number bigint NOT NULL,
    revision bigint,
    at timestamptz NOT NULL DEFAULT now()
);

-- Locks what does not exist until the end of the transaction.
CREATE FUNCTION glossweave_lock(kind text, key bytea) RETURNS void LANGUAGE sql AS
$$ SELECT pg_advisory_xact_lock(hashtextextended(kind || encode(key, 'hex'), 0)) $$;

-- Changes rows and counters, all or none. The rows have to be in the order of kind and key, and the
-- counters in that of their names, so that commits do not wait for each other in a circle.
--
-- expects: -2 for no row, -1 for a row of any revision, else the revision
-- actions: 0 to keep the row, 1 to put it, 2 to remove it
-- places: the place of each change in the order of the caller
-- slots: for each tally, in the order of the caller, the place of its counter
--
-- Returns outcome 0 and the revision; 1 and the place of the first change that does not hold; or 2 and
-- the place of the first tally that does not hold.
CREATE FUNCTION glossweave_commit(
    writer bytea, writer_number bigint,
    kinds text[], keys bytea[], expects bigint[], actions integer[], contents bytea[], places bigint[],
    names bytea[],
    slots integer[], steps bigint[], lows numeric[], highs numeric[],
    OUT outcome integer, OUT number bigint
) LANGUAGE plpgsql AS $$
DECLARE
    found_revision bigint;
    found_count numeric;
    counts numeric[];
BEGIN
    number := NULL;
    FOR i IN 1 .. cardinality(kinds) LOOP
        IF expects[i] = -2 THEN
            PERFORM glossweave_lock(kinds[i], keys[i]);
        END IF;
        IF actions[i] = 0 THEN
            SELECT r.revision INTO found_revision FROM glossweave_rows r
                WHERE r.kind = kinds[i] AND r.key = keys[i] FOR SHARE;
        ELSE
            SELECT r.revision INTO found_revision FROM glossweave_rows r
                WHERE r.kind = kinds[i] AND r.key = keys[i] FOR UPDATE;
        END IF;
        IF NOT (CASE expects[i]
            WHEN -2 THEN found_revision IS NULL
            WHEN -1 THEN found_revision IS NOT NULL
            ELSE found_revision IS NOT DISTINCT FROM expects[i]
        END) THEN
            number := least(number, places[i]);
        END IF;
    END LOOP;
    IF number IS NOT NULL THEN
        outcome := 1;
    ELSE
        FOR i IN 1 .. cardinality(names) LOOP
            SELECT c.count INTO found_count FROM glossweave_counters c
                WHERE c.name = names[i] FOR UPDATE;
            IF NOT FOUND THEN
                PERFORM glossweave_lock('', names[i]);
                SELECT c.count INTO found_count FROM glossweave_counters c
                    WHERE c.name = names[i] FOR UPDATE;
            END IF;
            counts[i] := coalesce(found_count, 0);
        END LOOP;
        FOR i IN 1 .. cardinality(slots) LOOP
            counts[slots[i]] := counts[slots[i]] + steps[i];
            IF NOT counts[slots[i]] BETWEEN lows[i] AND highs[i] THEN
                outcome := 2;
                number := i - 1;
                EXIT;
            END IF;
        END LOOP;
    END IF;
    IF outcome IS NOT NULL THEN
        -- Nothing has changed: there is nothing to wait for.
        PERFORM set_config('synchronous_commit', 'off', true);
        RETURN;
    END IF;
    outcome := 0;
    -- After all locks: the revisions of a row grow.
    number := nextval('glossweave_revision');
    FOR i IN 1 .. cardinality(kinds) LOOP
        IF actions[i] = 1 AND expects[i] = -2 THEN
            INSERT INTO glossweave_rows VALUES (kinds[i], keys[i], number, contents[i]);
        ELSIF actions[i] = 1 THEN
            UPDATE glossweave_rows r SET revision = number, value = contents[i]
                WHERE r.kind = kinds[i] AND r.key = keys[i];
        ELSIF actions[i] = 2 THEN
            DELETE FROM glossweave_rows r WHERE r.kind = kinds[i] AND r.key = keys[i];
        END IF;
    END LOOP;
    FOR i IN 1 .. cardinality(names) LOOP
        INSERT INTO glossweave_counters VALUES (names[i], counts[i])
            ON CONFLICT (name) DO UPDATE SET count = excluded.count;
    END LOOP;
    INSERT INTO glossweave_writers AS w VALUES (writer, writer_number, number, now())
        ON CONFLICT (id) DO UPDATE
        SET number = excluded.number, revision = excluded.revision, at = excluded.at
        WHERE w.number < excluded.number;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the client has given up this commit';
    END IF;
END
$$;
