-- One outbox for all that the bot posts or changes without being asked, instead of a table for each kind. A row
-- comes before the message that it stands for: the unique constraint says what is made once, whichever process
-- crashes when. Rows that waited, were claimed, or may have been sent keep their kind and key, of which the bot
-- makes nonce and marker; so does what holds a claim.

-- +goose Up
set local lock_timeout = '10s';

create table outbox (
    id           bigint generated always as identity primary key,
    guild        text not null, -- which need not have a row
    kind         text not null,
    date         date, -- of the daily, or the first of the week or the month
    number       bigint, -- of the game, the duel or the party
    rank         smallint not null default 1, -- 0 before 1 before 2
    channel      text not null default '',
    target       text not null default '', -- the message that is changed, or below which a thread is opened
    language     text not null default '',
    version      bigint not null default 0, -- of what a changed message is to show; any other makes it due again
    shape        smallint, -- of a daily, as its tier
    tier         smallint,
    game         bigint generated always as (case when kind in ('result', 'share', 'duel') then number end) stored references game on delete cascade,
    duel         bigint generated always as (case when kind = 'duel-message' then number end) stored references duel on delete cascade,
    party        bigint generated always as (case when kind in ('party', 'party-end') then number end) stored references party on delete cascade,
    state        text not null default 'due' check (state in ('due', 'done', 'failed')),
    attempt      integer not null default 0, -- claims so far; fences an owner whose lease ran out
    refused      integer not null default 0, -- attempts that sent nothing for certain
    owner        text, -- holds the row until leased_until, by the clock of this database
    leased_until timestamptz,
    due_at       timestamptz not null default clock_timestamp(), -- not before
    added        timestamptz not null default clock_timestamp(),
    first_tried  timestamptz,
    tried        timestamptz, -- when it was claimed last
    message      text not null default '', -- what was made: the id of the message, or of the thread
    thread       text not null default '', -- of a forum, that the message is the first of; '': it is in channel
    reason       text not null default '', -- why it failed, or was refused last
    unique nulls not distinct (guild, kind, date, number),
    foreign key (guild, date, shape, tier) references daily on delete cascade
);

create index outbox_due on outbox (rank, due_at, id) where state = 'due';
create index outbox_game on outbox (game) where game is not null;
create index outbox_duel on outbox (duel) where duel is not null;
create index outbox_party on outbox (party) where party is not null;

insert into outbox (guild, kind, rank, date, shape, tier, channel, state, attempt, refused, owner, leased_until, due_at, first_tried, message, thread, reason)
select guild, 'daily', 0, date, shape, tier, channel, case state when 'posted' then 'done' else state end,
       attempt, refused, owner, leased_until, retry_at, first_tried, message, thread, reason from post;

insert into outbox (guild, kind, date, channel, target, state, attempt, refused, owner, leased_until, due_at, first_tried, message, reason)
select guild, kind, date, channel, target, state, attempt, refused, owner, leased_until, retry_at, first_tried, message, reason from follow_up;

insert into outbox (guild, kind, number, channel, state, attempt, refused, owner, leased_until, due_at, first_tried, message, reason)
select guild, kind, game, channel, state, attempt, refused, owner, leased_until, retry_at, first_tried, message, reason from notice;

insert into outbox (guild, kind, state, added) select guild, 'greeting', 'done', at from greeting;

-- Until now the number of a deleted duel was not kept.
insert into outbox (guild, kind, rank, number, channel, target, language, added)
select guild, 'duel-deleted', 2, -row_number() over (order by deleted), channel, message, language, deleted from deleted_duel;

insert into outbox (guild, kind, rank, number, channel, target, version, state, tried)
select guild, 'duel-message', 2, id, channel, message, shown, 'done', nullif(tried, '-infinity') from duel where message <> '';

drop table post, follow_up, notice, greeting, deleted_duel;
drop index duel_tried, party_tried;
alter table duel drop column shown, drop column tried;
alter table party drop column tried;
create index duel_shown on duel (id) where message <> ''; -- rounds look at all of it
create index party_waiting on party (id) where not final;

