-- Which programs may run on this database: an older one goes on while the schema is ahead of its own, as long as
-- no migration says otherwise.
-- Oldest program: 40
-- Down loses: nothing.

-- +goose Up
set local lock_timeout = '1s';

-- One row, written by 'gridkeeper migrate' and read by every program when it connects, and every few seconds.
create table oldest_program (
    one    boolean primary key default true check (one),
    schema bigint not null
);

insert into oldest_program (schema) values (40);

-- +goose Down
set local lock_timeout = '1s';

drop table oldest_program;
