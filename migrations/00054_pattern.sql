-- Rounds of the Patterns Game in a guild, and the puzzles that were accepted.
-- Oldest program: 40
-- Down loses: the rounds of the Patterns Game, with their puzzles.

-- +goose Up
set local lock_timeout = '1s';

create table pattern_round (
    id      bigint generated always as identity primary key, -- the highest of a guild is the one that is on
    guild   text not null check (guild <> ''),
    grid    bytea not null, -- 1 for each clue
    started timestamptz not null default clock_timestamp()
);

create index pattern_round_guild on pattern_round (guild, id);

-- A guild has a puzzle once, whatever the round and the disguise.
create table pattern_puzzle (
    guild     text not null,
    key       uuid not null,
    round     bigint not null references pattern_round on delete cascade,
    player    text references player on delete set null,
    grid      bytea not null, -- as submitted
    er        text not null, -- "7.1", ">=9.0", "-"
    ep        text not null,
    ed        text not null,
    submitted timestamptz not null default clock_timestamp(),
    primary key (guild, key)
);

create index pattern_puzzle_round on pattern_puzzle (round);
create index pattern_puzzle_player on pattern_puzzle (player);

-- +goose Down
set local lock_timeout = '1s';

drop table pattern_puzzle;
drop table pattern_round;
