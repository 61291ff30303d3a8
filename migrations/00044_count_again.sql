-- Which daily of each date counted before migration 41. Results until now are counted again. It may take minutes, and no
-- program waits for it.
-- Oldest program: 40
-- Down loses: nothing.

-- +goose NO TRANSACTION
-- +goose Up

-- Which was the default where none was posted is known of saved searches and of the global ones; else it is the weekday's
-- tier as it is set now. Where there is none of that tier, because the setting has changed, the one that was played most
-- counts, unless its date may not be over anywhere. Archives that have the index were judged by migration 41, as it was.
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
    where d.counts and (d.date >= current_date - 2 or exists (
        select from daily e where (e.guild, e.date, e.shape) = (d.guild, d.date, d.shape) and e.tier <> d.tier))
) judged
where not judged.counts and (daily.guild, daily.date, daily.shape, daily.tier) = (judged.guild, judged.date, judged.shape, judged.tier)
  and to_regclass('daily_counts') is null;

drop index if exists daily_counts; -- of an interrupted migration it is not valid
create unique index concurrently daily_counts on daily (guild, date, shape) where counts;

-- +goose Down
drop index daily_counts;
