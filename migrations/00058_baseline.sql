-- The schema of an archive, complete as of version 58. Later changes are files of their own. An archive that reached 58
-- by the single migrations up to then has the same tables, with the same names of constraints and the same order of
-- columns: columns stand in the order in which they were added.
--
-- package migrations runs this file in one transaction, after the tables of River, the queue of package jobs.

-- Collections and imports

-- Puzzles of a shared collection may be given out everywhere, those of another one only in its guild.
create table collection (
    id        bigint generated always as identity primary key,
    name      text not null check (name <> ''),
    made      timestamptz not null default now(),
    guild     text check (guild <> ''), -- the owner; null: the operator
    shared    boolean not null default false,
    source    text not null default '', -- a program, a book, an address
    licence   text not null default '',
    author    text not null default '',
    published text not null default '', -- a year, a month or a day, as in ISO 8601
    unique nulls not distinct (guild, name)
);

create index collection_shared on collection (id) where shared;

-- The collections that a guild draws its puzzles from.
create table choice (
    guild      text not null,
    collection bigint not null references collection,
    primary key (guild, collection)
);

-- How many different puzzles a collection has. The counts move with the entries that they count.
create table collection_count (
    collection bigint not null references collection,
    slot       smallint not null, -- as in entry
    puzzles    integer not null,
    primary key (collection, slot)
);

-- One source read into one collection. The counters move in the transaction that adds the rows they count, so an
-- import that was killed goes on where it stopped: at entry "done".
create table import (
    id         integer generated always as identity primary key,
    collection bigint not null references collection,
    digest     bytea not null check (length(digest) = 32), -- SHA-256 of the source's entries
    source     text not null, -- the name of the file, for people
    by         text not null, -- who did it, for people
    total      integer not null check (total >= 0), -- entries in the source
    done       integer not null default 0 check (done between 0 and total),
    fresh      integer not null default 0, -- puzzles that the archive did not have
    duplicates integer not null default 0,
    rejected   integer not null default 0,
    started    timestamptz not null default now(),
    finished   timestamptz,
    request    text, -- the request that completed the import, or tried to last
    rejects_to integer not null default 0, -- see below
    unique (collection, digest),
    check (done = fresh + duplicates + rejected)
);

-- Rejected lines up to rejects_to are counted in reject_reason, and stored in reject, even if the import has not come so
-- far: a reversal that ended early took it back from there. 0: as far as the import has come.

create unique index import_request on import (request) where request is not null;

-- The first rejected lines of an import.
create table reject (
    import   integer not null references import,
    position integer not null,
    line     integer not null,
    text     bytea not null,
    reason   text not null,
    kind     text not null default '', -- the part of the reason that other lines share, as a key; '': an import of before
    primary key (import, position)
);

-- Why lines were rejected, all of them.
create table reject_reason (
    import bigint not null references import,
    reason text not null, -- the part of it that these lines share
    lines  integer not null check (lines > 0),
    primary key (import, reason)
);

-- A file of which a guild was shown a preview, until it confirms: the network's own copy cannot be read for that long.
create table pending_import (
    id         bigint generated always as identity primary key,
    at         timestamptz not null default clock_timestamp(),
    guild      text not null check (guild <> ''),
    player     text not null,
    collection text not null,
    file       text not null,
    content    bytea not null,
    begun      timestamptz, -- null: not confirmed yet, and can still be cancelled
    unique (guild, player)
);

-- Who changed what. It is for people, and stays when its subject goes.
create table audit (
    id      bigint generated always as identity primary key,
    at      timestamptz not null default now(),
    by      text not null,
    guild   text not null default '', -- the guild concerned; '': the operator
    action  text not null check (action <> ''),
    subject text not null,
    detail  text not null
);

-- Puzzles and entries
--
-- These tables have millions of rows, so their columns are narrow and stand without gaps, the widest first.

-- One row for each class of isomorphs. The key is the first 128 bits of the SHA-256 of the canonical form. Of the keys
-- that were measured, uuid has a third of the index of text and costs half the time; 64 bits would collide.
create table puzzle (
    score          double precision not null, -- expected solving time, seconds
    key            uuid not null constraint puzzle_key_key unique,
    id             integer generated always as identity,
    -- Its place in the shuffled order. It is a whole number: of a million puzzles, about a hundred pairs share one.
    rnd            integer not null default (floor(random() * 4294967296) - 2147483648)::integer,
    import         integer not null, -- (import, position) is the entry that brought it in
    position       integer not null,
    shape          smallint not null constraint puzzle_shape_check1 check (shape in (0, 1)), -- sudoku, shidoku
    tier           smallint not null constraint puzzle_tier_check1 check (tier between 1 and 5),
    rating_version smallint not null,
    hardest        text not null,  -- key of the hardest technique, see hardest_of
    clues          bytea not null, -- see package postgres for the format
    -- Searches ask for these, so that they need not read the clues. Rows are multiples of 8 bytes, and most have one to
    -- spare: three columns cost 8 bytes a puzzle, as one would. They are null in a row that was rated by a version
    -- before 4. Until it is rated again, the program looks at the clues.
    clue_count     smallint,
    symmetries     smallint, -- of isomorphs: bit s for the symmetry s of package criteria
    needs          smallint, -- bit i for the technique i of its version of the rating
    constraint puzzle_pkey primary key (id) with (fillfactor = 100) -- numbers only grow, so pages need no room
);

