-- A revert finds the entries that remain of its puzzles with fewer look-ups: not in the collection that gives out the
-- reverted line itself, and with the collections read once instead of for each puzzle. That a changed entry's puzzle
-- exists is no longer looked up, since an entry keeps its puzzle.
-- Oldest program: 40
-- Down loses: nothing.

-- +goose Up
set local lock_timeout = '1s';

drop trigger entry_puzzle_changed on entry;
drop trigger entry_number on entry;
create trigger entry_number before update of import, position, puzzle on entry execute function want_same_number();

-- The entries of puzzles, each of which has a place in the shuffled order, and may have a collection whose given out
-- entry is not wanted. Where the slot is null, of those that are not given out at least. A look into each of many
-- collections costs more than to read what may have some of the puzzles, which can be all entries.
drop function entries_of(integer[], smallint[], integer[]);
-- +goose StatementBegin
create function entries_of(puzzles integer[], slots smallint[], rnds integer[], besides integer[] default '{}')
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
        select e.puzzle, e.import, e.position, e.collection
        from (select c.collection::integer, c.slot from collection_count c where c.slot = any (slots) offset 0) n
        join unnest(puzzles, slots, rnds, besides) p (id, slot, rnd, beside) on p.slot = n.slot and p.beside is distinct from n.collection
        cross join lateral (
            select * from entry r
            where shelf(r.collection, r.slot) = shelf(n.collection, n.slot) and r.rnd = p.rnd and r.slot is not null and r.puzzle = p.id offset 0
        ) e;
end $$;
-- +goose StatementEnd

-- +goose Down
set local lock_timeout = '1s';

drop function entries_of(integer[], smallint[], integer[], integer[]);
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
drop trigger entry_number on entry;
create trigger entry_number before update of import, position on entry execute function want_same_number();
create trigger entry_puzzle_changed after update on entry referencing new table as added execute function want_puzzle();
