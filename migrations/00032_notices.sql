-- The ledger of notices about games that were finished in a browser. No request of the chat waits for an
-- answer then, and the process that serves the page may have no connection to the chat. As in the other
-- ledgers, the key is what is made once, whichever process crashes when.

-- +goose Up
set local lock_timeout = '10s';

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

-- +goose Down
set local lock_timeout = '10s';

drop table notice;