-- An import's puzzles come in its order, so an index of a few pages knows their place. A tree would need 20 bytes a puzzle.
create index puzzle_import on puzzle using brin (import) with (pages_per_range = 16);

-- Every accepted line of a source, as it was written. Bytes and not text, because names in files come in any encoding
-- and have to go out as they came in. An entry has a place in the order in which puzzles are given out if it is the
-- first of its puzzle in its collection.
create table entry (
    import     integer not null,
    position   integer not null, -- counts the entries of the source, from 1
    line       integer not null,
    puzzle     integer not null,
    rnd        integer, -- puzzle.rnd
    collection integer not null, -- the import's
    slot       smallint, -- the tier under which it is given out, 0 for a shidoku; null: it is not
    fresh      boolean not null, -- the owner of the collection did not have the puzzle before
    grid       bytea not null, -- the clues as they were read, like puzzle.clues; '': the same as those
    text       bytea not null, -- the clues as they were written, see written_text
    name       bytea not null,
    author     bytea not null,
    comment    bytea not null,
    constraint entry_pkey primary key (import, position) with (fillfactor = 100)
);

-- The index of the shuffled order is a third smaller with one number for collection and slot.
create function shelf(collection integer, slot integer) returns integer language sql immutable parallel safe
    return collection * 8 + slot;

create index entry_order on entry (shelf(collection, slot), rnd) where slot is not null;

-- Entries of new puzzles come in the order of their puzzles. Rows that are written anew stand wherever there is space,
-- so a range of blocks is several ranges of puzzles: one range would span all puzzles between.
create index entry_puzzle on entry using brin (puzzle int4_minmax_multi_ops) with (pages_per_range = 16);

-- Entries that are not given out, since their collection has the puzzle already. The others have entry_order.
create index entry_repeat on entry (puzzle) where slot is null;

create function read_grid(grid bytea, clues bytea) returns bytea language sql immutable parallel safe
    return case when length(grid) = 0 then clues else grid end;

-- In most files the text is the grid, cell by cell. Then the column holds only the character of the empty cells, or
-- nothing for '.'. This returns 1 and the text, or else 0, the grid and the column, for the program to write the text.
create function written_text(text bytea, grid bytea, clues bytea) returns bytea language sql immutable parallel safe
    return case when length(text) > 1 then '\x01'::bytea || text else '\x00'::bytea || read_grid(grid, clues) || text end;

-- The hardest technique, where '' stands for the last of those needed: bit i for the technique i of logic.Rated. It is
-- stored only if it is another one, which saves 16 bytes a row.
create function hardest_of(hardest text, needs smallint) returns text language sql immutable parallel safe
    return case when hardest <> '' then hardest else coalesce((array[
        'naked-single', 'hidden-single', 'pointing', 'claiming', 'naked-pair', 'hidden-pair', 'naked-triple',
        'hidden-triple', 'naked-quad', 'hidden-quad', 'x-wing', 'swordfish', 'jellyfish', 'contradiction'
    ])[length(ltrim(needs::integer::bit(16)::text, '0'))], '') end;

-- How many clues there are, for rows without clue_count. A grid of few digits is stored as 11 bytes whose bits are the
-- filled cells, which the digits follow; any other as one decimal number.
create function count_clues(clues bytea) returns smallint language plpgsql immutable parallel safe as $$
declare
    digits numeric := 0;
begin
    if length(clues) between 11 and 33 then
        return bit_count(substring(clues for 11));
    end if;
    for i in 0 .. length(clues) - 1 loop
        digits := digits * 256 + get_byte(clues, i);
    end loop;
    return length(replace(digits::text, '0', ''));
end $$;

-- A puzzle with the clues, the name and the author of the entry that brought it in.
create view named_puzzle as
select p.id, p.key, p.shape, p.tier, p.score, hardest_of(p.hardest, p.needs) as hardest, e.import, e.position,
       read_grid(e.grid, p.clues) as clues, e.name, e.author
from puzzle p join entry e on e.import = p.import and e.position = p.position;

-- A puzzle as an entry has it.
create view entered_puzzle as
select p.id, p.key, p.shape, p.tier, p.score, hardest_of(p.hardest, p.needs) as hardest, e.import, e.position,
       read_grid(e.grid, p.clues) as clues, e.name, e.author,
       e.collection, p.rnd, e.line, written_text(e.text, e.grid, p.clues) as text, e.comment
from entry e join puzzle p on p.id = e.puzzle;

-- How many puzzles there are: the sum over the rows of a shape, a tier and a version of the rating. A transaction that
-- adds or deletes puzzles changes a row that no other is changing, and makes one if there is none. So none waits for
-- another, and there are as many rows as transactions ever were at work at once. Any of them may be below zero.
create table puzzle_count (
    id             bigint generated always as identity primary key,
    shape          smallint not null,
    tier           smallint not null,
    rating_version smallint not null,
    puzzles        integer not null
);

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

create trigger puzzle_count_added after insert on puzzle referencing new table as added execute function count_puzzles();
create trigger puzzle_count_gone after delete on puzzle referencing old table as gone execute function count_puzzles();
create trigger puzzle_count_changed after update on puzzle referencing old table as gone new table as added execute function count_puzzles();

