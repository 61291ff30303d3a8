-- The order in which puzzles are given out is a rotation, and constraints carry the names of
-- their tables, since errors of the database quote them.

-- +goose Up
set local lock_timeout = '10s';

alter table deck rename to rotation;
alter table rotation rename constraint deck_pkey to rotation_pkey;

alter table guild rename constraint server_pkey to guild_pkey;
alter table guild rename constraint server_id_check to guild_id_check;
alter table guild rename constraint server_at_check to guild_at_check;
alter table guild rename constraint server_tiers_check to guild_tiers_check;
alter table daily rename constraint daily_server_fkey to daily_guild_fkey;
alter table game rename constraint game_server_date_shape_slot_fkey to game_guild_date_shape_slot_fkey;
alter table post rename constraint post_server_fkey to post_guild_fkey;
alter table post rename constraint post_server_date_shape_tier_fkey to post_guild_date_shape_tier_fkey;

-- +goose Down
set local lock_timeout = '10s';

alter table post rename constraint post_guild_date_shape_tier_fkey to post_server_date_shape_tier_fkey;
alter table post rename constraint post_guild_fkey to post_server_fkey;
alter table game rename constraint game_guild_date_shape_slot_fkey to game_server_date_shape_slot_fkey;
alter table daily rename constraint daily_guild_fkey to daily_server_fkey;
alter table guild rename constraint guild_tiers_check to server_tiers_check;
alter table guild rename constraint guild_at_check to server_at_check;
alter table guild rename constraint guild_id_check to server_id_check;
alter table guild rename constraint guild_pkey to server_pkey;

alter table rotation rename constraint rotation_pkey to deck_pkey;
alter table rotation rename to deck;
