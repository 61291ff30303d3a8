-- How many puzzles there are, kept beside them.

-- +goose Up
set local lock_timeout = '10s';

-- The sum over the rows of a shape, a tier and a version of the rating. A transaction that adds or deletes
-- puzzles changes a row that no other is changing, and makes one if there is none: so none waits for
-- another, and there are as many rows as transactions ever were at work at once. Any of them may be
-- below zero.
create table puzzle_count (
    id             bigint generated always as identity primary key,
    shape          smallint not null,
    tier           smallint not null,
    rating_version smallint not null,
    puzzles        integer not null
);

-- +goose StatementBegin
create function add_to_count(of_shape smallint, of_tier smallint, of_version smallint, added bigint) returns void language plpgsql as $$
begin
    update puzzle_count set puzzles = puzzles + added
    where id = (
        select id from puzzle_count where shape = of_shape and tier = of_tier and rating_version = of_version
        limit 1 for update skip locked
    );
    if not found then
        insert into puzzle_count (shape, tier, rating_version, puzzles) values (of_shape, of_tier, of_version, added);
    end if;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create function count_puzzles() returns trigger language plpgsql as $$
begin
    if tg_op = 'INSERT' then
        perform add_to_count(shape, tier, rating_version, count(*)) from added group by shape, tier, rating_version;
    elsif tg_op = 'DELETE' then
        perform add_to_count(shape, tier, rating_version, -count(*)) from gone group by shape, tier, rating_version;
    else
        perform add_to_count(shape, tier, rating_version, sum(n)) from (
            select shape, tier, rating_version, 1 as n from added
            union all
            select shape, tier, rating_version, -1 from gone
        ) changed
        group by shape, tier, rating_version having sum(n) <> 0;
    end if;
    return null;
end $$;
-- +goose StatementEnd

create trigger puzzle_count_added after insert on puzzle referencing new table as added execute function count_puzzles();
create trigger puzzle_count_gone after delete on puzzle referencing old table as gone execute function count_puzzles();
create trigger puzzle_count_changed after update on puzzle referencing old table as gone new table as added execute function count_puzzles();

-- From here on no other transaction adds puzzles before this one ends.
insert into puzzle_count (shape, tier, rating_version, puzzles)
select shape, tier, rating_version, count(*) from puzzle group by shape, tier, rating_version;

drop table rating_checked;

-- +goose Down
set local lock_timeout = '10s';

create table rating_checked (
    version smallint primary key,
    upto    bigint not null
);

drop trigger puzzle_count_changed on puzzle;
drop trigger puzzle_count_gone on puzzle;
drop trigger puzzle_count_added on puzzle;
drop function count_puzzles, add_to_count;
drop table puzzle_count;