-- Ratings by other programs, and by older versions of ours. Our newest rating is in the puzzle's row.

-- Programs that rate puzzles, each by its own scale.
create table rating_program (
    id      smallint generated always as identity primary key,
    name    text not null check (name <> ''),
    version text not null, -- '': not known
    unique (name, version)
);

-- Position 0 of import 0 is for ratings of our own.
create table rating (
    puzzle   bigint not null,
    program  smallint not null references rating_program,
    import   bigint not null, -- the entry whose file has it
    position integer not null,
    value    text not null,   -- as the program puts it: "7.2", "Hard"
    number   smallint,        -- of our own, for searches: tenths of ER, or depth; null: of a file, or too hard
    primary key (puzzle, program, import, position)
);

create index rating_import on rating (import) where import > 0;
create index rating_number on rating (program, number) where number is not null;

-- Saved searches, and the puzzles that were found for the schedules that use them

create table search (
    id     bigint generated always as identity primary key,
    guild  text check (guild <> ''), -- the owner; null: the operator, for all guilds to use
    name   text not null check (name <> ''),
    wishes jsonb not null, -- library.Search
    by     text not null, -- who saved it, for people
    made   timestamptz not null default now(),
    rated  smallint not null, -- the version of the rating by which its puzzles were looked for
    unique nulls not distinct (guild, name)
);

-- The supply of a search for schedules: entries that matched when they were looked at. Each is looked at again when it is
-- drawn. So an entry that was taken back or rated again by then does no harm, and needs no change here.
create table search_found (
    search     bigint not null references search on delete cascade,
    rnd        integer not null, -- puzzle.rnd
    puzzle     bigint not null,
    collection integer not null,
    import     bigint not null,
    position   integer not null,
    primary key (search, rnd, puzzle, collection)
);

-- How far the entries of each import have been looked at for a search.
create table search_progress (
    search   bigint not null references search on delete cascade,
    import   bigint not null,
    position integer not null,
    primary key (search, import)
);

-- Guilds and their dailies

