-- A file that waits for confirmation can be cancelled until an import of it begins.

-- +goose Up
set local lock_timeout = '10s';

alter table pending_import add column begun timestamptz; -- null: not confirmed yet

-- +goose Down
set local lock_timeout = '10s';

alter table pending_import drop column begun;
