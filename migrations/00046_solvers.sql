-- Which posts of dailies were changed of late to say who has solved them, so that not too many are in a second.
-- Programs that cannot do so leave their rows alone, which have a rank of their own.
-- Oldest program: 40
-- Down loses: which posts of dailies were still to say who has solved them.

-- +goose Up
set local lock_timeout = '1s';

create index outbox_solvers on outbox (tried) where rank = 3;

-- +goose Down
set local lock_timeout = '1s';

delete from outbox where rank = 3;
drop index outbox_solvers;
