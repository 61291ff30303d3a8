-- Puzzles and entries take up less room: columns are narrow and stand without gaps, and an entry does
-- not repeat what its puzzle says. That rows refer to what is there is checked once for each
-- statement, not for each row.

-- +goose Up
set local lock_timeout = '10s';

drop view entered_puzzle, named_puzzle;
alter table daily drop constraint daily_puzzle_fkey, drop constraint daily_import_position_fkey;
alter table game drop constraint game_puzzle_fkey, drop constraint game_import_position_fkey;
alter table drawn drop constraint drawn_puzzle_fkey;
alter table puzzle rename to puzzle_before;
alter table entry rename to entry_before;
alter sequence puzzle_id_seq rename to puzzle_before_id_seq;
alter table puzzle_before rename constraint puzzle_pkey to puzzle_before_pkey;
alter table puzzle_before rename constraint puzzle_key_key to puzzle_before_key_key;
alter table entry_before rename constraint entry_pkey to entry_before_pkey;
drop index entry_order;

-- One row for each class of isomorphs, as before. The place in the shuffled order is a whole number:
-- of a million puzzles, about a hundred pairs share one.
create table puzzle (
    score          double precision not null, -- expected solving time, seconds
    key            uuid not null,
    id             integer generated always as identity,
    rnd            integer not null default (floor(random() * 4294967296) - 2147483648)::integer, -- its place in the shuffled order
    import         integer not null, -- the entry that brought it in,
    position       integer not null, -- which this names: (import, position)
    shape          smallint not null check (shape in (0, 1)), -- sudoku, shidoku
    tier           smallint not null check (tier between 1 and 5),
    rating_version smallint not null,
    hardest        text not null, -- key of the hardest technique
    clues          bytea not null -- all digits as one number: 34 bytes a sudoku, 7 a shidoku
);

create table entry (
    import     integer not null,
    position   integer not null, -- counts the entries of the source, from 1
    line       integer not null,
    puzzle     integer not null,
    rnd        integer, -- puzzle.rnd
    collection integer not null, -- the import's
    slot       smallint, -- the tier under which it is given out, 0 for a shidoku; null: it is not
    fresh      boolean not null, -- the owner of the collection did not have the puzzle before
    grid       bytea not null, -- the clues as they were read, like puzzle.clues; '': they are those
    text       bytea not null, -- the clues as they were written, see written_text
    name       bytea not null,
    author     bytea not null,
    comment    bytea not null
);

-- The index of the shuffled order is a third smaller with one number for collection and slot.
create function shelf(collection integer, slot integer) returns integer language sql immutable parallel safe
    return collection * 8 + slot;

create function read_grid(grid bytea, clues bytea) returns bytea language sql immutable parallel safe
    return case when length(grid) = 0 then clues else grid end;

-- What was written is the grid, cell by cell, in most files. Then the column has the character of
-- the empty cells alone, or nothing for '.'. This returns 1 and the text, or else 0, the grid and what the column
-- has, for the program to write the text.
create function written_text(text bytea, grid bytea, clues bytea) returns bytea language sql immutable parallel safe
    return case when length(text) > 1 then '\x01'::bytea || text else '\x00'::bytea || read_grid(grid, clues) || text end;

-- The digits of a grid, 0 for an empty cell. It takes microseconds, and is here for this migration.
create or replace function pg_temp.piece(grid bytea, start integer, bytes integer) returns numeric language sql immutable
    return ('x' || lpad(encode(substring(grid from start for bytes), 'hex'), 16, '0'))::bit(64)::bigint::numeric;
create or replace function pg_temp.digits(grid bytea) returns text language sql immutable
    return case length(grid)
        when 7 then lpad(pg_temp.piece(grid, 1, 7)::text, 16, '0')
        else lpad((((((pg_temp.piece(grid, 1, 6) * 72057594037927936 + pg_temp.piece(grid, 7, 7)) * 72057594037927936
            + pg_temp.piece(grid, 14, 7)) * 72057594037927936 + pg_temp.piece(grid, 21, 7)) * 72057594037927936) + pg_temp.piece(grid, 28, 7))::text, 81, '0')
    end;

