-- The open archive for notebooks: views of what anyone may see without signing in, in a schema of their own. 'gridkeeper lab
-- sql-role' makes a role that reads them and nothing else. Package archive/open has the same rules in Go, and a test compares
-- both: a puzzle is open if a collection of the operator's or a shared one has it, and guarded while it is in play.
--
-- A race and a board together on a pasted puzzle get its key, so that the views know the puzzle as in play if the archive has
-- it. Older programs leave it null: for as long as they run beside this schema, the views may show such a puzzle.
--
-- Oldest program: 58
-- Down loses: the rights of roles made by 'gridkeeper lab sql-role', which remain.

-- +goose Up
set local lock_timeout = '200ms';

alter table duel add column key uuid; -- of a pasted puzzle, like puzzle.key
alter table party add column key uuid; -- so too

create schema if not exists open;

-- The open puzzles that are not in play, each with the line as which it is shown: the one that brought it in, or else the first
-- of the open collections. Most lines are the former, so the indexes of the collections are asked for few. What is in play
-- beside dailies is little: an array is made of it once, where "not exists" would ask for each puzzle.
create view open_puzzle as
select p.id, p.key, p.shape, p.tier, p.score, p.rating_version, p.hardest, p.needs, p.clues, p.clue_count,
       case when c.shared then p.import else f.import end as import, case when c.shared then p.position else f.position end as position
from puzzle p join import i on i.id = p.import join collection c on c.id = i.collection
left join lateral (
    select e.import, e.position from collection o cross join lateral (
        select e.import, e.position from entry e
        where shelf(e.collection, e.slot) = shelf(o.id::integer, slot_of(p.shape, p.tier)) and e.rnd = p.rnd and e.puzzle = p.id offset 0
    ) e
    where not c.shared and o.shared
    order by e.import, e.position limit 1
) f on true
where (c.shared or f.import is not null)
  and not exists (select from daily a where a.puzzle = p.id and a.date >= (now() at time zone 'UTC')::date - 1)
  and p.id <> all (array(
      select e.puzzle from duel a join entry e on e.import = a.import and e.position = a.position where a.ended is null
      union all select g.puzzle from party a join game g on g.party = a.id where a.state = 'open'))
  and p.key <> all (array(
      select key from duel where ended is null and key is not null union all select key from party where state = 'open' and key is not null));

-- The text of a stored grid, see package postgres: 36 characters as they are, 34 or 7 bytes as one decimal number, else a bit
-- for each filled cell and then their digits, less one, in numbers of base 9 of up to 20 digits, the lowest first.
-- +goose StatementBegin
create or replace function open.text_of_grid(grid bytea) returns text language plpgsql immutable strict parallel safe as $$
declare
    size integer := length(grid);
    number numeric := 0;
    half bigint := 0;
    upper_half bigint := 0;
    digits text := '';
    at integer := 11; -- the byte that comes next
    left_over integer;
    in_number integer := 0;
    n integer := 0; -- digits read of this number
begin
    if size = 36 then
        return replace(encode(grid, 'escape'), '0', '.');
    end if;
    if size in (34, 7) then
        for i in 0 .. size - 1 loop
            number := number * 256 + get_byte(grid, i);
        end loop;
        return replace(lpad(number::text, case size when 34 then 81 else 16 end, '0'), '0', '.');
    end if;
    left_over := bit_count(substring(grid for 11));
    for i in 0 .. 80 loop
        if get_bit(grid, i) = 0 then
            digits := digits || '.';
            continue;
        end if;
        if n = in_number then
            n := 0;
            in_number := least(left_over, 20);
            left_over := left_over - in_number;
            number := 0;
            for b in 1 .. (317 * in_number + 799) / 800 loop
                number := number * 256 + get_byte(grid, at);
                at := at + 1;
            end loop;
            half := mod(number, 3486784401)::bigint; -- 9^10
            upper_half := div(number, 3486784401)::bigint;
        elsif n = 10 then
            half := upper_half;
        end if;
        digits := digits || (1 + half % 9)::text;
        half := half / 9;
        n := n + 1;
    end loop;
    return digits;
end $$;

-- Names in files come in any encoding. Text that is not UTF-8 is shown with escapes.
create or replace function open.text_of_bytes(bytes bytea) returns text language plpgsql immutable strict as $$
begin
    if length(bytes) = 0 then
        return '';
    end if;
    return convert_from(bytes, 'UTF8');
exception when character_not_in_repertoire or untranslatable_character then
    return encode(bytes, 'escape');
end $$;
-- +goose StatementEnd

-- A barrier keeps conditions of a reader from seeing rows that the view leaves out.

create view open.collection with (security_barrier) as
select c.id::integer as id, c.name, c.source, c.licence, c.author, c.published,
       (select coalesce(sum(i.fresh + i.duplicates), 0) from import i where i.collection = c.id)::integer as lines
from collection c where c.shared;

