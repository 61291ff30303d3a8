-- What was added before jobs had priorities: what takes hours goes after what takes minutes.

-- +goose Up
set local lock_timeout = '10s';

update river.river_job set priority = 4
where kind in ('recombine', 'min-clues') and state in ('available', 'pending', 'retryable', 'scheduled');

-- +goose Down
select 1; -- any priority is right
