-- Players in the browser: the links that they come by, their sessions, and what only the browser shows of
-- a game. That a game changed is notified by archive/notify.go and not by a trigger here: a transaction that
-- notifies holds a lock of the whole database while it is written to the disk, and on a busy machine
-- 150 moves a second were all there could be, each 2.5 s after it was asked for; without it 200 take 45 ms.

-- +goose Up
set local lock_timeout = '10s';

-- What is kept of a token is its SHA-256: whoever reads this table cannot use it.
create table web_link (
    hash     bytea primary key,
    player   text not null references player on delete cascade,
    guild    text not null,
    game     bigint references game on delete cascade, -- null: the one opened last
    language text not null,
    made     timestamptz not null default clock_timestamp(),
    used_at  timestamptz -- null: not yet
);

create index web_link_player on web_link (player);
create index web_link_game on web_link (game) where game is not null;
create index web_link_made on web_link (made); -- those that are too old go, with each new one

create table web_session (
    hash     bytea primary key,
    id       bigint generated always as identity unique,
    player   text not null references player on delete cascade,
    guild    text not null,
    language text not null,
    browser  text not null, -- in a word or two, for the list of sessions
    made     timestamptz not null default clock_timestamp(),
    seen     timestamptz not null default clock_timestamp()
);

create index web_session_player on web_session (player);
create index web_session_made on web_session (made); -- those that are too old go, with each new one
create index web_session_seen on web_session (seen); -- and those of which nothing was seen

-- Corner marks and colours, by the names of cells.
create table note (
    game  bigint primary key references game on delete cascade,
    cells jsonb not null
);

-- +goose Down
set local lock_timeout = '10s';

drop table note, web_session, web_link;
