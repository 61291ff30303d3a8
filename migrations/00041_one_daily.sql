-- One daily of a date and a shape counts, for streaks and boards: the one that was posted, else the guild's default.
-- The others are extra.
-- Oldest program: 40
-- Down loses: which daily of each date counts.

-- +goose Up
set local lock_timeout = '1s';

alter table daily add column counts boolean not null default true; -- all of before, until migration 44
alter table daily alter column counts set default false;

-- A daily that a program of schema 40 chooses counts too: a trigger does what newer programs do themselves. It can go
-- in the release after this one.
-- +goose StatementBegin
create function daily_counts() returns trigger language plpgsql as $$
begin
    if not new.counts and not exists (
        select from daily where guild = new.guild and date = new.date and shape = new.shape and counts
    ) then
        new.counts := new.shape = 1 or new.search is not null or new.global or exists (
            select from guild, lateral (select extract(dow from new.date)::integer + 1 as day) d
            where id = new.guild and not global and searches[day] = 0 and tiers[day] = new.tier
        );
    end if;
    return new;
end
$$;
-- +goose StatementEnd

-- An older program notes the saved search of a daily after it has chosen that.
create trigger daily_counts before insert or update of search on daily for each row execute function daily_counts();

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
set local lock_timeout = '1s';

drop view result;

create view result as
select g.id as game, coalesce(g.player, '') as player, coalesce(p.name, '') as name,
       coalesce(t.hidden, false) as hidden, coalesce(t.worldwide and not t.hidden, false) as worldwide,
       g.guild, g.date, g.shape, g.slot, g.tier, g.puzzle, g.started, g.finished - g.started as elapsed,
       round(extract(epoch from g.finished - g.started)) as seconds, g.active,
       g.hints, g.deepest, g.checks, not coalesce(g.earned, g.moves > 0) as handed_in, g.apart, g.finished, g.on_time, g.shared is not null as shared
from game g left join player p on p.id = g.player left join settings t on t.player = g.player
where g.finished is not null;

drop trigger daily_counts on daily;
drop function daily_counts;
alter table daily drop column counts;
