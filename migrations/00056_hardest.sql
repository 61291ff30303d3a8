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

update puzzle set hardest = hardest_of(hardest, needs) where hardest = '' and needs <> 0;

create or replace view named_puzzle as
select p.id, p.key, p.shape, p.tier, p.score, p.hardest, e.import, e.position, read_grid(e.grid, p.clues) as clues, e.name, e.author
from puzzle p join entry e on e.import = p.import and e.position = p.position;

create or replace view entered_puzzle as
select p.id, p.key, p.shape, p.tier, p.score, p.hardest, e.import, e.position, read_grid(e.grid, p.clues) as clues, e.name, e.author,
       e.collection, p.rnd, e.line, written_text(e.text, e.grid, p.clues) as text, e.comment
from entry e join puzzle p on p.id = e.puzzle;

drop function hardest_of;