insert into puzzle (score, key, id, rnd, import, position, shape, tier, rating_version, hardest, clues)
overriding system value
select score, key, id, (floor(rnd * 4294967296) - 2147483648)::integer, import, position, shape, tier, rating_version, hardest, clues
from puzzle_before order by id;

select setval('puzzle_id_seq', (select last_value from puzzle_before_id_seq), (select is_called from puzzle_before_id_seq));

-- The text and its empty cells as they are in the escape format, which is as long only if they are plain.
insert into entry
select e.import, e.position, e.line, e.puzzle, (floor(e.rnd * 4294967296) - 2147483648)::integer, e.collection, e.slot, e.fresh,
       case when e.grid = p.clues then '' else e.grid end,
       case
           when length(e.text) <> length(w.digits) or w.blank in ('1', '2', '3', '4', '5', '6', '7', '8', '9', '') then e.text
           when translate(encode(e.text, 'escape'), w.blank, '0') <> w.digits then e.text
           when w.blank = '.' then ''
           else convert_to(w.blank, 'SQL_ASCII')
       end,
       e.name, e.author, e.comment
from entry_before e join puzzle p on p.id = e.puzzle
cross join lateral (select pg_temp.digits(e.grid) as digits offset 0) d
cross join lateral (select d.digits, substr(encode(e.text, 'escape'), position('0' in d.digits), 1) as blank offset 0) w
order by e.import, e.position;

drop table entry_before, puzzle_before;
alter table puzzle add constraint puzzle_pkey primary key (id) with (fillfactor = 100), add constraint puzzle_key_key unique (key);
alter table entry add constraint entry_pkey primary key (import, position) with (fillfactor = 100);
create index entry_order on entry (shelf(collection, slot), rnd) where slot is not null;

alter table rotation
    alter column rnd drop default,
    alter column rnd type integer using greatest(-2147483648, least(2147483647, floor(rnd * 4294967296) - 2147483648))::integer,
    alter column rnd set default (floor(random() * 4294967296) - 2147483648)::integer;

-- One type for the numbers of puzzles and imports, wherever they stand.
alter table reject drop constraint reject_import_fkey;
alter table import alter column id type integer;
alter table reject alter column import type integer, add constraint reject_import_fkey foreign key (import) references import;
alter table daily alter column puzzle type integer, alter column import type integer;
alter table game alter column puzzle type integer, alter column import type integer;
alter table drawn alter column puzzle type integer;

alter table daily
    add constraint daily_puzzle_fkey foreign key (puzzle) references puzzle,
    add constraint daily_import_position_fkey foreign key (import, position) references entry;
alter table game
    add constraint game_puzzle_fkey foreign key (puzzle) references puzzle,
    add constraint game_import_position_fkey foreign key (import, position) references entry;
alter table drawn add constraint drawn_puzzle_fkey foreign key (puzzle) references puzzle;

-- A puzzle with the clues, the name and the author of the entry that brought it in.
create view named_puzzle as
select p.id, p.key, p.shape, p.tier, p.score, p.hardest, e.import, e.position, read_grid(e.grid, p.clues) as clues, e.name, e.author
from puzzle p join entry e on e.import = p.import and e.position = p.position;

-- A puzzle as an entry has it.
create view entered_puzzle as
select p.id, p.key, p.shape, p.tier, p.score, p.hardest, e.import, e.position, read_grid(e.grid, p.clues) as clues, e.name, e.author
from entry e join puzzle p on p.id = e.puzzle;

