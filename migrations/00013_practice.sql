-- Games that begin in the middle of a puzzle, where a technique is first needed.

-- +goose Up
set local lock_timeout = '10s';

alter table game
    add column practice text not null default '', -- the technique; '': the game begins with the clues
    add column start_grid bytea, -- the board that a practice begins with, like grid and marks
    add column start_marks bytea,
    add constraint game_practice check (
        (practice <> '') = (start_grid is not null) and (practice <> '') = (start_marks is not null)
        and (practice = '' or date is null)
    );

-- +goose Down
set local lock_timeout = '10s';

-- Without their start these games could be undone to the clues, and their results would be those of
-- whole puzzles.
delete from game where practice <> '';

alter table game drop column practice, drop column start_grid, drop column start_marks;
