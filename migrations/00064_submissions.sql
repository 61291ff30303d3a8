-- Members of a guild that wants it hand in puzzles, which its admins accept into a collection or decline; and players vote on
-- the puzzles that they have solved.
-- Oldest program: 58
-- Down loses: the puzzles that were handed in and not accepted, who handed in the others, the votes, and which guilds take
-- puzzles.

-- +goose Up
set local lock_timeout = '200ms';

alter table guild add column submissions text not null default '' check (submissions in ('', 'any', 'minimal')); -- '': none are taken

create table submission (
    id        bigint generated always as identity primary key,
    guild     text not null, -- which need not have a row
    player    text not null references player on delete cascade,
    clues     bytea not null, -- as they were handed in, like puzzle.clues
    key       uuid not null, -- puzzle.key; the archive has the puzzle once it is accepted
    name      text not null default '', -- of the puzzle
    credit    text not null default '', -- the player's name, which the puzzle is to have as its author; '': none is wished
    language  text not null default '', -- the player's, as BCP 47 tags
    submitted timestamptz not null,
    state     text not null default 'open' check (state in ('open', 'accepted', 'declined')),
    decided   timestamptz,
    reason    text not null default '', -- why it was declined
    import    integer, -- the line that it became, which may be gone
    position  integer,
    constraint submission_decided check ((state = 'open') = (decided is null) and (state = 'accepted') = (import is not null) and (import is null) = (position is null))
);

create index submission_open on submission (guild, id) where state = 'open';
create index submission_player on submission (player, guild, id);

-- One vote of a player on a puzzle, in all its disguises.
create table vote (
    player   text not null references player on delete cascade,
    key      uuid not null, -- puzzle.key; of a pasted puzzle the archive has no row
    liked    boolean not null,
    too_hard boolean not null, -- for its label
    at       timestamptz not null,
    primary key (player, key),
    check (liked or too_hard)
);

create index vote_key on vote (key);

-- +goose Down
set local lock_timeout = '200ms';

delete from outbox where kind = 'submission';
drop table vote;
drop table submission;
alter table guild drop column submissions;
