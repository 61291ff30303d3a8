-- Collections belong to the operator or to a guild, and guilds choose those that their puzzles
-- come from.

-- +goose Up
set local lock_timeout = '10s';

-- Puzzles of a shared collection may be given out everywhere, those of another only in its guild.
alter table collection
    add column guild text check (guild <> ''), -- whose it is; null: the operator's
    add column shared boolean not null default false,
    drop constraint collection_name_key,
    add constraint collection_guild_name_key unique nulls not distinct (guild, name);

create index collection_shared on collection (id) where shared;

-- Until now every collection was everybody's. All that an archive knows of an import is who did
-- it: "command line", "gridkeeper", or name and id of a player. The id of a player on Discord is a
-- number, and such a player may manage several guilds: which of them the import was for is not
-- known, so their collections become the operator's, shared as they were. Other players are at the
-- terminal, whose guild is known. A collection is that guild's if all its imports were made there.
update collection c set guild = 'terminal'
from (
    select collection from import
    group by collection having bool_and(by like '% (%)' and by !~ ' \([0-9]{17,20}\)$')
) i
where i.collection = c.id;

update collection set shared = guild is null;

create table choice (
    guild      text not null,
    collection bigint not null references collection,
    primary key (guild, collection)
);

-- How many different puzzles a collection has. The counts move with the entries that they count.
create table collection_count (
    collection bigint not null references collection,
    slot       smallint not null, -- as in entry
    puzzles    integer not null,
    primary key (collection, slot)
);

-- An entry has a place in the order in which puzzles are given out if it is the first of its
-- puzzle in its collection. The index of this order takes the place of that of all puzzles. The
-- number of the collection is narrow here, and the columns are in an order without gaps between
-- them: so an entry is as long as before, but for 8 bytes.
drop view named_puzzle;
alter table entry rename to entry_before;
alter table entry_before rename constraint entry_pkey to entry_before_pkey;

create table entry (
    import     bigint not null references import,
    position   integer not null, -- counts the entries of the source, from 1
    line       integer not null,
    puzzle     bigint not null references puzzle,
    rnd        double precision, -- puzzle.rnd
    collection integer not null, -- the import's
    slot       smallint, -- the tier under which it is given out, 0 for a shidoku; null: it is not
    fresh      boolean not null, -- the owner of the collection did not have the puzzle before
    grid       bytea not null, -- the clues as they were read, like puzzle.clues
    text       bytea not null, -- the clues as they were written
    name       bytea not null,
    author     bytea not null,
    comment    bytea not null
);

-- A solved grid, which is a puzzle without a hardest technique, is never given out: imports took
-- such until schema 6.
insert into entry
select e.import, e.position, e.line, e.puzzle, case when e.given then p.rnd end, e.collection,
       case when e.given then case p.shape when 1 then 0 else p.tier end end,
       (p.import, p.position) = (e.import, e.position), e.grid, e.text, e.name, e.author, e.comment
from (
    select e.*, i.collection, p.hardest <> ''
           and row_number() over (partition by i.collection, e.puzzle order by e.import, e.position) = 1 as given
    from entry_before e join import i on i.id = e.import join puzzle p on p.id = e.puzzle
) e
join puzzle p on p.id = e.puzzle
order by e.import, e.position;

drop table entry_before;
alter table entry add constraint entry_pkey primary key (import, position);
create index entry_order on entry (collection, slot, rnd) where slot is not null;
drop index puzzle_order;

insert into collection_count
select collection, slot, count(*) from entry where slot is not null group by collection, slot;

-- A puzzle with the clues, the name and the author of the entry that brought it in.
create view named_puzzle as
select p.id, p.key, p.shape, p.tier, p.score, p.hardest, e.import, e.position, e.grid as clues, e.name, e.author
from puzzle p join entry e on e.import = p.import and e.position = p.position;

-- A puzzle as an entry has it.
create view entered_puzzle as
select p.id, p.key, p.shape, p.tier, p.score, p.hardest, e.import, e.position, e.grid as clues, e.name, e.author
from entry e join puzzle p on p.id = e.puzzle;

-- Dailies and games show the entry that they were drawn as, whatever becomes of its collection.
alter table daily add column import bigint, add column position integer;
update daily d set import = p.import, position = p.position from puzzle p where p.id = d.puzzle;
alter table daily
    alter column import set not null, alter column position set not null,
    add foreign key (import, position) references entry;

alter table game add column import bigint, add column position integer;
update game g set import = p.import, position = p.position from puzzle p where p.id = g.puzzle;
alter table game
    alter column import set not null, alter column position set not null,
    add foreign key (import, position) references entry;

-- Puzzles of a rotation's collections that the owner had last in a lap before "below" come next. For
-- other collections it begins at 1 again, while the laps count on.
alter table rotation
    drop column puzzle, -- where two have the same place, the second is found at the end of the lap
    add column collections integer[] not null default '{}',
    add column below integer not null default 1;

-- +goose Down
set local lock_timeout = '10s';

alter table rotation add column puzzle bigint not null default 0, drop column collections, drop column below;
alter table game drop column import, drop column position;
alter table daily drop column import, drop column position;
drop view entered_puzzle, named_puzzle;
create index puzzle_order on puzzle (shape, tier, rnd, id);

alter table entry rename to entry_before;
alter table entry_before rename constraint entry_pkey to entry_before_pkey;

create table entry (
    import   bigint not null references import,
    position integer not null,
    puzzle   bigint not null references puzzle,
    line     integer not null,
    grid     bytea not null,
    text     bytea not null,
    name     bytea not null,
    author   bytea not null,
    comment  bytea not null,
    primary key (import, position)
);

insert into entry
select import, position, puzzle, line, grid, text, name, author, comment from entry_before order by import, position;

drop table entry_before, collection_count, choice;

create view named_puzzle as
select p.id, p.key, p.clues, p.shape, p.tier, p.score, p.hardest, e.name, e.author
from puzzle p join entry e on e.import = p.import and e.position = p.position;

drop index collection_shared;
update collection c set name = c.name || ' of ' || c.guild where guild is not null;
alter table collection
    drop constraint collection_guild_name_key,
    drop column guild, drop column shared,
    add constraint collection_name_key unique (name);
