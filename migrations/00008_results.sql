-- Numbers that belong to dates, results that say how they came about, posts that are tried again.

-- +goose Up
set local lock_timeout = '10s';

-- The number of a date is first_number plus the days since first. Numbers used to be given out
-- in the order in which anyone asked; those stay, and the dates after the newest of them go on
-- from the greatest.
alter table guild
    add column first date, -- of a daily; null: there is none yet
    add column first_number integer not null default 1 check (first_number > 0),
    add column announce_results boolean not null default false;

update guild g set first = d.date, first_number = d.number
from (select guild, max(date) as date, max(number) as number from daily group by guild) d
where d.guild = g.id;

alter table game
    add column moves integer not null default 0, -- of the player's own that changed the board
    add column deepest smallint not null default 0, -- level of a hint
    add column active interval, -- of a finished game: its time without gaps over five minutes
    add column shared timestamptz;

-- Hints on one and the same board are one hint, and an answer that is wrong is a check.
update game g
set hints = j.hints, checks = j.checks, moves = j.moves, deepest = j.deepest
from (
    select game,
           count(distinct board) filter (where kind = 'hinted') as hints,
           count(*) filter (where kind = 'checked' or kind = 'submitted' and head <> revision) as checks,
           count(*) filter (where kind = 'moved' and head = revision) as moves,
           max(level) as deepest
    from (
        select game, kind, level, head, revision,
               count(*) filter (where head <> before or kind = 'moved') over (
                   partition by game order by revision rows between unbounded preceding and 1 preceding
               ) as board -- counts the boards before this one
        from event
    ) e
    group by game
) j
where j.game = g.id;

update game g
set active = least(j.active, g.finished - g.started)
from (
    select game, coalesce(sum(gap) filter (where gap <= interval '5 minutes'), interval '0') as active
    from (
        select game, at - lag(at) over (partition by game order by at) as gap
        from (
            select game, at from event
            union all select id, started from game
            union all select id, finished from game where finished is not null
        ) i
    ) e
    group by game
) j
where j.game = g.id and g.finished is not null;

drop view result;

create view result as
select g.id as game, g.player, p.name, g.guild, g.date, g.shape, g.tier, g.finished - g.started as elapsed, g.active,
       g.hints, g.deepest, g.checks, g.moves = 0 as handed_in, g.finished, g.on_time
from game g join player p on p.id = g.player
where g.finished is not null;

-- How many attempts the network refused for certain. If it refused all, the post is nowhere yet.
alter table post add column refused integer not null default 0;

-- +goose Down
set local lock_timeout = '10s';

alter table post drop column refused;

drop view result;

create view result as
select g.id as game, g.player, p.name, g.guild, g.date, g.shape, g.tier, g.finished - g.started as elapsed,
       g.hints, g.checks, g.finished, g.on_time
from game g join player p on p.id = g.player
where g.finished is not null;

update game g
set hints = j.hints, checks = j.checks
from (
    select game, count(*) filter (where kind = 'hinted') as hints, count(*) filter (where kind = 'checked') as checks
    from event group by game
) j
where j.game = g.id;

alter table game drop column moves, drop column deepest, drop column active, drop column shared;
alter table guild drop column first, drop column first_number, drop column announce_results;