-- What follows stands for the foreign keys puzzle.import, entry.import and entry.puzzle. Those of
-- PostgreSQL do a query for each row, and lock each row that is referred to: of the cost of a new
-- puzzle that was a fifth. Here an import's row is locked once, and puzzles not at all: whoever
-- deletes puzzles waits for all that add entries, and they for it. "offset 0" asks an index about one
-- row at a time, instead of reading the table that is referred to.

-- +goose StatementBegin
create function want_import() returns trigger language plpgsql as $$
declare
    ids integer[] := array(select distinct import from added);
    found integer;
begin
    perform from import where id = any (ids) for key share;
    get diagnostics found = row_count;
    if found < cardinality(ids) then
        raise foreign_key_violation using message = format('a row of table %I refers to an import that is not there', tg_table_name);
    end if;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create function want_puzzle() returns trigger language plpgsql as $$
begin
    if exists (select from added a where not exists (select from puzzle p where p.id = a.puzzle offset 0)) then
        raise foreign_key_violation using message = 'an entry refers to a puzzle that is not there';
    end if;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create function want_no_entry() returns trigger language plpgsql as $$
begin
    if tg_when = 'BEFORE' then
        lock table entry in share row exclusive mode;
    elsif exists (select from entry where puzzle in (select id from gone)) then
        raise foreign_key_violation using message = 'a puzzle cannot go: entries refer to it';
    end if;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create function want_empty_import() returns trigger language plpgsql as $$
begin
    if exists (select from gone g where exists (select from entry e where e.import = g.id offset 0))
    or exists (select from puzzle where import in (select id from gone)) then
        raise foreign_key_violation using message = 'an import cannot go: entries or puzzles refer to it';
    end if;
    return null;
end $$;
-- +goose StatementEnd

create trigger puzzle_import after insert on puzzle referencing new table as added execute function want_import();
create trigger puzzle_import_changed after update on puzzle referencing new table as added execute function want_import();
create trigger entry_import after insert on entry referencing new table as added execute function want_import();
create trigger entry_import_changed after update on entry referencing new table as added execute function want_import();
create trigger entry_puzzle after insert on entry referencing new table as added execute function want_puzzle();
create trigger entry_puzzle_changed after update on entry referencing new table as added execute function want_puzzle();
create trigger puzzle_gone_locks before delete on puzzle execute function want_no_entry();
create trigger puzzle_gone after delete on puzzle referencing old table as gone execute function want_no_entry();
create trigger import_gone after delete on import referencing old table as gone execute function want_empty_import();

-- +goose Down
set local lock_timeout = '10s';

drop view entered_puzzle, named_puzzle;
drop trigger import_gone on import;
alter table daily drop constraint daily_puzzle_fkey, drop constraint daily_import_position_fkey;
alter table game drop constraint game_puzzle_fkey, drop constraint game_import_position_fkey;
alter table drawn drop constraint drawn_puzzle_fkey;
alter table puzzle rename to puzzle_narrow;
alter table entry rename to entry_narrow;
alter sequence puzzle_id_seq rename to puzzle_narrow_id_seq;
alter table puzzle_narrow rename constraint puzzle_pkey to puzzle_narrow_pkey;
alter table puzzle_narrow rename constraint puzzle_key_key to puzzle_narrow_key_key;
alter table entry_narrow rename constraint entry_pkey to entry_narrow_pkey;
drop index entry_order;

alter table reject drop constraint reject_import_fkey;
alter table import alter column id type bigint;
alter table reject alter column import type bigint, add constraint reject_import_fkey foreign key (import) references import;

create table puzzle (
    id             bigint generated always as identity,
    key            uuid not null,
    clues          bytea not null,
    shape          smallint not null check (shape in (0, 1)),
    tier           smallint not null check (tier between 1 and 5),
    score          double precision not null,
    hardest        text not null,
    rating_version smallint not null,
    rnd            double precision not null default random(),
    import         bigint not null references import,
    position       integer not null
);

