-- The outbox is cleaned after so many posts, not after a part of all that were ever made. Each claim reads past what
-- is left of those that were posted since: 31,000 of them in a million rows made it read 124 pages of the index
-- instead of 3, and by default it was cleaned at 200,000. A small part of a large table is cleaned without its
-- indexes, unless that is wanted.
-- Oldest program: 40
-- Down loses: nothing.

-- +goose Up
set local lock_timeout = '1s';

alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000, vacuum_index_cleanup = on);

-- +goose Down
set local lock_timeout = '1s';

alter table outbox reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold, vacuum_index_cleanup);
