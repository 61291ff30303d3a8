-- What is kept about a person can be deleted, or lent to the fit of the score; what is kept
-- about a guild goes when it has been without the bot for long.

-- +goose Up
set local lock_timeout = '10s';

alter table player add column research timestamptz; -- since when their times may be used for the score; null: they may not

-- A daily that was solved keeps its result when its player is deleted.
alter table game
    alter column player drop not null, -- null: a former player
    add column apart text not null default '' check (apart in ('', 'quick', 'removed')); -- why it is not on the boards

drop view result;

create view result as
select g.id as game, coalesce(g.player, '') as player, coalesce(p.name, '') as name, exists (select from settings t where t.player = g.player and t.hidden) as hidden,
       g.guild, g.date, g.shape, g.tier, g.finished - g.started as elapsed, g.active,
       g.hints, g.deepest, g.checks, g.moves = 0 as handed_in, g.apart, g.finished, g.on_time
from game g left join player p on p.id = g.player
where g.finished is not null;

-- The id of a request whose answer was about a deleted player stays, so that it is not done again.
alter table request add column forgotten boolean not null default false;

-- Guilds that have removed the bot, and when. It is not a column of the guild: those that were
-- never set up have no row there, and may have games.
create table departure (
    guild text primary key check (guild <> ''),
    at    timestamptz not null default clock_timestamp()
);

create index departure_at on departure (at);
create index game_guild on game (guild);
create index guild_set_up_by on guild (set_up_by) where set_up_by <> '';

-- +goose Down
set local lock_timeout = '10s';

drop index guild_set_up_by;
drop index game_guild;
drop table departure;
alter table request drop column forgotten;

drop view result;

create view result as
select g.id as game, g.player, p.name, g.guild, g.date, g.shape, g.tier, g.finished - g.started as elapsed, g.active,
       g.hints, g.deepest, g.checks, g.moves = 0 as handed_in, g.finished, g.on_time
from game g join player p on p.id = g.player
where g.finished is not null;

-- The schema of before knows no games without a player.
delete from game where player is null;
alter table game alter column player set not null, drop column apart;
alter table player drop column research;
