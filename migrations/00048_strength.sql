-- Players and puzzles are rated by each other (package glicko): each day that is over once, all its games together. The
-- games stay, so that all can be computed anew; where a player is deleted, what remains is the rating that they had, by
-- which the puzzle was rated.
-- Oldest program: 40
-- Down loses: the ratings of players and puzzles, which are computed anew from the results that are still there.

-- +goose Up
set local lock_timeout = '1s';

create table rated_day (
    one  boolean primary key default true check (one),
    done date -- the last day that is rated, by UTC; null: none
);
insert into rated_day default values;

create table rated_game (
    game      bigint primary key, -- which may be deleted
    day       date not null,
    player    text references player on delete set null,
    puzzle    integer not null,   -- which may be deleted: an import is taken back without a look at this
    score     double precision not null check (score between 0 and 1),
    value     double precision not null, -- the player's rating at the start of the day, and its deviation
    deviation double precision not null
);
create index rated_game_day on rated_game (day);
create unique index rated_game_first on rated_game (player, puzzle) where player is not null;

create table strength (
    player     text not null references player on delete cascade,
    day        date not null,
    value      double precision not null,
    deviation  double precision not null,
    volatility double precision not null,
    games      integer not null, -- so far
    primary key (player, day)
);

create table puzzle_strength (
    puzzle     integer primary key,
    day        date not null,
    value      double precision not null,
    deviation  double precision not null,
    volatility double precision not null,
    games      integer not null
);

-- +goose Down
set local lock_timeout = '1s';

drop table puzzle_strength, strength, rated_game, rated_day;
