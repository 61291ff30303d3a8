-- The channel of a guild in which all see what players do with each other: boards, challenges, shared results.
-- Oldest program: 40
-- Down loses: which channels guilds chose for games.

-- +goose Up
set local lock_timeout = '1s';

alter table guild add column games_channel text not null default ''; -- '': where a player asks for it

-- +goose Down
set local lock_timeout = '1s';

alter table guild drop column games_channel;