create table entry (
    import     bigint not null references import,
    position   integer not null,
    line       integer not null,
    puzzle     bigint not null,
    rnd        double precision,
    collection integer not null,
    slot       smallint,
    fresh      boolean not null,
    grid       bytea not null,
    text       bytea not null,
    name       bytea not null,
    author     bytea not null,
    comment    bytea not null
);

create or replace function pg_temp.piece(grid bytea, start integer, bytes integer) returns numeric language sql immutable
    return ('x' || lpad(encode(substring(grid from start for bytes), 'hex'), 16, '0'))::bit(64)::bigint::numeric;
create or replace function pg_temp.digits(grid bytea) returns text language sql immutable
    return case length(grid)
        when 7 then lpad(pg_temp.piece(grid, 1, 7)::text, 16, '0')
        else lpad((((((pg_temp.piece(grid, 1, 6) * 72057594037927936 + pg_temp.piece(grid, 7, 7)) * 72057594037927936
            + pg_temp.piece(grid, 14, 7)) * 72057594037927936 + pg_temp.piece(grid, 21, 7)) * 72057594037927936) + pg_temp.piece(grid, 28, 7))::text, 81, '0')
    end;

insert into puzzle (id, key, clues, shape, tier, score, hardest, rating_version, rnd, import, position)
overriding system value
select id, key, clues, shape, tier, score, hardest, rating_version, (rnd + 2147483648) / 4294967296::double precision, import, position
from puzzle_narrow order by id;

select setval('puzzle_id_seq', (select last_value from puzzle_narrow_id_seq), (select is_called from puzzle_narrow_id_seq));

insert into entry
select e.import, e.position, e.line, e.puzzle, (e.rnd + 2147483648) / 4294967296::double precision, e.collection, e.slot, e.fresh,
       read_grid(e.grid, p.clues),
       case
           when length(e.text) > 1 then e.text
           else convert_to(translate(pg_temp.digits(read_grid(e.grid, p.clues)), '0', case when length(e.text) = 0 then '.' else encode(e.text, 'escape') end), 'SQL_ASCII')
       end,
       e.name, e.author, e.comment
from entry_narrow e join puzzle p on p.id = e.puzzle
order by e.import, e.position;

drop table entry_narrow, puzzle_narrow;
drop function want_import, want_puzzle, want_no_entry, want_empty_import, written_text, read_grid, shelf;
alter table puzzle add constraint puzzle_pkey primary key (id), add constraint puzzle_key_key unique (key);
alter table entry add constraint entry_pkey primary key (import, position), add constraint entry_puzzle_fkey foreign key (puzzle) references puzzle;
create index entry_order on entry (collection, slot, rnd) where slot is not null;

alter table rotation
    alter column rnd drop default,
    alter column rnd type double precision using (rnd + 2147483648) / 4294967296::double precision,
    alter column rnd set default random();

alter table daily alter column puzzle type bigint, alter column import type bigint;
alter table game alter column puzzle type bigint, alter column import type bigint;
alter table drawn alter column puzzle type bigint;

alter table daily
    add constraint daily_puzzle_fkey foreign key (puzzle) references puzzle,
    add constraint daily_import_position_fkey foreign key (import, position) references entry;
alter table game
    add constraint game_puzzle_fkey foreign key (puzzle) references puzzle,
    add constraint game_import_position_fkey foreign key (import, position) references entry;
alter table drawn add constraint drawn_puzzle_fkey foreign key (puzzle) references puzzle;

create view named_puzzle as
select p.id, p.key, p.shape, p.tier, p.score, p.hardest, e.import, e.position, e.grid as clues, e.name, e.author
from puzzle p join entry e on e.import = p.import and e.position = p.position;

create view entered_puzzle as
select p.id, p.key, p.shape, p.tier, p.score, p.hardest, e.import, e.position, e.grid as clues, e.name, e.author
from entry e join puzzle p on p.id = e.puzzle;
