-- Changes of notes are counted, as events are: of two devices that note in the same cell, the later one learns of it.
-- Oldest program: 56
-- Down loses: nothing.

-- +goose Up
set local lock_timeout = '1s';

alter table game add column noted integer not null default 0;

-- +goose Down
set local lock_timeout = '1s';

alter table game drop column noted;
