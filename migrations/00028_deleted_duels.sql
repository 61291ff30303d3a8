-- Public messages of duels that were deleted with a player: they still name both, and have buttons.

-- +goose Up
set local lock_timeout = '10s';

create table deleted_duel (
    message  text primary key check (message <> ''),
    channel  text not null,
    guild    text not null,
    language text not null, -- of the message
    deleted  timestamptz not null default clock_timestamp(),
    tried    timestamptz not null default '-infinity' -- when a process last set out to change the message
);

create index deleted_duel_guild on deleted_duel (guild);

-- +goose Down
set local lock_timeout = '10s';

drop table deleted_duel;
