-- Players in the browser: the links that they come by, their sessions, what only the browser shows of
-- a game, and word of every change to those who have it open.

-- +goose Up
set local lock_timeout = '10s';

-- What is kept of a token is its SHA-256: whoever reads this table cannot use it.
create table web_link (
    hash     bytea primary key,
    player   text not null references player on delete cascade,
    guild    text not null,
    game     bigint references game on delete cascade, -- null: the one opened last
    language text not null,
    made     timestamptz not null default clock_timestamp(),
    used_at  timestamptz -- null: not yet
);

create index web_link_player on web_link (player);
create index web_link_game on web_link (game) where game is not null;

create table web_session (
    hash     bytea primary key,
    id       bigint generated always as identity unique,
    player   text not null references player on delete cascade,
    guild    text not null,
    language text not null,
    browser  text not null, -- in a word or two, for the list of sessions
    made     timestamptz not null default clock_timestamp(),
    seen     timestamptz not null default clock_timestamp()
);

create index web_session_player on web_session (player);

-- Corner marks and colours, by the names of cells.
create table note (
    game  bigint primary key references game on delete cascade,
    cells jsonb not null
);

-- +goose StatementBegin
create function notify_of_game() returns trigger language plpgsql as $$
begin
    perform pg_notify('gridkeeper_game', (to_jsonb(new) ->> tg_argv[0]));
    return null;
end $$;
-- +goose StatementEnd

create trigger game_changed after update of revision, finished on game
    for each row when (old.revision <> new.revision or old.finished is distinct from new.finished)
    execute function notify_of_game('id');

create trigger note_changed after insert or update on note
    for each row execute function notify_of_game('game');

-- +goose Down
set local lock_timeout = '10s';

drop trigger game_changed on game;
drop table note, web_session, web_link;
drop function notify_of_game();
