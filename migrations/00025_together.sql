-- Duels of two players on one puzzle, and parties: players who solve one board together.

-- +goose Up
set local lock_timeout = '10s';

alter table settings add column refuse_duels boolean not null default false; -- of whoever asks

create table duel (
    id          bigint generated always as identity primary key,
    guild       text not null check (guild <> ''),
    channel     text not null, -- of the public message
    message     text not null default '', -- its id; '': not known yet
    challenger  text not null references player on delete cascade,
    opponent    text not null check (opponent <> challenger), -- who may never have played
    language    text not null, -- of the public message
    shape       smallint not null,
    tier        smallint not null, -- as asked for; 0: any
    state       text not null default 'invited' check (state in
                    ('invited', 'running', 'declined', 'cancelled', 'expired', 'solved', 'given-up', 'out-of-time')),
    by_opponent boolean not null default false, -- who gave up
    asked       timestamptz not null default clock_timestamp(),
    accepted    timestamptz,
    ended       timestamptz,
    import      integer, -- the entry that both get, chosen when it is accepted
    position    integer,
    transform   text,
    shown       bigint not null default 0, -- the standing that the message shows
    tried       timestamptz not null default clock_timestamp(), -- when a process last set out to change the message; long ago: it cannot wait
    foreign key (import, position) references entry,
    check ((state in ('invited', 'running')) = (ended is null)),
    check ((accepted is null) = (import is null) and (accepted is null) = (position is null) and (accepted is null) = (transform is null)),
    check (accepted is not null or state not in ('running', 'solved', 'given-up', 'out-of-time'))
);

-- Two players have one open duel in a guild, whoever asked.
create unique index duel_open on duel (guild, least(challenger, opponent), greatest(challenger, opponent)) where ended is null;
create index duel_challenger on duel (challenger, asked);
create index duel_opponent on duel (opponent);
create index duel_guild on duel (guild);
create index duel_entry on duel (import, position) where import is not null;
create index duel_tried on duel (tried) where message <> ''; -- rounds look at all of it
create index duel_unaccepted on duel (asked) where accepted is null;

create table party (
    id       bigint generated always as identity primary key,
    guild    text not null check (guild <> ''),
    channel  text not null, -- where it was asked for
    message  text not null default '', -- the invitation there; '': there is none, or it is not known yet
    thread   text not null default '', -- the channel of the board; '': to be opened below the invitation
    board    text not null default '', -- the message with the board; '': not known yet
    starter  text references player on delete set null,
    language text not null, -- of what is posted
    date     date, -- of the daily; null: another puzzle
    number   integer,
    state    text not null default 'open' check (state in ('open', 'solved', 'closed', 'idle')),
    active   timestamptz not null default clock_timestamp(), -- when anyone last did something
    tried    timestamptz not null default clock_timestamp(), -- when a process last set out to open the thread or change the board
    final    boolean not null default false, -- the board shows how it ended
    check ((date is null) = (number is null))
);

create unique index party_thread on party (thread) where state = 'open' and thread <> '';
create unique index party_starter on party (guild, starter) where state = 'open';
create index party_guild on party (guild);
create index party_starters on party (starter);
create index party_tried on party (tried) where not final;

create table participant (
    party  bigint not null references party on delete cascade,
    player text not null references player on delete cascade,
    joined timestamptz not null default clock_timestamp(),
    primary key (party, player)
);

create index participant_player on participant (player);

-- Who made an event of a party's game. The row goes with the player, the event stays.
create table turn (
    party    bigint not null references party on delete cascade,
    revision integer not null,
    player   text not null references player on delete cascade,
    primary key (party, revision)
);

create index turn_player on turn (player);

alter table game
    add column duel bigint references duel on delete set null,
    add column party bigint references party on delete cascade, -- whose board it is; it has no player then
    add constraint game_party check (party is null or player is null and date is null),
    drop constraint game_apart_check,
    add constraint game_apart_check check (apart in ('', 'quick', 'removed', 'together'));

create unique index game_duel on game (duel, player) where duel is not null;
create unique index game_of_party on game (party) where party is not null;

-- +goose Down
set local lock_timeout = '10s';

delete from game where party is not null;
update game set apart = 'removed' where apart = 'together';

alter table game
    drop column duel, drop column party,
    drop constraint game_apart_check,
    add constraint game_apart_check check (apart in ('', 'quick', 'removed'));

drop table turn, participant, party, duel;
alter table settings drop column refuse_duels;
