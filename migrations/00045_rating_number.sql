-- Ratings that are computed on demand have a number, by which searches find them.
-- Oldest program: 40
-- Down loses: the ratings that 'gridkeeper jobs add rate' computed; it computes them again.

-- +goose Up
set local lock_timeout = '1s';

alter table rating add column number smallint; -- of our own: tenths of ER, or depth; null: of a file, or too hard

create index rating_number on rating (program, number) where number is not null;

-- +goose Down
set local lock_timeout = '1s';

delete from rating where program in (select id from rating_program where name like 'gridkeeper %') and import = 0;
alter table rating drop column number;
