-- Searches that were given a name, and the puzzles that were found for the schedules that use them.

-- +goose Up
set local lock_timeout = '10s';

create table search (
    id     bigint generated always as identity primary key,
    guild  text check (guild <> ''), -- whose it is; null: the operator's, for all guilds to use
    name   text not null check (name <> ''),
    wishes jsonb not null, -- archive.Search
    by     text not null, -- who saved it, for people
    made   timestamptz not null default now(),
    rated  smallint not null, -- the version of the rating by which its puzzles were looked for
    unique nulls not distinct (guild, name)
);

-- The supply of a search for schedules: entries that were as wanted when they were looked at. Each
-- is looked at again when it is drawn, so an entry that was taken back, or has another rating by
-- then, does no harm, and nothing has to be done here when that happens.
create table search_found (
    search     bigint not null references search on delete cascade,
    rnd        integer not null, -- puzzle.rnd
    puzzle     bigint not null,
    collection integer not null,
    import     bigint not null,
    position   integer not null,
    primary key (search, rnd, puzzle, collection)
);

-- How far the entries of each import have been looked at for a search.
create table search_progress (
    search   bigint not null references search on delete cascade,
    import   bigint not null,
    position integer not null,
    primary key (search, import)
);

alter table guild add column searches bigint[] not null default '{0,0,0,0,0,0,0}' -- by weekday, from Sunday; 0: the tier
    check (cardinality(searches) = 7);

-- A daily that was chosen for a weekday with a search is that of the day, whatever its tier.
alter table daily
    add column search bigint, -- whatever became of it
    add column search_failed boolean not null default false; -- it had no puzzle: this one has the weekday's tier

-- Up to which puzzle none has a rating of a version older than this one.
create table rating_checked (
    version smallint primary key,
    upto    bigint not null
);

-- How often a puzzle was played, and where it was a daily.
create index game_puzzle on game (puzzle);
create index daily_of_puzzle on daily (puzzle);

-- +goose Down
set local lock_timeout = '10s';

drop index daily_of_puzzle, game_puzzle;
drop table rating_checked;
alter table daily drop column search, drop column search_failed;
alter table guild drop column searches;
drop table search_progress, search_found, search;
