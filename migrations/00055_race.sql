-- Races: duels without an opponent, which up to ten players join, and which may count for ratings. A program that does not know
-- them shows one with a name missing, and takes it for over once two have solved it: open no race until all are updated.
-- Oldest program: 40
-- Down loses: races. The games stay, as their players' own.

-- +goose Up
set local lock_timeout = '1s';

alter table duel add column rated boolean not null default false; -- of a race, whose opponent is ''

-- +goose Down
set local lock_timeout = '1s';

delete from duel where opponent = '';
alter table duel drop column rated;
