-- How a guild wants its dailies played: sealed, talked about, compared. And one daily for all guilds.

-- +goose Up
set local lock_timeout = '10s';

alter table guild
    add column sealed boolean not null default false, -- the post has a cover, and Play the clues
    add column threads_since date, -- the first daily whose post gets a thread; null: none
    add column weekly_since date, -- the board of a week is posted when it ends on this date or later; null: none
    add column monthly_since date, -- the same of a month
    add column freezes smallint not null default 0 check (freezes between 0 and 31), -- missed days of a month that break no streak
    add column global boolean not null default false; -- the daily of its weekday is the global one

alter table daily add column global boolean not null default false; -- it is the global daily of its date

create index daily_global on daily (date) where global;
create index game_on_time on game (date) where on_time and apart = '';

-- A player is named on boards over all guilds only on wish.
alter table settings add column worldwide boolean not null default false;

-- The ledger of what follows the posts of dailies: a thread, the summary of a daily, the boards of
-- weeks and months. As in the ledger of posts, the key is what is made once, whichever process
-- crashes when; date is that of the daily, or the first of the week or month.
create table follow_up (
    guild        text not null references guild on delete cascade,
    kind         text not null check (kind in ('thread', 'summary', 'week', 'month')),
    date         date not null,
    channel      text not null, -- of a thread, where its post is
    target       text not null default '', -- of a thread, the message of its post
    state        text not null default 'due' check (state in ('due', 'done', 'failed')),
    attempt      integer not null default 0, -- claims so far; fences an owner whose lease ran out
    refused      integer not null default 0, -- attempts that the network refused for certain
    owner        text, -- holds the row until leased_until, by the clock of this database
    leased_until timestamptz,
    retry_at     timestamptz not null default now(),
    first_tried  timestamptz,
    message      text not null default '', -- what was made: the id of the message, or of the thread
    reason       text not null default '',
    primary key (guild, kind, date)
);

create index follow_up_due on follow_up (date, guild, kind) where state = 'due';

drop view result;

-- Times that look the same are the same: to the second, as they are shown.
create view result as
select g.id as game, coalesce(g.player, '') as player, coalesce(p.name, '') as name,
       coalesce(t.hidden, false) as hidden, coalesce(t.worldwide and not t.hidden, false) as worldwide,
       g.guild, g.date, g.shape, g.slot, g.tier, g.puzzle, g.started, g.finished - g.started as elapsed,
       round(extract(epoch from g.finished - g.started)) as seconds, g.active,
       g.hints, g.deepest, g.checks, g.moves = 0 as handed_in, g.apart, g.finished, g.on_time, g.shared is not null as shared
from game g left join player p on p.id = g.player left join settings t on t.player = g.player
where g.finished is not null;

-- +goose Down
set local lock_timeout = '10s';

drop view result;

create view result as
select g.id as game, coalesce(g.player, '') as player, coalesce(p.name, '') as name, exists (select from settings t where t.player = g.player and t.hidden) as hidden,
       g.guild, g.date, g.shape, g.tier, g.finished - g.started as elapsed, g.active,
       g.hints, g.deepest, g.checks, g.moves = 0 as handed_in, g.apart, g.finished, g.on_time
from game g left join player p on p.id = g.player
where g.finished is not null;

drop table follow_up;
drop index game_on_time;
drop index daily_global;
alter table settings drop column worldwide;
alter table daily drop column global;
alter table guild
    drop column sealed, drop column threads_since, drop column weekly_since, drop column monthly_since,
    drop column freezes, drop column global;