-- +goose Down
set local lock_timeout = '10s';

create table post (
    guild        text not null references guild on delete cascade,
    date         date not null,
    shape        smallint not null,
    tier         smallint not null,
    channel      text not null,
    state        text not null default 'due' check (state in ('due', 'posted', 'failed')),
    attempt      integer not null default 0, -- claims so far; fences an owner whose lease ran out
    owner        text, -- holds the row until leased_until, by the clock of this database
    leased_until timestamptz,
    retry_at     timestamptz not null default now(),
    first_tried  timestamptz,
    message      text not null default '',
    reason       text not null default '',
    refused      integer not null default 0,
    thread       text not null default '',
    primary key (guild, date),
    foreign key (guild, date, shape, tier) references daily on delete cascade
);

create index post_due on post (date, guild) where state = 'due';

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

create table notice (
    game         bigint not null references game on delete cascade,
    kind         text not null check (kind in ('result', 'share', 'duel')),
    guild        text not null, -- which need not have a row: it may have settings of its own, or none
    channel      text not null,
    state        text not null default 'due' check (state in ('due', 'done', 'failed')),
    attempt      integer not null default 0, -- claims so far; fences an owner whose lease ran out
    refused      integer not null default 0, -- attempts that the network refused for certain
    owner        text, -- holds the row until leased_until, by the clock of this database
    leased_until timestamptz,
    retry_at     timestamptz not null default now(),
    first_tried  timestamptz,
    message      text not null default '',
    reason       text not null default '',
    primary key (game, kind)
);

create index notice_due on notice (game, kind) where state = 'due';

create table greeting (
    guild text primary key,
    at    timestamptz not null default now()
);

create table deleted_duel (
    message  text primary key check (message <> ''),
    channel  text not null,
    guild    text not null,
    language text not null, -- of the message
    deleted  timestamptz not null default clock_timestamp(),
    tried    timestamptz not null default '-infinity' -- when a process last set out to change the message
);

create index deleted_duel_guild on deleted_duel (guild);

alter table duel
    add column shown bigint not null default 0, -- the standing that the message shows
    add column tried timestamptz not null default clock_timestamp(); -- when a process last set out to change the message; long ago: it cannot wait
alter table party add column tried timestamptz not null default clock_timestamp(); -- when a process last set out to open the thread or change the board
drop index duel_shown, party_waiting;
create index duel_tried on duel (tried) where message <> ''; -- rounds look at all of it
create index party_tried on party (tried) where not final;

insert into post (guild, date, shape, tier, channel, state, attempt, refused, owner, leased_until, retry_at, first_tried, message, thread, reason)
select guild, date, shape, tier, channel, case state when 'done' then 'posted' else state end,
       attempt, refused, owner, leased_until, due_at, first_tried, message, thread, reason from outbox where kind = 'daily';

insert into follow_up (guild, kind, date, channel, target, state, attempt, refused, owner, leased_until, retry_at, first_tried, message, reason)
select guild, kind, date, channel, target, state, attempt, refused, owner, leased_until, due_at, first_tried, message, reason
from outbox where kind in ('thread', 'summary', 'week', 'month') and guild in (select id from guild);

insert into notice (game, kind, guild, channel, state, attempt, refused, owner, leased_until, retry_at, first_tried, message, reason)
select game, kind, guild, channel, state, attempt, refused, owner, leased_until, due_at, first_tried, message, reason from outbox where game is not null;

insert into greeting (guild, at) select guild, added from outbox where kind = 'greeting';

insert into deleted_duel (message, channel, guild, language, deleted)
select target, channel, guild, language, added from outbox where kind = 'duel-deleted' and state = 'due' on conflict do nothing;

update duel set shown = o.version, tried = coalesce(o.tried, '-infinity') from outbox o where o.duel = duel.id and o.state <> 'due';

drop table outbox;
