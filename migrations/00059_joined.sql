-- A game that a visitor began without signing in, and that became theirs when they did: it never has a rank, counts for no
-- streak, nor does another game of the player on the same puzzle.
-- Oldest program: 58
-- Down loses: which games were begun without signing in. An unfinished one can have a rank then.

-- +goose Up
set local lock_timeout = '200ms';

alter table game add column joined boolean not null default false; -- begun without signing in

-- A program of schema 58 that finishes a joined game would rank it, but for this trigger: newer programs do the same
-- themselves. The next migration may drop it.
-- +goose StatementBegin
create function game_joined() returns trigger language plpgsql as $$
begin
    new.on_time := false;
    new.apart := 'together';
    return new;
end
$$;
-- +goose StatementEnd

create trigger game_joined before update of finished on game for each row when (new.joined) execute function game_joined();

-- +goose Down
set local lock_timeout = '200ms';

drop trigger game_joined on game;
drop function game_joined;
alter table game drop column joined;
