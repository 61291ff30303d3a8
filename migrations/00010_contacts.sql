-- Who is told when a daily cannot be posted, and what they were told.

-- +goose Up
set local lock_timeout = '10s';

alter table guild
    add column set_up_by text not null default '', -- the player who set the posts up; '': not known
    add column set_up_in text not null default '', -- the channel where they did
    add column set_up_language text not null default '',
    add column told date; -- the daily whose failure they were told last

-- +goose Down
set local lock_timeout = '10s';

alter table guild drop column set_up_by, drop column set_up_in, drop column set_up_language, drop column told;
