-- Guilds (servers, until schema 5), their dailies, and the order in which puzzles are given out.

-- +goose Up
set local lock_timeout = '10s';

create table server (
    id         text primary key check (id <> ''),
    channel    text not null,
    at         text not null check (at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'), -- wall clock
    zone       text not null, -- IANA name of the wall clock
    tiers      smallint[] not null check (cardinality(tiers) = 7), -- from Sunday
    fresh_look boolean not null,
    since      date, -- first date that is posted
    scheduled  boolean not null
);

-- A deck (a rotation, from schema 7) is the shuffled order (puzzle.rnd, puzzle.id) of the puzzles
-- of a shape and a tier, as an owner goes round in it: "server …" ("guild …", from schema 5) or
-- "player …". All Shidoku are one deck, tier 0. The position is found by a seek in the index, in
-- 0.1 ms at a million puzzles.
create table deck (
    owner  text not null,
    shape  smallint not null,
    tier   smallint not null,
    lap    integer not null default 1, -- counts the laps
    rnd    double precision not null default random(), -- the position: the puzzle drawn last
    puzzle bigint not null default 0,
    primary key (owner, shape, tier)
);

-- What an owner has had, and in which lap last. It keeps puzzles from coming twice that are
-- imported behind the position that a deck has reached, or that the owner got another way.
create table drawn (
    owner  text not null,
    puzzle bigint not null references puzzle,
    lap    integer not null,
    primary key (owner, puzzle)
);

create table daily (
    server    text not null references server on delete cascade,
    date      date not null, -- nominal
    shape     smallint not null,
    tier      smallint not null check (tier between 0 and 5), -- 0: any
    number    integer not null check (number > 0), -- of the date
    puzzle    bigint not null references puzzle,
    transform text not null, -- how it is shown
    primary key (server, date, shape, tier)
);

create index daily_puzzle on daily (server, puzzle);

-- +goose Down
set local lock_timeout = '10s';

drop table daily, drawn, deck, server;
