-- Finds the games by which players are rated. No player waits for it.
-- Oldest program: 40
-- Down loses: nothing.

-- +goose NO TRANSACTION
-- +goose Up
drop index if exists game_rated; -- of an interrupted migration it is not valid
create index concurrently game_rated on game (finished) where on_time and apart = '';

-- +goose Down
drop index game_rated;
