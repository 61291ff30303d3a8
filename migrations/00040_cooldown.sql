-- How much has been posted in public lately, by a player in a guild and by all of a guild (player '').

-- +goose Up
set local lock_timeout = '10s';

create table cooldown (
    guild  text not null,
    player text not null,
    until  timestamptz not null, -- when all of it is forgotten
    primary key (guild, player)
);

create index cooldown_until on cooldown (until);
create index cooldown_player on cooldown (player);

-- +goose Down
set local lock_timeout = '10s';
drop table cooldown;