create table guild (
    id               text primary key check (id <> ''),
    channel          text not null,
    at               text not null check (at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'), -- wall clock
    zone             text not null, -- IANA name of the wall clock
    tiers            smallint[] not null check (cardinality(tiers) = 7), -- from Sunday
    fresh_look       boolean not null,
    since            date, -- first date that is posted
    scheduled        boolean not null,
    -- The number of a date is first_number plus the days since first.
    first            date, -- of a daily; null: there is none yet
    first_number     integer not null default 1 check (first_number > 0),
    announce_results boolean not null default false,
    -- The player who set the posts up learns when a daily cannot be posted.
    set_up_by        text not null default '', -- '': not known
    set_up_in        text not null default '', -- the channel in which they did so
    set_up_language  text not null default '',
    told             date, -- the last daily whose failure was reported to them
    searches         bigint[] not null default '{0,0,0,0,0,0,0}' check (cardinality(searches) = 7), -- from Sunday; 0: the tier
    days_off         boolean[] not null default '{f,f,f,f,f,f,f}' check (cardinality(days_off) = 7), -- from Sunday: without a post
    shidoku          boolean not null default false, -- one stands beside each daily in its post
    ping             text not null default '', -- the role that a post pings; '': none
    quiet            boolean not null default false, -- a post notifies nobody
    language         text not null default '', -- of posts, as a BCP 47 tag; '': English
    sealed           boolean not null default false, -- the post has a cover, and Play the clues
    threads_since    date, -- the first daily whose post gets a thread; null: none
    weekly_since     date, -- the board of a week is posted when it ends on this date or later; null: none
    monthly_since    date, -- the same of a month
    freezes          smallint not null default 0 check (freezes between 0 and 31), -- missed days of a month that break no streak
    global           boolean not null default false, -- the daily of its weekday is the global one
    games_channel    text not null default '' -- for boards, challenges, shared results; '': the channel in which a player asks
);

create index guild_set_up_by on guild (set_up_by) where set_up_by <> '';

-- Guilds that have removed the bot, and when. It is not a column of guild: a guild that was never set up has no row
-- there, and may have games.
create table departure (
    guild text primary key check (guild <> ''),
    at    timestamptz not null default clock_timestamp()
);

create index departure_at on departure (at);

-- A rotation is the shuffled order of the puzzles of a shape and a tier, as an owner goes round in it: "guild …" or
-- "player …". All Shidoku are one rotation, tier 0. The position is found by a seek in the index, in 0.1 ms at a million
-- puzzles. Puzzles of its collections that the owner had last in a lap before "below" come next. For other collections
-- it begins at 1 again, while the laps count on.
create table rotation (
    owner       text not null,
    shape       smallint not null,
    tier        smallint not null,
    lap         integer not null default 1,
    -- The position: the puzzle drawn last. If two have the same place, the second is found at the end of the lap.
    rnd         integer not null default (floor(random() * 4294967296) - 2147483648)::integer,
    collections integer[] not null default '{}',
    below       integer not null default 1,
    primary key (owner, shape, tier)
);

-- The puzzles that an owner has had, and in which lap last. It keeps a puzzle from coming twice that is imported behind the
-- position of a rotation, or that the owner got another way.
create table drawn (
    owner  text not null,
    puzzle integer not null,
    lap    integer not null,
    primary key (owner, puzzle)
);

create index drawn_puzzle on drawn (puzzle);

-- A daily shows the entry as which it was drawn, whatever becomes of the collection.
create table daily (
    guild          text not null references guild on delete cascade,
    date           date not null, -- nominal
    shape          smallint not null,
    tier           smallint not null check (tier between 0 and 5), -- 0: any
    number         integer not null check (number > 0), -- of the date
    puzzle         integer not null,
    transform      text not null, -- how it is shown
    import         integer not null,
    position       integer not null,
    -- The tier under which a Shidoku was published stays when its puzzle is rated again. A sudoku has it in its key.
    published_tier smallint check (published_tier between 1 and 5),
    -- A daily that was chosen for a weekday with a search is that of the day, whatever its tier.
    search         bigint, -- which may be deleted
    search_failed  boolean not null default false, -- it had no puzzle: this one has the weekday's tier
    global         boolean not null default false, -- it is the global daily of its date
    counts         boolean not null default false, -- for streaks and boards; the others are extra
    primary key (guild, date, shape, tier),
    constraint daily_published check (tier > 0 or published_tier is not null)
);

create unique index daily_counts on daily (guild, date, shape) where counts;
create index daily_puzzle on daily (guild, puzzle);
create index daily_of_puzzle on daily (puzzle); -- the dailies of a puzzle
create index daily_entry on daily (import, position); -- taking back 200,000 entries asks for each whether it is in play
create index daily_global on daily (date) where global;

-- A daily that a program of schema 40 chose counted too, by this trigger: newer programs set counts themselves. The next
-- migration may drop it.
create function daily_counts() returns trigger language plpgsql as $$
begin
    if not new.counts and not exists (
        select from daily where guild = new.guild and date = new.date and shape = new.shape and counts
    ) then
        new.counts := new.shape = 1 or new.search is not null or new.global or exists (
            select from guild, lateral (select extract(dow from new.date)::integer + 1 as day) d
            where id = new.guild and not global and searches[day] = 0 and tiers[day] = new.tier
        );
    end if;
    return new;
end
$$;

create trigger daily_counts before insert or update of search on daily for each row execute function daily_counts();

-- Players, and what they play together

create table player (
    id       text primary key check (id <> ''),
    name     text not null,
    research timestamptz -- since when their times may be used for the score; null: they may not
);

-- How a player wants boards shown, and what others see of them. A player without a row has the defaults.
create table settings (
    player        text primary key references player on delete cascade,
    theme         text not null default 'dark' check (theme in ('dark', 'light', 'contrast')),
    as_text       boolean not null default false, -- boards as text, without a picture
    mark_mistakes boolean not null default false, -- at once, not only on /check
    letters       boolean not null default false, -- E4 rather than r4c5 beside the picture
    hide_timer    boolean not null default false, -- while a game is played
    alt_marks     boolean not null default false, -- the marks in the board in words too
    hidden        boolean not null default false, -- without a name in what others see
    worldwide     boolean not null default false, -- named on boards over all guilds, only on wish
    refuse_duels  boolean not null default false, -- with anybody
    hide_rating   boolean not null default false,
    no_uniqueness boolean not null default false -- hints without techniques that rest on the puzzle having one solution
);

-- When players want a direct message before their streak in a guild breaks.
create table reminder (
    id       bigint generated always as identity primary key,
    player   text not null references player on delete cascade,
    guild    text not null, -- of the streak
    at       text not null, -- wall clock, by the zone
    zone     text not null,
    language text not null default '',
    due      timestamptz, -- null: the player does not take direct messages, and is to learn that it ended
    unique (player, guild)
);

create index reminder_due on reminder (due);

-- Two players on one puzzle, or a race: a duel without an opponent (''), which up to ten players join.
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
    rated       boolean not null default false, -- a race that counts for ratings
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
create index duel_shown on duel (id) where message <> ''; -- rounds look at all of it
create index duel_unaccepted on duel (asked) where accepted is null;

-- A board that several players solve together.
create table party (
    id       bigint generated always as identity primary key,
    guild    text not null check (guild <> ''),
    channel  text not null, -- of the request
    message  text not null default '', -- the invitation there; '': there is none, or it is not known yet
    thread   text not null default '', -- the channel of the board; '': to be opened below the invitation
    board    text not null default '', -- the message with the board; '': not known yet
    starter  text references player on delete set null,
    language text not null, -- of what is posted
    date     date, -- of the daily; null: another puzzle
    number   integer,
    state    text not null default 'open' check (state in ('open', 'solved', 'closed', 'idle')),
    active   timestamptz not null default clock_timestamp(), -- when anyone last did something
    final    boolean not null default false, -- the board shows how it ended
    check ((date is null) = (number is null))
);

create unique index party_thread on party (thread) where state = 'open' and thread <> '';
create unique index party_starter on party (guild, starter) where state = 'open';
create index party_guild on party (guild);
create index party_starters on party (starter);
create index party_waiting on party (id) where not final;

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

-- Rounds of the Patterns Game in a guild. The highest id of a guild is the current one.
create table pattern_round (
    id      bigint generated always as identity primary key,
    guild   text not null check (guild <> ''),
    grid    bytea not null, -- 1 for each clue
    started timestamptz not null default clock_timestamp()
);

create index pattern_round_guild on pattern_round (guild, id);

-- The puzzles that were accepted. A guild has a puzzle once, whatever the round and the disguise.
create table pattern_puzzle (
    guild     text not null,
    key       uuid not null,
    round     bigint not null references pattern_round on delete cascade,
    player    text references player on delete set null,
    grid      bytea not null, -- as submitted
    er        text not null, -- "7.1", ">=9.0", "-"
    ep        text not null,
    ed        text not null,
    submitted timestamptz not null default clock_timestamp(),
    primary key (guild, key)
);

create index pattern_puzzle_round on pattern_puzzle (round);
create index pattern_puzzle_player on pattern_puzzle (player);

-- How much has been posted in public lately, by a player in a guild and by all of a guild (player '').
create table cooldown (
    guild  text not null,
    player text not null,
    until  timestamptz not null, -- when all of it is forgotten
    primary key (guild, player)
);

create index cooldown_until on cooldown (until);
create index cooldown_player on cooldown (player);

-- Games
--
-- A result is a game that is finished. It shows the entry as which it was drawn, whatever becomes of the collection. That
-- a game changed is notified by archive/notify.go and not by a trigger here: a transaction that notifies holds a lock of
-- the whole database while it is written to the disk. On a busy machine 150 moves a second were all there could be, each
-- 2.5 s after it was asked for; without it 200 take 45 ms.

create sequence game_opened;

create table game (
    id          bigint generated always as identity primary key,
    player      text references player on delete cascade, -- null: a former player, or a party
    guild       text not null,
    puzzle      integer not null,
    transform   text not null,
    date        date, -- of the daily; null: a puzzle of the player's own
    number      integer, -- of the daily
    shape       smallint not null,
    slot        smallint not null, -- the tier in the key of the daily
    tier        smallint not null,
    grid        bytea not null, -- the board, like puzzle.clues
    marks       bytea not null, -- 2 bytes a cell, bit d-1 for digit d
    head        integer not null default 0, -- the event whose board stands; 0: the start
    hints       integer not null default 0, -- hints on one and the same board are one
    hint_level  smallint not null default 0,
    checks      integer not null default 0, -- an answer that is wrong is one
    revision    integer not null default 0, -- of the last event
    started     timestamptz not null,
    finished    timestamptz,
    on_time     boolean, -- finished before the next daily was due
    opened      bigint not null default nextval('game_opened'), -- orders games by their last opening
    moves       integer not null default 0, -- of the player's own that changed the board
    deepest     smallint not null default 0, -- level of a hint
    active      interval, -- of a finished game: its time without gaps over five minutes
    shared      timestamptz,
    import      integer not null,
    position    integer not null,
    -- A practice begins in the middle of a puzzle, where a technique is first needed.
    practice    text not null default '', -- the technique; '': the game begins with the clues
    start_grid  bytea, -- the board that a practice begins with, like grid and marks
    start_marks bytea,
    apart       text not null default '' check (apart in ('', 'quick', 'removed', 'together')), -- why it is not on the boards
    duel        bigint references duel on delete set null,
    party       bigint references party on delete cascade, -- the party whose board it is; it has no player then
    -- A rank is for solving: play.Earned decides it when the game is finished. Null: finished before that rule, not
    -- finished, or a practice; then a move of the player's own is enough.
    earned      boolean,
    noted       integer not null default 0, -- changes of notes: of two devices that note in one cell, the later one learns of it
    foreign key (guild, date, shape, slot) references daily on delete cascade,
    check (finished >= started),
    constraint game_practice check (
        (practice <> '') = (start_grid is not null) and (practice <> '') = (start_marks is not null)
        and (practice = '' or date is null)
    ),
    constraint game_party check (party is null or player is null and date is null)
);

alter sequence game_opened owned by game.opened;

create unique index game_daily on game (guild, date, shape, slot, player) where date is not null;
create unique index game_duel on game (duel, player) where duel is not null;
create unique index game_of_party on game (party) where party is not null;
create index game_last on game (player, guild, opened);
create index game_guild on game (guild);
create index game_puzzle on game (puzzle); -- how often a puzzle was played
create index game_entry on game (import, position);
create index game_on_time on game (date) where on_time and apart = '';
create index game_rated on game (finished) where on_time and apart = ''; -- the games by which players are rated

-- The journal. Nothing in it changes: taking a move back is an event too, whose head is the state before that move.
create table event (
    game     bigint not null references game on delete cascade,
    revision integer not null,
    kind     text not null,
    text     text not null, -- as typed
    grid     bytea not null, -- after the event
    marks    bytea not null,
    head     integer not null, -- the event whose board stands now
    before   integer not null, -- and the one whose board stood before
    at       timestamptz not null,
    request  text, -- the request that changed the game, known for as long as the game
    level    smallint not null default 0 check (level between 0 and 4), -- of a hint
    primary key (game, revision)
);

create unique index event_request on event (request) where request is not null;

-- Corner marks and colours in the browser, by the names of cells.
create table note (
    game  bigint primary key references game on delete cascade,
    cells jsonb not null
);

-- Times that look the same are the same: seconds is rounded as they are shown.
create view result as
select g.id as game, coalesce(g.player, '') as player, coalesce(p.name, '') as name,
       coalesce(t.hidden, false) as hidden, coalesce(t.worldwide and not t.hidden, false) as worldwide,
       g.guild, g.date, g.shape, g.slot, g.tier, g.puzzle, g.started, g.finished - g.started as elapsed,
       round(extract(epoch from g.finished - g.started)) as seconds, g.active,
       g.hints, g.deepest, g.checks, not coalesce(g.earned, g.moves > 0) as handed_in, g.apart, g.finished, g.on_time, g.shared is not null as shared,
       g.date is not null and not coalesce(d.counts, false) as extra
from game g left join player p on p.id = g.player left join settings t on t.player = g.player
left join daily d on d.guild = g.guild and d.date = g.date and d.shape = g.shape and d.tier = g.slot
where g.finished is not null;

-- References between these tables
--
-- The functions below stand for foreign keys. PostgreSQL's own do a query for each row, and lock each row that is referred
-- to: of the cost of a new puzzle that was a fifth, and a reversal of an import read all entries for each part. Here the
-- check is done once for each statement wherever many rows change. An import's row is locked once, and puzzles not at all:
-- a transaction that deletes puzzles waits for all that add entries, and they for it. "offset 0" asks an index about one
-- row at a time, instead of reading the whole table that is referred to.

create function want_import() returns trigger language plpgsql as $$
declare
    ids integer[] := array(select distinct import from added);
    found integer;
begin
    perform from import where id = any (ids) for key share;
    get diagnostics found = row_count;
    if found < cardinality(ids) then
        raise foreign_key_violation using message = format('a row of table %I refers to an import that is not there', tg_table_name);
    end if;
    return null;
end $$;

create function want_puzzle() returns trigger language plpgsql as $$
begin
    if exists (select from added a where not exists (select from puzzle p where p.id = a.puzzle offset 0)) then
        raise foreign_key_violation using message = 'an entry refers to a puzzle that is not there';
    end if;
    return null;
end $$;

create function want_entry() returns trigger language plpgsql as $$
begin
    perform from entry where import = new.import and position = new.position for key share;
    if not found then
        raise foreign_key_violation using message = format('a row of table %I refers to an entry that is not there', tg_table_name);
    end if;
    return null;
end $$;

create function want_drawn_puzzle() returns trigger language plpgsql as $$
begin
    perform from puzzle where id = new.puzzle for key share;
    if not found then
        raise foreign_key_violation using message = 'a puzzle was drawn that is not there';
    end if;
    return null;
end $$;

create function want_same_number() returns trigger language plpgsql as $$
begin
    raise foreign_key_violation using message = format('rows of table %I keep their numbers: others refer to them', tg_table_name);
end $$;

create function want_empty_import() returns trigger language plpgsql set enable_seqscan = off as $$
begin
    if exists (select from gone g where exists (select from entry e where e.import = g.id offset 0))
    or exists (select from gone g where exists (select from puzzle p where p.import = g.id offset 0)) then
        raise foreign_key_violation using message = 'an import cannot go: entries or puzzles refer to it';
    end if;
    return null;
end $$;

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

create function want_not_drawn() returns trigger language plpgsql as $$
begin
    if exists (select from gone g where exists (select from drawn d where d.puzzle = g.id offset 0)) then
        raise foreign_key_violation using message = 'a puzzle cannot go: it was drawn';
    end if;
    return null;
end $$;

-- The entries of puzzles, each of which has a place in the shuffled order, and may have a collection whose given out entry
-- is not wanted. Where the slot is null, only entries that are not given out are sure to be found. A look into each of many
-- collections costs more than to read every entry that may have one of the puzzles, which can be all entries.
create function entries_of(puzzles integer[], slots smallint[], rnds integer[], besides integer[] default '{}')
    returns table (puzzle integer, import integer, "position" integer, collection integer)
    language plpgsql rows 1000 set enable_seqscan = off as $$
declare
    first integer;
    last integer;
begin
    return query
        select e.puzzle, e.import, e.position, e.collection from unnest(puzzles) p (id)
        cross join lateral (select * from entry r where r.puzzle = p.id and r.slot is null offset 0) e;
    select min(id), max(id) into first, last from unnest(puzzles, slots) p (id, slot) where slot is not null;
    if first is null then
        return;
    end if;
    if (select count(distinct n.collection) from collection_count n) > 64 then
        return query
            select e.puzzle, e.import, e.position, e.collection from entry e
            where e.puzzle between first and last and e.puzzle = any (puzzles) and e.slot is not null;
        return;
    end if;
    return query
        select e.puzzle, e.import, e.position, e.collection
        from (select c.collection::integer, c.slot from collection_count c where c.slot = any (slots) offset 0) n
        join unnest(puzzles, slots, rnds, besides) p (id, slot, rnd, beside) on p.slot = n.slot and p.beside is distinct from n.collection
        cross join lateral (
            select * from entry r
            where shelf(r.collection, r.slot) = shelf(n.collection, n.slot) and r.rnd = p.rnd and r.slot is not null and r.puzzle = p.id offset 0
        ) e;
end $$;

create function want_no_entry() returns trigger language plpgsql as $$
begin
    if tg_when = 'BEFORE' then
        lock table entry in share row exclusive mode;
        return null;
    end if;
    if exists (
        select from (
            select array_agg(id) as puzzles, array_agg((case shape when 1 then 0 else tier end)::smallint) as slots, array_agg(rnd) as rnds from gone
        ) g cross join lateral entries_of(g.puzzles, g.slots, g.rnds)
    ) then
        raise foreign_key_violation using message = 'a puzzle cannot go: entries refer to it';
    end if;
    return null;
end $$;

create trigger import_gone after delete on import referencing old table as gone execute function want_empty_import();

create trigger puzzle_import after insert on puzzle referencing new table as added execute function want_import();
create trigger puzzle_import_changed after update on puzzle referencing new table as added execute function want_import();
create trigger puzzle_number before update of id on puzzle execute function want_same_number();
create trigger puzzle_gone_locks before delete on puzzle execute function want_no_entry();
create trigger puzzle_gone after delete on puzzle referencing old table as gone execute function want_no_entry();
create trigger puzzle_gone_drawn after delete on puzzle referencing old table as gone execute function want_not_drawn();

-- An entry keeps its puzzle, so only a new one is checked for it.
create trigger entry_import after insert on entry referencing new table as added execute function want_import();
create trigger entry_import_changed after update on entry referencing new table as added execute function want_import();
create trigger entry_puzzle after insert on entry referencing new table as added execute function want_puzzle();
create trigger entry_number before update of import, position, puzzle on entry execute function want_same_number();
create trigger entry_gone after delete on entry referencing old table as gone execute function want_not_shown();

create trigger drawn_puzzle after insert or update of puzzle on drawn for each row execute function want_drawn_puzzle();
create trigger daily_shows after insert or update of import, position on daily for each row
    when (new.import is not null and new.position is not null) execute function want_entry();
create trigger game_shows after insert or update of import, position on game for each row
    when (new.import is not null and new.position is not null) execute function want_entry();
create trigger duel_shows after insert or update of import, position on duel for each row
    when (new.import is not null and new.position is not null) execute function want_entry();

-- Ratings of players and puzzles
--
-- Players and puzzles are rated by each other (package glicko): each day that is over once, all its games together. The
-- games stay, so that all can be computed anew. Where a player is deleted, the rating that they had remains, by which the
-- puzzle was rated.

create table rated_day (
    one  boolean primary key default true check (one),
    done date -- the last day that is rated, by UTC; null: none
);

insert into rated_day default values;

create table rated_game (
    game      bigint primary key, -- which may be deleted
    day       date not null,
    player    text references player on delete set null,
    puzzle    integer not null, -- which may be deleted: an import is taken back without a look at this
    score     double precision not null check (score between 0 and 1),
    value     double precision not null, -- the player's rating at the start of the day, and its deviation
    deviation double precision not null
);

create index rated_game_day on rated_game (day);
create unique index rated_game_first on rated_game (player, puzzle) where player is not null;

create table strength (
    player     text not null references player on delete cascade,
    day        date not null,
    value      double precision not null,
    deviation  double precision not null,
    volatility double precision not null,
    games      integer not null, -- so far
    primary key (player, day)
);

create table puzzle_strength (
    puzzle     integer primary key,
    day        date not null,
    value      double precision not null,
    deviation  double precision not null,
    volatility double precision not null,
    games      integer not null
);

-- The outbox: all that the bot posts or changes without being asked
--
-- A row comes before the message that it stands for: the unique constraint decides what is made once, whichever process
-- crashes when. The bot makes nonce and marker of a post from kind and key. Programs leave rows of a rank alone that they
-- do not know.

create table outbox (
    id           bigint generated always as identity primary key,
    guild        text not null, -- which need not have a row
    kind         text not null,
    date         date, -- of the daily, or the first of the week or the month
    number       bigint, -- of the game, the duel or the party
    rank         smallint not null default 1, -- 0 before 1 before 2; from 3 on paced
    channel      text not null default '',
    target       text not null default '', -- the message that is changed, or below which a thread is opened
    language     text not null default '',
    version      bigint not null default 0, -- of what a changed message is to show; any other makes it due again
    shape        smallint, -- of a daily, as its tier
    tier         smallint,
    game         bigint generated always as (case when kind in ('result', 'share', 'duel') then number end) stored references game on delete cascade,
    duel         bigint generated always as (case when kind = 'duel-message' then number end) stored references duel on delete cascade,
    party        bigint generated always as (case when kind in ('party', 'party-end') then number end) stored references party on delete cascade,
    state        text not null default 'due' check (state in ('due', 'done', 'failed')),
    attempt      integer not null default 0, -- claims so far; fences an owner whose lease ran out
    refused      integer not null default 0, -- attempts that sent nothing for certain
    owner        text, -- holds the row until leased_until, by the clock of this database
    leased_until timestamptz,
    due_at       timestamptz not null default clock_timestamp(), -- not before
    added        timestamptz not null default clock_timestamp(),
    first_tried  timestamptz,
    tried        timestamptz, -- when it was claimed last
    message      text not null default '', -- what was made: the id of the message, or of the thread
    thread       text not null default '', -- of a forum, that the message is the first of; '': it is in channel
    reason       text not null default '', -- why it failed, or was refused last
    unique nulls not distinct (guild, kind, date, number),
    foreign key (guild, date, shape, tier) references daily on delete cascade
);

create index outbox_due on outbox (rank, due_at, id) where state = 'due';
create index outbox_game on outbox (game) where game is not null;
create index outbox_duel on outbox (duel) where duel is not null;
create index outbox_party on outbox (party) where party is not null;
create index outbox_paced on outbox (tried) where rank >= 3; -- which were sent of late, so that not too many are in a second

-- The outbox is cleaned after so many posts, not after a part of all that were ever made. Each claim reads past the
-- remains of those that were posted since: 31,000 of them in a million rows made it read 124 pages of the index instead
-- of 3, and by default it was cleaned at 200,000. A small part of a large table is cleaned without its indexes, unless
-- that is asked for.
alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000, vacuum_index_cleanup = on);

