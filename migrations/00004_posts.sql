-- The ledger of daily posts: at most one for a guild and a nominal date, whichever process crashes when.

-- +goose Up
set local lock_timeout = '10s';

create table post (
    server       text not null references server on delete cascade,
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
    primary key (server, date),
    foreign key (server, date, shape, tier) references daily on delete cascade
);

create index post_due on post (date, server) where state = 'due';

-- +goose Down
set local lock_timeout = '10s';

drop table post;
