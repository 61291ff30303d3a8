-- The processes of a bot share its connections to Discord's gateway: each runs some of the shards.

-- +goose Up
set local lock_timeout = '10s';

-- Into how many shards the guilds are divided. It is one row, which whoever changes anything of the
-- division locks first.
create table gateway (
    one    boolean primary key default true check (one),
    shards integer not null default 0 check (shards >= 0) -- 0: not settled yet
);

insert into gateway default values;

create table gateway_process (
    id          text primary key check (id <> ''),
    since       timestamptz not null default clock_timestamp(),
    alive_until timestamptz not null -- by the clock of this database
);

-- Slot n is shard n modulo the number of shards: slots beyond that are further connections of the
-- same shards, for processes that would have none.
create table gateway_slot (
    slot    integer primary key check (slot >= 0),
    process text not null references gateway_process on delete cascade,
    ready   boolean not null -- it is connected
);

create index gateway_slot_process on gateway_slot (process);

-- Discord takes one new session at a time for each key, and the next one seconds later.
create table gateway_identify (
    key     integer primary key,
    owner   text not null,
    free_at timestamptz not null
);

-- +goose Down
set local lock_timeout = '10s';

drop table gateway_identify;
drop table gateway_slot;
drop table gateway_process;
drop table gateway;
