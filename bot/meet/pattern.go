package meet

import (
	"context"
	"errors"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/generator/referee"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The Patterns Game: those who manage the guild start a round with a pattern, players submit puzzles that have their
// clues there, and the bot is the referee. It shows the table of the round to whoever asks.

// PatternCommand is /pattern.
func PatternCommand() handler.Handler {
	return handler.Handler{
		Name: "pattern",
		Options: []chat.Option{
			{Name: "puzzle", Kind: chat.TextOption},
			{Name: "start", Kind: chat.TextOption},
		},
		Example: []chat.Given{{Name: "puzzle", Value: "1.....3..2.....4"}}, Writes: true, Answer: pattern,
	}
}

func pattern(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	if q.Place.GuildID == people.PrivateGuild(q.Player.ID) {
		return chat.Reply{}, chat.Refuse("refusal.meet-alone", nil)
	}
	if q.Option("start") != "" {
		return startRound(ctx, env, q)
	}
	round, err := env.Store.PatternRound(ctx, q.Place.GuildID)
	if errors.Is(err, postgres.ErrNotFound) {
		err = chat.Refuse("refusal.no-round", locale.Args{"Start": patternAsked("start", "x.....x..x.....x")})
	}
	if err != nil {
		return chat.Reply{}, err
	}
	if q.Option("puzzle") != "" {
		return submitPattern(ctx, env, q, round)
	}
	return roundTable(ctx, env, q, round)
}

// patternAsked is the command with an option, as a player may ask it.
func patternAsked(option, value string) chat.Part {
	return chat.Asking("pattern", chat.Given{Name: option, Value: value, Kind: chat.TextOption})
}

// startRound starts a round, and announces it.
func startRound(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	if !q.Rights.ManageGuild {
		return chat.Reply{}, chat.Refuse("refusal.not-admin", locale.Args{"Command": patternAsked("start", "…")})
	}
	text := q.Option("start")
	pattern, err := referee.ParsePattern(text)
	if err != nil {
		return chat.Reply{}, chat.Refuse("refusal.pattern", locale.Args{"Text": chat.Quoted(text)})
	}
	if err := env.CountPost(ctx, q, 1); err != nil {
		return chat.Reply{}, err
	}
	if _, err := env.Store.StartPatternRound(ctx, q.Place.GuildID, pattern); err != nil {
		return chat.Reply{}, err
	}
	body := q.Say("pattern.started", locale.Args{"Pattern": chat.Typed(referee.Mask(pattern)), "Submit": chat.Mention("pattern")})
	return chat.Reply{Screen: chat.Screen{Title: chat.Plain(q.Text("title.pattern", nil)), Body: body}}, nil
}

// submitPattern judges a puzzle, and keeps it if it is accepted.
func submitPattern(ctx context.Context, env *handler.Env, q handler.Query, round games.PatternRound) (chat.Reply, error) {
	puzzle, err := games.ReadClues(q.Option("puzzle"))
	if err != nil {
		return chat.Reply{}, chat.Refuse("refusal.option", locale.Args{"Option": q.OptionLabel("puzzle"), "Reason": q.Unread(err)})
	}
	v := referee.Judge(round.Pattern, puzzle)
	if err := notAccepted(q, round, puzzle, v); err != nil {
		return chat.Reply{}, err
	}
	known, own, err := env.Store.PatternBefore(ctx, round, v.Key, q.Player.ID)
	switch {
	case err != nil:
		return chat.Reply{}, err
	case known != nil:
		return chat.Reply{}, knownPattern(q, puzzle, *known)
	case own >= games.MaxPatternPuzzles:
		return chat.Reply{}, tooManyPatterns()
	}
	ratings := referee.Ratings(puzzle) // of new ones alone, as it may take a second
	p := games.PatternPuzzle{Key: v.Key, Player: q.Player, Puzzle: puzzle, ER: ratings[0], EP: ratings[1], ED: ratings[2]}
	known, err = env.Store.SubmitPattern(ctx, round, p)
	switch {
	case errors.Is(err, games.ErrPatternMany): // others came meanwhile
		return chat.Reply{}, tooManyPatterns()
	case err != nil:
		return chat.Reply{}, err
	case known != nil:
		return chat.Reply{}, knownPattern(q, puzzle, *known)
	}
	body := q.Say("pattern.accepted", locale.Args{"Ratings": ratingsOf(q, p), "Table": chat.Mention("pattern")})
	return chat.Private(q.Text("title.pattern", nil), body), nil
}

func tooManyPatterns() error {
	return chat.Refuse("refusal.pattern-many", locale.Args{"Most": games.MaxPatternPuzzles})
}

// knownPattern is the refusal of a puzzle that was accepted before, as it stands or in disguise.
func knownPattern(q handler.Query, puzzle sudoku.Grid, known games.PatternPuzzle) error {
	args := locale.Args{"Player": q.Named(known.Player, known.Hidden), "Puzzle": chat.Typed(known.Puzzle.String())}
	if puzzle == known.Puzzle {
		return chat.Refuse("refusal.pattern-known", args)
	}
	return chat.Refuse("refusal.pattern-disguised", args)
}

// notAccepted is the refusal of a puzzle with a fault, nil for one without.
func notAccepted(q handler.Query, round games.PatternRound, puzzle sudoku.Grid, v referee.Verdict) error {
	args := locale.Args{"Pattern": chat.Typed(referee.Mask(round.Pattern))}
	switch v.Fault {
	case referee.NotAPuzzle:
		reason, ok := q.Error(v.Err)
		if !ok {
			return v.Err
		}
		return chat.Refuse("refusal.puzzle", locale.Args{"Puzzle": chat.Quoted(puzzle.String()), "Reason": reason})
	case referee.OtherPattern:
		return chat.Refuse("refusal.pattern-other", args)
	case referee.OtherCells:
		return chat.Refuse("refusal.pattern-cells", args)
	case referee.NotMinimal:
		return chat.Refuse("refusal.pattern-spare", nil)
	}
	return nil
}

// ratingsOf says how hard a puzzle is; that of a shidoku is not known.
func ratingsOf(q handler.Query, p games.PatternPuzzle) string {
	if p.ER == "-" {
		return q.Text("pattern.unrated", nil)
	}
	return q.Text("pattern.ratings", locale.Args{"ER": p.ER, "EP": p.EP, "ED": p.ED})
}

// roundTable lists what was accepted, the hardest first. A message has room for some twenty.
func roundTable(ctx context.Context, env *handler.Env, q handler.Query, round games.PatternRound) (chat.Reply, error) {
	puzzles, err := env.Store.PatternPuzzles(ctx, round.ID, q.Player.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	args := locale.Args{"Pattern": chat.Typed(referee.Mask(round.Pattern)), "Submit": chat.Mention("pattern")}
	if len(puzzles) == 0 {
		return chat.Private(q.Text("title.pattern", nil), q.Say("pattern.none", args)), nil
	}
	lines, own := []chat.Text{q.SayCount("pattern.round", len(puzzles), args)}, []int{0}
	for _, p := range puzzles {
		if outbox.IsOwn(q, p.Player) {
			own = append(own, len(lines))
		}
		lines = append(lines, q.Say("pattern.line", locale.Args{
			"Player": q.Named(p.Player, p.Hidden), "Ratings": ratingsOf(q, p), "Puzzle": chat.Typed(p.Puzzle.String()),
		}))
	}
	return chat.Private(q.Text("title.pattern", nil), outbox.Shortened(q.Speech, lines, own[:min(len(own), mostOwn)]...)), nil
}

// mostOwn is how many lines of a table are kept for the one who asks, with the first.
const mostOwn = 6
