-- What else admins choose for the posts of dailies, and which guilds were greeted.

-- +goose Up
set local lock_timeout = '10s';

alter table guild
    add column days_off boolean[] not null default '{f,f,f,f,f,f,f}' check (cardinality(days_off) = 7), -- from Sunday: without a post
    add column shidoku boolean not null default false, -- one stands beside each daily in its post
    add column ping text not null default '', -- the role that a post pings; '': none
    add column quiet boolean not null default false, -- a post notifies nobody
    add column language text not null default ''; -- of posts, as a BCP 47 tag; '': English

alter table post add column thread text not null default ''; -- of a forum, that the message is the first of; '': it stands in channel

-- A guild gets one greeting when it takes the bot, whichever process sees that.
create table greeting (
    guild text primary key,
    at    timestamptz not null default now()
);

-- +goose Down
set local lock_timeout = '10s';

drop table greeting;
alter table post drop column thread;
alter table guild drop column days_off, drop column shidoku, drop column ping, drop column quiet, drop column language;
