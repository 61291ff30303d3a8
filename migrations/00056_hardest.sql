-- The hardest technique of a puzzle is stored only where the techniques that it needs do not say it: new rows take
-- 16 bytes less.
-- Oldest program: 40
-- Down loses: nothing.
-- An older program's search names no hardest technique for puzzles that come from here on, and its audit lists them.

-- +goose Up
set local lock_timeout = '1s';

-- The hardest technique, where '' stands for the last of those needed: bit i for the technique i of logic.Rated.
create function hardest_of(hardest text, needs smallint) returns text language sql immutable parallel safe
    return case when hardest <> '' then hardest else coalesce((array[
        'naked-single', 'hidden-single', 'pointing', 'claiming', 'naked-pair', 'hidden-pair', 'naked-triple',
        'hidden-triple', 'naked-quad', 'hidden-quad', 'x-wing', 'swordfish', 'jellyfish', 'contradiction'
    ])[length(ltrim(needs::integer::bit(16)::text, '0'))], '') end;

create or replace view named_puzzle as
select p.id, p.key, p.shape, p.tier, p.score, hardest_of(p.hardest, p.needs) as hardest, e.import, e.position,
       read_grid(e.grid, p.clues) as clues, e.name, e.author
from puzzle p join entry e on e.import = p.import and e.position = p.position;

create or replace view entered_puzzle as
select p.id, p.key, p.shape, p.tier, p.score, hardest_of(p.hardest, p.needs) as hardest, e.import, e.position,
       read_grid(e.grid, p.clues) as clues, e.name, e.author,
       e.collection, p.rnd, e.line, written_text(e.text, e.grid, p.clues) as text, e.comment
from entry e join puzzle p on p.id = e.puzzle;

-- +goose Down
set local lock_timeout = '1s';

-- What schema 57 has written as filled cells and their digits, as the number that programs of before read.
-- +goose StatementBegin
create function pg_temp.one_number(grid bytea) returns bytea language plpgsql immutable as $$
declare
    number numeric := 0;
    next integer := 11; -- byte
    digits integer := bit_count(substring(grid for next));
    part numeric;
    of_part integer := 0; -- digits that it still has
    packed bytea := decode(repeat('00', 34), 'hex');
begin
    for cell in 0 .. 80 loop
        number := number * 10;
        if get_bit(grid, cell) = 1 then
            if of_part = 0 then
                of_part := least(digits, 20);
                digits := digits - of_part;
                part := 0;
                for n in 1 .. (317 * of_part + 799) / 800 loop
                    part := part * 256 + get_byte(grid, next);
                    next := next + 1;
                end loop;
            end if;
            number := number + part % 9 + 1;
            part := div(part, 9);
            of_part := of_part - 1;
        end if;
    end loop;
    for n in reverse 33 .. 0 loop
        packed := set_byte(packed, n, (number % 256)::integer);
        number := div(number, 256);
    end loop;
    return packed;
end $$;
-- +goose StatementEnd
update puzzle set clues = pg_temp.one_number(clues) where length(clues) between 11 and 33;
update entry set grid = pg_temp.one_number(grid) where length(grid) between 11 and 33;
update event set grid = pg_temp.one_number(grid) where length(grid) between 11 and 33;
update game set grid = pg_temp.one_number(grid) where length(grid) between 11 and 33;
update game set start_grid = pg_temp.one_number(start_grid) where length(start_grid) between 11 and 33;
update pattern_round set grid = pg_temp.one_number(grid) where length(grid) between 11 and 33;
update pattern_puzzle set grid = pg_temp.one_number(grid) where length(grid) between 11 and 33;

update puzzle set hardest = hardest_of(hardest, needs) where hardest = '' and needs <> 0;

create or replace view named_puzzle as
select p.id, p.key, p.shape, p.tier, p.score, p.hardest, e.import, e.position, read_grid(e.grid, p.clues) as clues, e.name, e.author
from puzzle p join entry e on e.import = p.import and e.position = p.position;

create or replace view entered_puzzle as
select p.id, p.key, p.shape, p.tier, p.score, p.hardest, e.import, e.position, read_grid(e.grid, p.clues) as clues, e.name, e.author,
       e.collection, p.rnd, e.line, written_text(e.text, e.grid, p.clues) as text, e.comment
from entry e join puzzle p on p.id = e.puzzle;

drop function hardest_of;
