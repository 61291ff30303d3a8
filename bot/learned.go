package bot

import (
	"context"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Limits of what is said to be new to a player.
const (
	maxEarlier = 300 // solved puzzles that are looked through, the newest first
	maxNew     = 3   // techniques that are named, the hardest
)

// learned says which techniques a game needed that none before it did: "New to you: X-Wing." It is empty
// where there are none but singles, which every game needs, or where the player did not solve it. Which techniques a puzzle needs is not stored for players, but
// rated again, which takes less than a database does to store it: mostly one or two puzzles will do,
// for whatever is not new was mostly needed lately.
func (b *Bot) learned(ctx context.Context, q query, game archive.Game, result archive.Result) (Text, error) {
	if game.Practice != "" || result.HandedIn {
		return nil, nil
	}
	left := slices.DeleteFunc(techniquesOf(game.Clues), func(t logic.Technique) bool {
		return t == logic.NakedSingle || t == logic.HiddenSingle
	})
	earlier, err := b.store.SolvedBefore(ctx, game, maxEarlier)
	if err != nil {
		return nil, err
	}
	for _, clues := range earlier {
		if len(left) == 0 {
			return nil, nil
		}
		known := techniquesOf(clues)
		left = slices.DeleteFunc(left, func(t logic.Technique) bool { return slices.Contains(known, t) })
	}
	if len(left) == 0 {
		return nil, nil
	}
	var names []string
	for _, t := range left[max(0, len(left)-maxNew):] {
		names = append(names, q.Technique(t))
	}
	return q.Say("finish.first", locale.Args{"Techniques": q.List(names), "Steps": command("steps")}), nil
}

// techniquesOf returns the techniques that a puzzle needs, the easiest first; nil for what cannot be
// rated.
func techniquesOf(clues sudoku.Grid) (list []logic.Technique) {
	r, err := rating.Rate(clues)
	if err != nil {
		return nil
	}
	for t := range r.Counts.All() {
		list = append(list, t)
	}
	return list
}
