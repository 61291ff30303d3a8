-- Players and their games. A result is a game that is finished.

-- +goose Up
set local lock_timeout = '10s';

create table player (
    id   text primary key check (id <> ''),
    name text not null
);

create sequence game_opened;

create table game (
    id         bigint generated always as identity primary key,
    player     text not null references player on delete cascade,
    server     text not null,
    puzzle     bigint not null references puzzle,
    transform  text not null,
    date       date, -- of the daily; null: a puzzle of the player's own
    number     integer, -- of the daily
    shape      smallint not null,
    slot       smallint not null, -- the tier in the key of the daily
    tier       smallint not null,
    grid       bytea not null, -- as it stands
    marks      bytea not null, -- 2 bytes a cell, bit d-1 for digit d
    head       integer not null default 0, -- the event whose grid stands; 0: the start
    hints      integer not null default 0,
    hint_level smallint not null default 0,
    checks     integer not null default 0,
    revision   integer not null default 0, -- of the last event
    started    timestamptz not null,
    finished   timestamptz,
    on_time    boolean, -- finished before the next daily was due
    opened     bigint not null default nextval('game_opened'), -- orders games by their last opening
    foreign key (server, date, shape, slot) references daily on delete cascade,
    check (finished >= started)
);

alter sequence game_opened owned by game.opened;

create unique index game_daily on game (server, date, shape, slot, player) where date is not null;
create index game_last on game (player, server, opened);

-- The journal. Nothing in it changes: taking a move back is an event too, whose head is the
-- state before that move.
create table event (
    game     bigint not null references game on delete cascade,
    revision integer not null,
    kind     text not null,
    text     text not null, -- as typed
    grid     bytea not null, -- after the event
    marks    bytea not null,
    head     integer not null, -- the event whose grid stands now
    before   integer not null, -- and the one that stood before
    at       timestamptz not null,
    primary key (game, revision)
);

create view result as
select g.id as game, g.player, p.name, g.server, g.date, g.shape, g.tier, g.finished - g.started as elapsed,
       g.hints, g.checks, g.finished, g.on_time
from game g join player p on p.id = g.player
where g.finished is not null;

-- +goose Down
set local lock_timeout = '10s';

drop view result;
drop table event, game, player;
