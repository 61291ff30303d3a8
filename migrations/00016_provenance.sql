-- What an import brought can be taken back; collections say where they are from; the ratings of
-- others stand beside ours; and what was changed, by whom, is written down.

-- +goose Up
set local lock_timeout = '10s';

alter table collection
    add column source text not null default '',    -- where the puzzles are from: a program, a book, an address
    add column licence text not null default '',
    add column author text not null default '',
    add column published text not null default ''; -- a year, a month or a day, as in ISO 8601

-- Why lines were rejected, all of them: table reject has the first ones only.
create table reject_reason (
    import bigint not null references import,
    reason text not null, -- what the reasons of these lines have in common
    lines  integer not null check (lines > 0),
    primary key (import, reason)
);

-- Programs that rate puzzles, each by its own scale.
create table rating_program (
    id      smallint generated always as identity primary key,
    name    text not null check (name <> ''),
    version text not null, -- '': not known
    unique (name, version)
);

-- What others say of a puzzle, and what our older versions said; our newest rating is in the
-- puzzle's row. Position 0 of import 0 is for ratings of our own.
create table rating (
    puzzle   bigint not null,
    program  smallint not null references rating_program,
    import   bigint not null, -- the entry whose file has it
    position integer not null,
    value    text not null,   -- as the program puts it: "7.2", "Hard"
    primary key (puzzle, program, import, position)
);

create index rating_import on rating (import) where import > 0;

-- Who changed what. It is for people, and stays when what it is about goes.
create table audit (
    id      bigint generated always as identity primary key,
    at      timestamptz not null default now(),
    by      text not null,
    guild   text not null default '', -- whose; '': the operator's
    action  text not null check (action <> ''),
    subject text not null,
    detail  text not null
);

-- Files that a guild was shown a preview of, until it confirms: the network's own copies cannot be
-- read for that long.
create table pending_import (
    id         bigint generated always as identity primary key,
    at         timestamptz not null default clock_timestamp(),
    guild      text not null check (guild <> ''),
    player     text not null,
    collection text not null,
    file       text not null,
    content    bytea not null,
    unique (guild, player)
);

-- Taking back 200,000 entries asks for each of them whether it is in play.
create index daily_entry on daily (import, position);
create index game_entry on game (import, position);

-- The entry of a daily or of a game has this puzzle: its own key said so twice, and without an index.
alter table daily drop constraint daily_puzzle_fkey;
alter table game drop constraint game_puzzle_fkey;
create index drawn_puzzle on drawn (puzzle);

-- +goose Down
set local lock_timeout = '10s';

drop index drawn_puzzle;
alter table game add constraint game_puzzle_fkey foreign key (puzzle) references puzzle;
alter table daily add constraint daily_puzzle_fkey foreign key (puzzle) references puzzle;
drop index game_entry;
drop index daily_entry;
drop table pending_import, audit, rating, rating_program, reject_reason;
alter table collection drop column source, drop column licence, drop column author, drop column published;
