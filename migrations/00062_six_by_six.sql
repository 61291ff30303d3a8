-- Puzzles may be 6×6: shape 2. They are given out by tier as sudoku are, in the slots 21 to 25, and a guild may post a 6×6
-- instead of its daily or beside it. A grid of 6×6 is stored as its 36 digits, of which an older program says that they hold
-- no grid: it answers with an error where such a puzzle is opened.
-- Oldest program: 58
-- Down loses: the 6×6 puzzles, with their dailies and games, and the saved searches for them. Their lines become rejected
-- ones.

-- +goose Up
set local lock_timeout = '200ms';

-- In the order in which programs lock them, puzzle last: a program that draws a daily would be in a deadlock otherwise.
alter table guild
    add column shapes smallint[] not null default '{0,0,0,0,0,0,0}' check (cardinality(shapes) = 7), -- of what is posted, from Sunday
    add column six_by_six boolean[] not null default '{f,f,f,f,f,f,f}' check (cardinality(six_by_six) = 7); -- beside it, from Sunday

alter table outbox add column beside smallint[] not null default '{}'; -- shapes of the other dailies in the post of a daily

alter table puzzle
    drop constraint puzzle_shape_check1,
    add constraint puzzle_shape_check check (shape in (0, 1, 2)) not valid; -- sudoku, shidoku, 6×6

-- The number of the kind under which a puzzle is given out: library.Slot.
create function slot_of(shape integer, tier integer) returns smallint language sql immutable parallel safe
    return case shape when 1 then 0 else 10 * shape + tier end;

-- The index entry_order is made with this function, which returns for slots below 8 what it always has. Other slots have
-- -64 * collection - slot, so that no two collections share a number. It does without "case": PostgreSQL has to see that it
-- is null if the slot is, or else it does not use an index of the slots that are not null.
create or replace function shelf(collection integer, slot integer) returns integer language sql immutable parallel safe
    return collection * 8 + slot - (slot > 7)::integer * (72 * collection + 2 * slot);

-- A session keeps the index's expression, in which the function was resolved, until the index is changed: without this,
-- sessions that are connected would read all entries for each puzzle that they draw.
alter index entry_order set (fillfactor = 90);
alter index entry_order reset (fillfactor);

-- +goose StatementBegin
create or replace function count_clues(clues bytea) returns smallint language plpgsql immutable parallel safe as $$
declare
    digits numeric := 0;
begin
    if length(clues) = 36 then
        return length(replace(encode(clues, 'escape'), '0', ''));
    end if;
    if length(clues) between 11 and 33 then
        return bit_count(substring(clues for 11));
    end if;
    for i in 0 .. length(clues) - 1 loop
        digits := digits * 256 + get_byte(clues, i);
    end loop;
    return length(replace(digits::text, '0', ''));
end $$;

create or replace function want_no_entry() returns trigger language plpgsql as $$
begin
    if tg_when = 'BEFORE' then
        lock table entry in share row exclusive mode;
        return null;
    end if;
    if exists (
        select from (
            select array_agg(id) as puzzles, array_agg(slot_of(shape, tier)) as slots, array_agg(rnd) as rnds from gone
        ) g cross join lateral entries_of(g.puzzles, g.slots, g.rnds)
    ) then
        raise foreign_key_violation using message = 'a puzzle cannot go: entries refer to it';
    end if;
    return null;
end $$;
-- +goose StatementEnd

-- +goose Down
set local lock_timeout = '200ms';

delete from party where id in (select party from game where shape = 2);
delete from game where shape = 2;
delete from duel where shape = 2;
delete from daily where shape = 2;
delete from rotation where shape = 2;
delete from pattern_round where length(grid) = 36;
delete from search where wishes ->> 'shape' = '2';
update guild set searches = array(
    select case when exists (select from search where id = s) then s else 0 end from unnest(searches) with ordinality u (s, day) order by day
) where exists (select from unnest(searches) s where s <> 0 and not exists (select from search where id = s));

create temporary table small on commit drop as select id from puzzle where shape = 2;
create temporary table small_lines on commit drop as
    select e.import, count(*) as lines, count(*) filter (where fresh) as fresh from entry e join small s on s.id = e.puzzle group by e.import;
delete from drawn where puzzle in (select id from small);
delete from rating where puzzle in (select id from small);
delete from search_found where puzzle in (select id from small);
delete from entry where puzzle in (select id from small);
delete from puzzle where id in (select id from small);
delete from collection_count where slot > 5;
update import i set fresh = i.fresh - l.fresh, duplicates = duplicates - (l.lines - l.fresh), rejected = rejected + l.lines
from small_lines l where l.import = i.id;
insert into reject_reason as r (import, reason, lines) select import, 'a 6x6', lines from small_lines
on conflict (import, reason) do update set lines = r.lines + excluded.lines;

alter table outbox drop column beside;
alter table guild
    drop column shapes,
    drop column six_by_six;

alter table puzzle
    drop constraint puzzle_shape_check,
    add constraint puzzle_shape_check1 check (shape in (0, 1)) not valid;

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

create or replace function count_clues(clues bytea) returns smallint language plpgsql immutable parallel safe as $$
declare
    digits numeric := 0;
begin
    if length(clues) between 11 and 33 then
        return bit_count(substring(clues for 11));
    end if;
    for i in 0 .. length(clues) - 1 loop
        digits := digits * 256 + get_byte(clues, i);
    end loop;
    return length(replace(digits::text, '0', ''));
end $$;
-- +goose StatementEnd

create or replace function shelf(collection integer, slot integer) returns integer language sql immutable parallel safe
    return collection * 8 + slot;
alter index entry_order set (fillfactor = 90);
alter index entry_order reset (fillfactor);
drop function slot_of;
