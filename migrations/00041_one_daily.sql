-- One daily of a date and a shape counts, for streaks and boards: the one that was posted, else the guild's default.
-- The others are extra. Results until now are counted again.
-- Oldest program: 40
-- Down loses: which daily of each date counts.

-- +goose Up
set local lock_timeout = '10s';

alter table daily add column counts boolean not null default true;

-- Which was the default where none was posted is known of saved searches and of the global ones; else it is the weekday's
-- tier as it is set now. Where there is none of that tier, because the setting has changed, the one that was played most
-- counts, unless its date may not be over anywhere.
update daily set counts = false from (
    select d.guild, d.date, d.shape, d.tier, row_number() over (
        partition by d.guild, d.date, d.shape
        order by o.id is not null desc, d.search is not null desc, d.global desc, d.tier = g.wanted desc,
            (select count(*) from game where (guild, date, shape, slot) = (d.guild, d.date, d.shape, d.tier)) desc, d.tier
    ) = 1 and (d.shape = 1 or o.id is not null or d.search is not null or d.global or d.tier = g.wanted or d.date < current_date - 2) as counts
    from daily d
    join lateral (
        select case when u.global then (array[3, 1, 1, 2, 2, 3, 4])[day] else u.tiers[day] end as wanted
        from guild u, extract(dow from d.date) dow, lateral (select dow::integer + 1 as day) n where u.id = d.guild
    ) g on true
    left join outbox o on o.guild = d.guild and o.kind = 'daily' and o.date = d.date and (o.shape, o.tier) = (d.shape, d.tier)
) judged
where not judged.counts and (daily.guild, daily.date, daily.shape, daily.tier) = (judged.guild, judged.date, judged.shape, judged.tier);

alter table daily alter column counts set default false;
create unique index daily_counts on daily (guild, date, shape) where counts;

drop view result;

create view result as
select g.id as game, coalesce(g.player, '') as player, coalesce(p.name, '') as name,
       coalesce(t.hidden, false) as hidden, coalesce(t.worldwide and not t.hidden, false) as worldwide,
       g.guild, g.date, g.shape, g.slot, g.tier, g.puzzle, g.started, g.finished - g.started as elapsed,
       round(extract(epoch from g.finished - g.started)) as seconds, g.active,
       g.hints, g.deepest, g.checks, not coalesce(g.earned, g.moves > 0) as handed_in, g.apart, g.finished, g.on_time, g.shared is not null as shared,
       g.date is not null and not coalesce(d.counts, false) as extra
from game g left join player p on p.id = g.player left join settings t on t.player = g.player
left join daily d on d.guild = g.guild and d.date = g.date and d.shape = g.shape and d.tier = g.slot
where g.finished is not null;

-- +goose Down
set local lock_timeout = '10s';

drop view result;

create view result as
select g.id as game, coalesce(g.player, '') as player, coalesce(p.name, '') as name,
       coalesce(t.hidden, false) as hidden, coalesce(t.worldwide and not t.hidden, false) as worldwide,
       g.guild, g.date, g.shape, g.slot, g.tier, g.puzzle, g.started, g.finished - g.started as elapsed,
       round(extract(epoch from g.finished - g.started)) as seconds, g.active,
       g.hints, g.deepest, g.checks, not coalesce(g.earned, g.moves > 0) as handed_in, g.apart, g.finished, g.on_time, g.shared is not null as shared
from game g left join player p on p.id = g.player left join settings t on t.player = g.player
where g.finished is not null;

alter table daily drop column counts;
