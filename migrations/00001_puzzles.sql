-- Puzzles, and the collections and imports that they came in with.

-- +goose Up
set local lock_timeout = '10s';

create table collection (
    id   bigint generated always as identity primary key,
    name text not null unique check (name <> ''),
    made timestamptz not null default now()
);

-- One source read into one collection. The counters move in the transaction that adds the
-- rows they count, so an import that was killed goes on where it stopped: at entry "done".
create table import (
    id         bigint generated always as identity primary key,
    collection bigint not null references collection,
    digest     bytea not null check (length(digest) = 32), -- SHA-256 of the source's entries
    source     text not null, -- the name of the file, for people
    by         text not null, -- who did it, for people
    total      integer not null check (total >= 0), -- entries in the source
    done       integer not null default 0 check (done between 0 and total),
    fresh      integer not null default 0, -- puzzles that the archive did not have
    duplicates integer not null default 0,
    rejected   integer not null default 0,
    started    timestamptz not null default now(),
    finished   timestamptz,
    unique (collection, digest),
    check (done = fresh + duplicates + rejected)
);

-- One row for each class of isomorphs. The key is the first 128 bits of the SHA-256 of the
-- canonical form. Of the keys that were measured, uuid has a third of the index of text and
-- costs half the time; 64 bits would collide.
create table puzzle (
    id             bigint generated always as identity primary key,
    key            uuid not null unique,
    clues          bytea not null, -- all digits as one number: 34 bytes a sudoku, 7 a shidoku
    shape          smallint not null check (shape in (0, 1)), -- sudoku, shidoku
    tier           smallint not null check (tier between 1 and 5),
    score          double precision not null, -- expected solving time, seconds
    hardest        text not null,             -- key of the hardest technique
    rating_version smallint not null,
    rnd            double precision not null default random(), -- its place in the shuffled order
    import         bigint not null references import, -- the entry that brought it in,
    position       integer not null                   -- which this names: (import, position)
);

create index puzzle_order on puzzle (shape, tier, rnd, id);

-- Every accepted line of a source, as it was written. Bytes and not text, because names in
-- files come in any encoding and have to go out as they came in.
create table entry (
    import   bigint not null references import,
    position integer not null, -- counts the entries of the source, from 1
    puzzle   bigint not null references puzzle,
    line     integer not null,
    grid     bytea not null, -- the clues as they were read, like puzzle.clues
    text     bytea not null, -- the clues as they were written
    name     bytea not null,
    author   bytea not null,
    comment  bytea not null,
    primary key (import, position)
);

create table reject (
    import   bigint not null references import,
    position integer not null,
    line     integer not null,
    text     bytea not null,
    reason   text not null,
    primary key (import, position)
);

-- A puzzle with the name and the author of the entry that brought it in.
create view named_puzzle as
select p.id, p.key, p.clues, p.shape, p.tier, p.score, p.hardest, e.name, e.author
from puzzle p join entry e on e.import = p.import and e.position = p.position;

-- +goose Down
set local lock_timeout = '10s';

drop view named_puzzle;
drop table reject, entry, puzzle, import, collection;
