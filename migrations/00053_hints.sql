-- A player's hints can do without techniques that rest on the puzzle having one solution.
-- Oldest program: 40
-- Down loses: who wants hints without techniques that rest on a single solution.

-- +goose Up
set local lock_timeout = '1s';

alter table settings add column no_uniqueness boolean not null default false;

-- +goose Down
set local lock_timeout = '1s';

alter table settings drop column no_uniqueness;
