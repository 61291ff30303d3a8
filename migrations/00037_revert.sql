-- An import that is taken back keeps what is known of its rejected lines until it is gone, and its puzzles are
-- found by what single ranges of the entries have.

-- +goose Up
set local lock_timeout = '10s';

-- Rejected lines up to this position are counted in reject_reason, and stored in reject, though the import may
-- not have come so far: a reversal that ended early took it back from there. 0: as far as it has come.
alter table import add column rejects_to integer not null default 0;

-- Rows that are written anew stand wherever there is space. A range of blocks with a single one of another part
-- of the table would be read for all that is between: here it is several ranges of puzzles.
drop index entry_puzzle;
create index entry_puzzle on entry using brin (puzzle int4_minmax_multi_ops) with (pages_per_range = 16);

-- Entries that are not given out, since their collection has the puzzle already. Those that are given out have
-- entry_order.
create index entry_repeat on entry (puzzle) where slot is null;

-- The entries of puzzles, each of which has a place in the shuffled order. Where the slot is null, of those that
-- are not given out at least. A look into each of many collections costs more than to read what may have some of
-- the puzzles, which can be all entries.
-- +goose StatementBegin
create function entries_of(puzzles integer[], slots smallint[], rnds integer[])
    returns table (puzzle integer, import integer, "position" integer, collection integer)
    language plpgsql rows 1000 set enable_seqscan = off as $$
declare
    first integer;
    last integer;
begin
    return query
        select e.puzzle, e.import, e.position, e.collection from unnest(puzzles) p (id)
        cross join lateral (select * from entry r where r.puzzle = p.id and r.slot is null offset 0) e;
    select min(id), max(id) into first, last from unnest(puzzles, slots) p (id, slot) where slot is not null;
    if first is null then
        return;
    end if;
    if (select count(distinct n.collection) from collection_count n) > 64 then
        return query
            select e.puzzle, e.import, e.position, e.collection from entry e
            where e.puzzle between first and last and e.puzzle = any (puzzles) and e.slot is not null;
        return;
    end if;
    return query
        select e.puzzle, e.import, e.position, e.collection from unnest(puzzles, slots, rnds) p (id, slot, rnd)
        cross join lateral (select * from collection_count c where c.slot = p.slot offset 0) n
        cross join lateral (
            select * from entry r
            where shelf(r.collection, r.slot) = shelf(n.collection::integer, n.slot) and r.rnd = p.rnd and r.slot is not null and r.puzzle = p.id offset 0
        ) e;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create or replace function want_no_entry() returns trigger language plpgsql as $$
begin
    if tg_when = 'BEFORE' then
        lock table entry in share row exclusive mode;
        return null;
    end if;
    if exists (
        select from (
            select array_agg(id) as puzzles, array_agg((case shape when 1 then 0 else tier end)::smallint) as slots, array_agg(rnd) as rnds from gone
        ) g cross join lateral entries_of(g.puzzles, g.slots, g.rnds)
    ) then
        raise foreign_key_violation using message = 'a puzzle cannot go: entries refer to it';
    end if;
    return null;
end $$;
-- +goose StatementEnd

-- +goose Down
set local lock_timeout = '10s';

-- +goose StatementBegin
create or replace function want_no_entry() returns trigger language plpgsql set enable_seqscan = off as $$
declare
    first integer;
    last integer;
begin
    if tg_when = 'BEFORE' then
        lock table entry in share row exclusive mode;
        return null;
    end if;
    select min(id), max(id) into first, last from gone;
    if exists (select from entry where puzzle between first and last and puzzle in (select id from gone)) then
        raise foreign_key_violation using message = 'a puzzle cannot go: entries refer to it';
    end if;
    return null;
end $$;
-- +goose StatementEnd

drop function entries_of;
drop index entry_repeat;
drop index entry_puzzle;
create index entry_puzzle on entry using brin (puzzle) with (pages_per_range = 16);

alter table import drop column rejects_to;
