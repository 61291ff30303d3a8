-- Imports are taken back without a query for each row, and without reading all entries for each part.
-- What an audit finds is kept.

-- +goose Up
set local lock_timeout = '10s';

-- Entries of new puzzles, and puzzles, come in the order of what is asked for: where they are is known to
-- an index of a few pages. A tree of the same columns would need 20 bytes a puzzle.
create index entry_puzzle on entry using brin (puzzle) with (pages_per_range = 16);
create index puzzle_import on puzzle using brin (import) with (pages_per_range = 16);

-- As in migration 15, what follows stands for foreign keys: of daily, game and duel to entries, and of
-- drawn to puzzles. Whoever refers to a row locks it, as with those. Whoever deletes rows is checked once
-- for each statement.
alter table daily drop constraint daily_import_position_fkey;
alter table game drop constraint game_import_position_fkey;
alter table duel drop constraint duel_import_position_fkey;
alter table drawn drop constraint drawn_puzzle_fkey;

-- +goose StatementBegin
create function want_entry() returns trigger language plpgsql as $$
begin
    perform from entry where import = new.import and position = new.position for key share;
    if not found then
        raise foreign_key_violation using message = format('a row of table %I refers to an entry that is not there', tg_table_name);
    end if;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create function want_drawn_puzzle() returns trigger language plpgsql as $$
begin
    perform from puzzle where id = new.puzzle for key share;
    if not found then
        raise foreign_key_violation using message = 'a puzzle was drawn that is not there';
    end if;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create function want_not_shown() returns trigger language plpgsql set enable_seqscan = off as $$
begin
    if exists (
        select from (select import, min(position) as first, max(position) as last from gone group by import) g
        cross join lateral (
            select import, position from daily d where d.import = g.import and d.position between g.first and g.last
            union all select import, position from game d where d.import = g.import and d.position between g.first and g.last
            union all select import, position from duel d where d.import = g.import and d.position between g.first and g.last
        ) shown
        where (shown.import, shown.position) in (select import, position from gone)
    ) then
        raise foreign_key_violation using message = 'an entry cannot go: dailies, games or duels show it';
    end if;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create function want_not_drawn() returns trigger language plpgsql as $$
begin
    if exists (select from gone g where exists (select from drawn d where d.puzzle = g.id offset 0)) then
        raise foreign_key_violation using message = 'a puzzle cannot go: it was drawn';
    end if;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create function want_same_number() returns trigger language plpgsql as $$
begin
    raise foreign_key_violation using message = format('rows of table %I keep their numbers: others refer to them', tg_table_name);
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create or replace function want_no_entry() returns trigger language plpgsql set enable_seqscan = off as $$
declare
    first integer;
    last integer;
begin
    if tg_when = 'BEFORE' then
        lock table entry in share row exclusive mode;
        return null;
    end if;
    select min(id), max(id) into first, last from gone;
    if exists (select from entry where puzzle between first and last and puzzle in (select id from gone)) then
        raise foreign_key_violation using message = 'a puzzle cannot go: entries refer to it';
    end if;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create or replace function want_empty_import() returns trigger language plpgsql set enable_seqscan = off as $$
begin
    if exists (select from gone g where exists (select from entry e where e.import = g.id offset 0))
    or exists (select from gone g where exists (select from puzzle p where p.import = g.id offset 0)) then
        raise foreign_key_violation using message = 'an import cannot go: entries or puzzles refer to it';
    end if;
    return null;
end $$;
-- +goose StatementEnd

-- What a work found wrong.
create table finding (
    work bigint not null references work on delete cascade,
    id   bigint generated always as identity,
    text text not null, -- for people
    primary key (work, id)
);

create trigger daily_shows after insert or update of import, position on daily for each row
    when (new.import is not null and new.position is not null) execute function want_entry();
create trigger game_shows after insert or update of import, position on game for each row
    when (new.import is not null and new.position is not null) execute function want_entry();
create trigger duel_shows after insert or update of import, position on duel for each row
    when (new.import is not null and new.position is not null) execute function want_entry();
create trigger drawn_puzzle after insert or update of puzzle on drawn for each row execute function want_drawn_puzzle();
create trigger entry_gone after delete on entry referencing old table as gone execute function want_not_shown();
create trigger entry_number before update of import, position on entry execute function want_same_number();
create trigger puzzle_gone_drawn after delete on puzzle referencing old table as gone execute function want_not_drawn();
create trigger puzzle_number before update of id on puzzle execute function want_same_number();

-- +goose Down
set local lock_timeout = '10s';

drop table finding;
drop trigger puzzle_number on puzzle;
drop trigger puzzle_gone_drawn on puzzle;
drop trigger entry_number on entry;
drop trigger entry_gone on entry;
drop trigger drawn_puzzle on drawn;
drop trigger duel_shows on duel;
drop trigger game_shows on game;
drop trigger daily_shows on daily;

-- +goose StatementBegin
create or replace function want_empty_import() returns trigger language plpgsql as $$
begin
    if exists (select from gone g where exists (select from entry e where e.import = g.id offset 0))
    or exists (select from puzzle where import in (select id from gone)) then
        raise foreign_key_violation using message = 'an import cannot go: entries or puzzles refer to it';
    end if;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create or replace function want_no_entry() returns trigger language plpgsql as $$
begin
    if tg_when = 'BEFORE' then
        lock table entry in share row exclusive mode;
    elsif exists (select from entry where puzzle in (select id from gone)) then
        raise foreign_key_violation using message = 'a puzzle cannot go: entries refer to it';
    end if;
    return null;
end $$;
-- +goose StatementEnd

drop function want_same_number, want_not_drawn, want_not_shown, want_drawn_puzzle, want_entry;
alter table drawn add constraint drawn_puzzle_fkey foreign key (puzzle) references puzzle;
alter table duel add constraint duel_import_position_fkey foreign key (import, position) references entry;
alter table game add constraint game_import_position_fkey foreign key (import, position) references entry;
alter table daily add constraint daily_import_position_fkey foreign key (import, position) references entry;
drop index puzzle_import;
drop index entry_puzzle;
