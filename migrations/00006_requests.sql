-- A request, a click or a command of a chat network, changes the archive once, however often
-- it arrives and in however many processes. And the journal counts hints by level.

-- +goose Up
set local lock_timeout = '10s';

-- The row is inserted before anything else that its request does, in the same transaction: a
-- second request of the same id waits at the key, and then finds the answer. Rows are kept for
-- a day.
create table request (
    id     text primary key check (id <> ''),
    at     timestamptz not null default now(),
    answer bytea not null
);

create index request_at on request (at);

-- What changed a game stays known for as long as the game.
alter table event add column request text;
alter table event add column level smallint not null default 0 check (level between 0 and 4); -- of a hint

create unique index event_request on event (request) where request is not null;

update event set level = substr(text, length('hint ') + 1)::smallint where kind = 'hinted' and text ~ '^hint [1-4]$';

-- The request that completed the import, or tried to last.
alter table import add column request text;

create unique index import_request on import (request) where request is not null;

-- +goose Down
set local lock_timeout = '10s';

alter table import drop column request;
alter table event drop column level, drop column request;
drop table request;
