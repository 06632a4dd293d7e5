-- The least a server of sealed orders must store: matches with a deadline, and the orders for them.
CREATE TABLE peer_match (
    id bigint PRIMARY KEY,
    turn int NOT NULL DEFAULT 1,
    waiting int NOT NULL DEFAULT 0,
    deadline timestamptz NOT NULL DEFAULT now() + interval '1 day'
);
CREATE TABLE peer_order (
    id bigserial PRIMARY KEY,
    match_id bigint NOT NULL REFERENCES peer_match (id),
    seat smallint NOT NULL,
    turn int NOT NULL,
    line jsonb NOT NULL
);
CREATE INDEX ON peer_order (match_id, turn);
INSERT INTO peer_match (id) SELECT generate_series(1, 10000);
INSERT INTO peer_order (match_id, seat, turn, line)
    SELECT m.id, seat, 1, '{"bid": "K 2"}' FROM peer_match m, generate_series(0, 1) seat;
