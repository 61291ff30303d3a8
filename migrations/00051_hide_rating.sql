-- A player's rating can be kept from being shown.
-- Oldest program: 40
-- Down loses: who wants no rating to be shown.

-- +goose Up
set local lock_timeout = '1s';

alter table settings add column hide_rating boolean not null default false;

-- +goose Down
set local lock_timeout = '1s';

alter table settings drop column hide_rating;