create view open.puzzle with (security_barrier) as
select p.id, replace(p.key::text, '-', '') as key, p.key as uuid,
       (array['sudoku', 'shidoku', '6x6'])[p.shape + 1] as shape,
       open.text_of_grid(read_grid(e.grid, p.clues)) as clues,
       coalesce(p.clue_count, count_clues(p.clues)) as clue_count,
       p.tier, (array['singletons', 'hidden', 'locked', 'x-wing', 'guessing'])[p.tier] as tier_name,
       p.score, p.rating_version, hardest_of(p.hardest, p.needs) as hardest,
       (select r.value from rating r where r.puzzle = p.id and r.import = 0 and r.program = (
           select id from rating_program where name = 'gridkeeper ladder' order by length(version) desc, version desc limit 1)) as ladder,
       (select r.value from rating r where r.puzzle = p.id and r.import = 0 and r.program = (
           select id from rating_program where name = 'gridkeeper se' order by length(version) desc, version desc limit 1)) as se,
       (select (r.number / 10.0)::numeric(3, 1) from rating r where r.puzzle = p.id and r.import = 0 and r.program = (
           select id from rating_program where name = 'gridkeeper se' order by length(version) desc, version desc limit 1)) as se_er,
       (select substring(r.value from '^[0-9]+')::integer from rating r where r.puzzle = p.id and r.import = 0 and r.program = (
           select id from rating_program where name = 'gridkeeper hodoku' order by length(version) desc, version desc limit 1)) as hodoku,
       (select r.number from rating r where r.puzzle = p.id and r.import = 0 and r.program = (
           select id from rating_program where name = 'gridkeeper depth' order by length(version) desc, version desc limit 1)) as depth,
       e.collection, c.name as collection_name, c.licence, open.text_of_bytes(e.name) as name, open.text_of_bytes(e.author) as author,
       i.started as imported, g.plays, g.median_seconds
from open_puzzle p left join entry e on e.import = p.import and e.position = p.position -- left: a query without its columns does without
left join import i on i.id = p.import left join collection c on c.id = e.collection
left join lateral (
    select count(*)::integer as plays, percentile_cont(0.5) within group (order by extract(epoch from g.active))::double precision as median_seconds
    from game g join player y on y.id = g.player and y.research is not null
    where g.puzzle = p.id and g.finished is not null and coalesce(g.earned, g.moves > 0) and g.apart = '' and g.practice = ''
    having count(distinct g.player) >= 10
) g on true;

create view open.line with (security_barrier) as
select e.puzzle, e.collection, e.import, e.position, e.line, i.started as imported, open.text_of_grid(read_grid(e.grid, p.clues)) as clues,
       open.text_of_bytes(e.name) as name, open.text_of_bytes(e.author) as author, open.text_of_bytes(e.comment) as comment
from entry e join collection c on c.id = e.collection and c.shared
join import i on i.id = e.import join puzzle p on p.id = e.puzzle
where exists (select from open_puzzle o where o.id = e.puzzle);

create view open.rating with (security_barrier) as
select r.puzzle::integer as puzzle, m.name as program, m.version, r.value, r.number, null::integer as import, null::integer as position
from rating r join rating_program m on m.id = r.program join open_puzzle o on o.id = r.puzzle where r.import = 0
union all
select r.puzzle::integer, m.name, m.version, r.value, r.number, r.import::integer, r.position
from rating r join rating_program m on m.id = r.program join open_puzzle o on o.id = r.puzzle
join import i on i.id = r.import join collection c on c.id = i.collection and c.shared where r.import > 0;

comment on schema open is 'The open archive: what anyone may see without signing in. Collections that are not shared, puzzles in play and players are in none of its views.';
comment on view open.collection is 'the collections that are shared with everyone, those of the operator and of guilds';
comment on column open.collection.licence is 'as stated: an SPDX identifier is best; '''': none is known';
comment on column open.collection.lines is 'accepted lines, with those of the same puzzle';
comment on view open.puzzle is 'a puzzle of these collections, as its first open line has it; while it is in play, in a daily since yesterday (UTC) or later, an open race, duel or board together, it is not here. The solution, the interval of the score and the symmetries are not stored: take them from the dump';
comment on column open.puzzle.id is 'its number in this archive, by which the views are joined';
comment on column open.puzzle.key is 'the same in every archive, for all isomorphs; gk: and this key cite it';
comment on column open.puzzle.uuid is 'the key as a uuid, which has an index: where uuid = ''…''';
comment on column open.puzzle.clues is 'row by row, . for an empty cell';
comment on column open.puzzle.tier is '1 to 5, see docs/rating.md';
comment on column open.puzzle.score is 'expected solving time of a person in seconds, by rating_version';
comment on column open.puzzle.hardest is 'the hardest technique that the tier needs';
comment on column open.puzzle.ladder is 'techniques beyond the tiers that it needs, the hardest last; null: not computed, or not of the last tier';
comment on column open.puzzle.se is 'ER/EP/ED as Sudoku Explainer 1.2.1 rates it; null: not computed';
comment on column open.puzzle.se_er is 'ER of these, as a number';
comment on column open.puzzle.hodoku is 'HoDoKu''s score; null: not computed';
comment on column open.puzzle.depth is 'of trial and error with singles; null: not computed';
comment on column open.puzzle.collection is 'of the line as which it is shown';
comment on column open.puzzle.name is 'of that line; '''': it has none';
comment on column open.puzzle.imported is 'when the import of that line began';
comment on column open.puzzle.plays is 'boards solved by players who let their times be used; null: fewer than ten such players';
comment on column open.puzzle.median_seconds is 'of their times, without gaps over five minutes';
comment on view open.line is 'the lines of open collections, in each as it was imported';
comment on column open.line.import is 'the file: lines with the same number are of one';
comment on column open.line.position is 'among the lines of the file that may be puzzles, from 1';
comment on column open.line.line is 'in the file';
comment on view open.rating is 'ratings by other programs: computed here, or as a file of an open collection has them';
comment on column open.rating.value is 'as the program puts it';
comment on column open.rating.number is 'of ratings computed here, for comparisons: tenths of ER, depth, score';
comment on column open.rating.import is 'the file that has it, with position; null: computed here';

-- +goose Down
set local lock_timeout = '200ms';

drop schema open cascade;
drop view open_puzzle;
alter table duel drop column key;
alter table party drop column key;
