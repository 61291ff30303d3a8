-- The tier under which a Shidoku was published as a daily stays when its puzzle is rated again. That of
-- a sudoku is the tier that was asked for, and so a part of the daily already.

-- +goose Up
set local lock_timeout = '10s';

alter table daily add column published_tier smallint check (published_tier between 1 and 5);

update daily d set published_tier = p.tier from puzzle p where p.id = d.puzzle and d.tier = 0;

alter table daily add constraint daily_published check (tier > 0 or published_tier is not null);

-- +goose Down
set local lock_timeout = '10s';

alter table daily drop column published_tier;
