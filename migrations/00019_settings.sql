-- How each player wants boards to look, and what others see of them.

-- +goose Up
set local lock_timeout = '10s';

-- A player without a row has the defaults. The row goes with the player.
create table settings (
    player text primary key references player on delete cascade,
    theme text not null default 'dark' check (theme in ('dark', 'light', 'contrast')),
    as_text boolean not null default false, -- boards as text, without a picture
    mark_mistakes boolean not null default false, -- at once, not only on /check
    letters boolean not null default false, -- E4 rather than r4c5 beside the picture
    hide_timer boolean not null default false, -- while a game is played
    alt_marks boolean not null default false, -- the marks in the board in words too
    hidden boolean not null default false -- without a name in what others see
);

-- +goose Down
set local lock_timeout = '10s';

drop table settings;