-- Requests

-- A request, a click or a command of a chat network, changes the archive once, however often it arrives and in however
-- many processes. Its row is inserted before anything else that it does, in the same transaction: a second request of the
-- same id waits at the key, and then finds the answer. Rows are kept for a day.
create table request (
    id        text primary key check (id <> ''),
    at        timestamptz not null default now(),
    answer    bytea not null,
    forgotten boolean not null default false -- the answer was about a deleted player; the id stays, so that it is not done again
);

create index request_at on request (at);

-- Players in the browser
--
-- Of a token only its SHA-256 is kept: it is of no use to a reader of these tables.

create table web_link (
    hash     bytea primary key,
    player   text not null references player on delete cascade,
    guild    text not null,
    game     bigint references game on delete cascade, -- null: the one opened last
    language text not null,
    made     timestamptz not null default clock_timestamp(),
    used_at  timestamptz -- null: not yet
);

create index web_link_player on web_link (player);
create index web_link_game on web_link (game) where game is not null;
create index web_link_made on web_link (made); -- links that are too old go, with each new one

create table web_session (
    hash     bytea primary key,
    id       bigint generated always as identity unique,
    player   text not null references player on delete cascade,
    guild    text not null,
    language text not null,
    browser  text not null, -- in a word or two, for the list of sessions
    made     timestamptz not null default clock_timestamp(),
    seen     timestamptz not null default clock_timestamp()
);

