-- A rank is for solving: whether a result was earned on the board is said when the game is finished, by
-- play.Earned. Results of before have no such word, and keep their rank by the rule of then.

-- +goose Up
set local lock_timeout = '10s';

alter table game add column earned boolean; -- null: finished before, not finished, or a practice; then a move of the player's own is enough

drop view result;

create view result as
select g.id as game, coalesce(g.player, '') as player, coalesce(p.name, '') as name,
       coalesce(t.hidden, false) as hidden, coalesce(t.worldwide and not t.hidden, false) as worldwide,
       g.guild, g.date, g.shape, g.slot, g.tier, g.puzzle, g.started, g.finished - g.started as elapsed,
       round(extract(epoch from g.finished - g.started)) as seconds, g.active,
       g.hints, g.deepest, g.checks, not coalesce(g.earned, g.moves > 0) as handed_in, g.apart, g.finished, g.on_time, g.shared is not null as shared
from game g left join player p on p.id = g.player left join settings t on t.player = g.player
where g.finished is not null;

-- +goose Down
set local lock_timeout = '10s';

drop view result;

create view result as
select g.id as game, coalesce(g.player, '') as player, coalesce(p.name, '') as name,
       coalesce(t.hidden, false) as hidden, coalesce(t.worldwide and not t.hidden, false) as worldwide,
       g.guild, g.date, g.shape, g.slot, g.tier, g.puzzle, g.started, g.finished - g.started as elapsed,
       round(extract(epoch from g.finished - g.started)) as seconds, g.active,
       g.hints, g.deepest, g.checks, g.moves = 0 as handed_in, g.apart, g.finished, g.on_time, g.shared is not null as shared
from game g left join player p on p.id = g.player left join settings t on t.player = g.player
where g.finished is not null;

alter table game drop column earned;
