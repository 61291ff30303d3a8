-- What searches ask of a puzzle is in its row, so that they need not read its clues. A row that has null here was
-- rated by a version before 4: until it is rated again, the program looks at the clues.

-- +goose Up
set local lock_timeout = '10s';

-- Rows are multiples of 8 bytes, and most have one to spare: these columns cost 8 bytes a puzzle, as one would.
alter table puzzle
    add column clue_count smallint,
    add column symmetries smallint, -- of isomorphs: bit s for the symmetry s of package criteria
    add column needs smallint;      -- bit i for the technique i of its version of the rating

-- How many clues there are, for rows that do not have it.
-- +goose StatementBegin
create function count_clues(clues bytea) returns smallint language plpgsql immutable parallel safe as $$
declare
    digits numeric := 0;
begin
    for i in 0 .. length(clues) - 1 loop
        digits := digits * 256 + get_byte(clues, i);
    end loop;
    return length(replace(digits::text, '0', ''));
end $$;
-- +goose StatementEnd

create or replace view entered_puzzle as
select p.id, p.key, p.shape, p.tier, p.score, p.hardest, e.import, e.position, read_grid(e.grid, p.clues) as clues, e.name, e.author,
       e.collection, p.rnd, e.line, written_text(e.text, e.grid, p.clues) as text, e.comment
from entry e join puzzle p on p.id = e.puzzle;

-- +goose Down
set local lock_timeout = '10s';

drop view entered_puzzle;
create view entered_puzzle as
select p.id, p.key, p.shape, p.tier, p.score, p.hardest, e.import, e.position, read_grid(e.grid, p.clues) as clues, e.name, e.author
from entry e join puzzle p on p.id = e.puzzle;

drop function count_clues;
alter table puzzle drop column clue_count, drop column symmetries, drop column needs;