create index web_session_player on web_session (player);
create index web_session_made on web_session (made); -- sessions that are too old go, with each new one
create index web_session_seen on web_session (seen); -- and sessions that were not used for long

-- The connections to Discord's gateway, which the processes of a bot share: each runs some of the shards

-- Into how many shards the guilds are divided. It is one row, which a process locks first when it changes the division.
create table gateway (
    one    boolean primary key default true check (one),
    shards integer not null default 0 check (shards >= 0) -- 0: not settled yet
);

insert into gateway default values;

create table gateway_process (
    id          text primary key check (id <> ''),
    since       timestamptz not null default clock_timestamp(),
    alive_until timestamptz not null -- by the clock of this database
);

-- Slot n is shard n modulo the number of shards: slots beyond that are further connections of the same shards, for
-- processes that would have none.
create table gateway_slot (
    slot    integer primary key check (slot >= 0),
    process text not null references gateway_process on delete cascade,
    ready   boolean not null -- it is connected
);

create index gateway_slot_process on gateway_slot (process);

-- Discord takes one new session at a time for each key, and the next one seconds later.
create table gateway_identify (
    key     integer primary key,
    owner   text not null,
    free_at timestamptz not null
);

-- Work that machines share. River's rows come and go with its jobs; what is done and counted stays here

