-- A game and a race may be on a puzzle that a player pasted and that is not in the archive: the row itself has its clues then.
-- An older program does not find such a game, and answers with an error where such a race or board is played. A puzzle of 0
-- instead of null keeps its "<> all" true.
-- Oldest program: 58
-- Down loses: the games on pasted puzzles, with the races and the boards together on them.

-- +goose Up
set local lock_timeout = '200ms';

alter table game
    alter column import drop not null,
    alter column position drop not null,
    add column clues bytea, -- of a pasted puzzle, as it is shown, like grid; puzzle is 0 then
    drop constraint game_practice,
    add constraint game_practice check ( -- a pasted position begins with marks
        (start_grid is null) = (start_marks is null)
        and (practice <> '') = (start_grid is not null and clues is null)
        and (practice = '' or date is null)
    ) not valid,
    add constraint game_pasted check (
        (clues is null) = (puzzle <> 0) and (clues is null) = (import is not null) and (clues is null) = (position is not null)
        and (clues is null or date is null and not joined)
    ) not valid;

alter table duel
    add column clues bytea, -- of a pasted puzzle, known before anyone joins; import and position stay null
    drop constraint duel_check2,
    add constraint duel_puzzle check (
        (accepted is null) = (transform is null) and (import is null) = (position is null)
        and (import is not null) = (accepted is not null and clues is null)
        and (clues is null or not rated)
    ) not valid;

-- +goose Down
set local lock_timeout = '200ms';

delete from party where id in (select party from game where clues is not null);
delete from game where clues is not null;
delete from duel where clues is not null;

alter table game
    drop constraint game_practice,
    drop constraint game_pasted,
    drop column clues,
    alter column import set not null,
    alter column position set not null,
    add constraint game_practice check (
        (practice <> '') = (start_grid is not null) and (practice <> '') = (start_marks is not null)
        and (practice = '' or date is null)
    ) not valid;

alter table duel
    drop constraint duel_puzzle,
    drop column clues,
    add constraint duel_check2 check (
        (accepted is null) = (import is null) and (accepted is null) = (position is null) and (accepted is null) = (transform is null)
    ) not valid;
