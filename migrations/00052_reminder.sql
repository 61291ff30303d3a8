-- When players want a direct message before their streak in a guild breaks. Programs that cannot send it leave its rows of the
-- outbox alone, which have a rank of their own. The index is built without a lock that posts wait for.
-- Oldest program: 40
-- Down loses: the reminders.

-- +goose NO TRANSACTION
-- +goose Up
create table if not exists reminder (
    id       bigint generated always as identity primary key,
    player   text not null references player on delete cascade,
    guild    text not null, -- whose streak
    at       text not null, -- wall clock, by the zone
    zone     text not null,
    language text not null default '',
    due      timestamptz, -- null: the player does not take direct messages, and is to learn that it ended
    unique (player, guild)
);

create index if not exists reminder_due on reminder (due);
drop index concurrently if exists outbox_paced; -- of an interrupted migration it is not valid
create index concurrently outbox_paced on outbox (tried) where rank >= 3;
drop index concurrently if exists outbox_solvers;

-- +goose Down
delete from outbox where rank = 4;
drop index concurrently if exists outbox_solvers;
create index concurrently outbox_solvers on outbox (tried) where rank = 3;
drop index concurrently if exists outbox_paced;
drop table if exists reminder;