-- One task, cut into chunks.
create table work (
    id         bigint generated always as identity primary key,
    kind       text not null check (kind <> ''),
    title      text not null, -- for people
    identity   text not null, -- only one unfinished work has it
    args       jsonb not null, -- in the form of its kind
    collection text not null, -- for its puzzles; '': it makes none
    import     bigint references import on delete set null, -- which brought them; null: none yet
    by         text not null, -- who asked for it, for people
    made       timestamptz not null default now(),
    cancelled  timestamptz,
    finished   timestamptz
);

create unique index work_unfinished on work (identity) where finished is null and cancelled is null;

-- The part of a work that one machine does at a time. Counters move in the transaction that stores what they count, from
-- "done" to a greater one, so what is done twice is counted once.
create table chunk (
    work    bigint not null references work on delete cascade,
    number  integer not null,
    input   text[] not null,
    done    integer not null default 0 check (done between 0 and cardinality(input)), -- of the input
    counts  jsonb not null default '{}',
    spent   double precision not null default 0, -- seconds that workers needed for what is done
    changed timestamptz,
    machine text, -- that changed it
    primary key (work, number)
);

create index chunk_open on chunk (work) where done < cardinality(input);

-- Faults that an audit found.
create table finding (
    work bigint not null references work on delete cascade,
    id   bigint generated always as identity,
    text text not null, -- for people
    primary key (work, id)
);

-- Running programs. One that has not been seen for a while was killed, and others take its jobs.
create table machine (
    id      text primary key, -- River's name for it
    workers integer not null,
    seen    timestamptz not null default now()
);

-- The schema of the oldest program that may run on this database. One row, written by 'gridkeeper migrate' and read by
-- every program when it connects, and every few seconds.
create table oldest_program (
    one    boolean primary key default true check (one),
    schema bigint not null
);

insert into oldest_program (schema) values (58);
