-- +goose Up
set local lock_timeout = '10s';

-- What the reason of a rejected line has in common with others, as a key; '' where the line was rejected before.
alter table reject add column kind text not null default '';

-- +goose Down
set local lock_timeout = '10s';
alter table reject drop column kind;
