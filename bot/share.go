package bot

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func shareCommand() handler {
	return handler{
		name: "share", options: []Option{{Name: "date", Kind: DateOption}}, writes: true, play: (*Bot).share,
		buttons: []button{{verb: ShareResult}, {verb: CopyResult, handler: &handler{name: "copying", play: (*Bot).copyResult}}},
	}
}

// share posts a finished game of the player for all, once: that of the button, the daily of a date, or
// the current one. From a page it is posted in the channel of the guild, where it has one.
func (b *Bot) share(ctx context.Context, q query) (done, error) {
	game, err := b.toShare(ctx, q)
	if err != nil {
		return nil, err
	}
	guild, err := b.store.Guild(ctx, q.Place.GuildID)
	switch {
	case err != nil:
		return nil, err
	case game.Practice != "":
		return nil, refuse("refusal.share-practice", nil)
	case game.Party != 0:
		return nil, refuse("refusal.share-party", nil)
	case !q.Place.reaches(guild):
		return nil, refuse("refusal.nobody-here", nil)
	case game.Finished.IsZero():
		return nil, refuse("refusal.not-finished", locale.Args{"Game": q.nameOf(game), "Board": command("board")})
	}
	result, err := b.store.Share(ctx, game)
	if errors.Is(err, games.ErrShared) {
		return nil, refuse("refusal.shared", locale.Args{"Game": q.nameOf(game)})
	}
	if err != nil {
		return nil, err
	}
	if q.Place.Page {
		return b.postLater(ctx, q, game)
	}
	line, err := b.sharedWithPicture(ctx, q, game, result)
	return shared{game, line, true}, err
}

// shared is a result that was shared, or is to be copied.
type shared struct {
	game   games.Game
	line   Text
	public bool
}

func (d shared) screen(q query) Reply {
	if !d.public {
		return Reply{Screen: Screen{Body: d.line}, Private: true}
	}
	body := q.Say("share.done", locale.Args{"Line": d.line, "Early": shapes[0], "Middle": shapes[1], "Late": shapes[2]})
	return Reply{Screen: Screen{Body: body}, Private: true, Notices: []Notice{{d.line}}}
}

// outcome leaves the game out, which has changed since it was read.
func (d shared) outcome(query) Outcome { return Outcome{Revision: d.game.Revision, Shared: d.line} }

// postedLater is a result that was shared from a page.
type postedLater struct {
	game  games.Game
	words Text // where it will be
}

func (d postedLater) screen(query) Reply { return Reply{Screen: Screen{Body: d.words}, Private: true} }

func (d postedLater) outcome(query) Outcome {
	return Outcome{Revision: d.game.Revision, Posted: d.words}
}

// Postable reports whether [ShareResult] would share a game from a place: one that can be shared, was not
// yet, and has others of the guild to share it with.
func (b *Bot) Postable(ctx context.Context, place Place, game games.Game) (bool, error) {
	if game.Finished.IsZero() || !game.Shared.IsZero() || game.Practice != "" || game.Party != 0 {
		return false, nil
	}
	guild, err := b.store.Guild(ctx, place.GuildID)
	return place.reaches(guild), err
}

// copyResult gives the player what [Bot.share] would post, and posts nothing.
func (b *Bot) copyResult(ctx context.Context, q query) (done, error) {
	game, err := b.toShare(ctx, q)
	switch {
	case err != nil:
		return nil, err
	case game.Practice != "":
		return nil, refuse("refusal.share-practice", nil)
	case game.Finished.IsZero():
		return nil, refuse("refusal.not-finished", locale.Args{"Game": q.nameOf(game), "Board": command("board")})
	}
	result, err := b.store.Finish(ctx, game) // again, which changes nothing
	if err != nil {
		return nil, err
	}
	line, err := b.sharedWithPicture(ctx, q, game, result)
	return shared{game, line, false}, err
}

func (b *Bot) toShare(ctx context.Context, q query) (games.Game, error) {
	if q.pressed != nil {
		return b.pressedGame(ctx, q)
	}
	if q.option("date") == "" {
		return b.current(ctx, q)
	}
	s, err := b.schedule(ctx, q.Place.GuildID)
	if err != nil {
		return games.Game{}, err
	}
	date, err := b.day(ctx, q, q.option("date"), s.Today(b.config.Now()))
	if err != nil {
		return games.Game{}, err
	}
	game, err := b.store.SolvedDaily(ctx, q.Player.ID, q.Place.GuildID, date)
	if errors.Is(err, postgres.ErrNotFound) {
		err = refuse("refusal.not-solved", locale.Args{"Day": q.day(date), "Daily": asking("daily", Given{Name: "date", Value: date.String()})})
	}
	return game, err
}

// pressedGame returns the game that a button names, if it is the player's and of this place.
func (b *Bot) pressedGame(ctx context.Context, q query) (games.Game, error) {
	game, err := b.store.Game(ctx, q.pressed.GameID)
	if errors.Is(err, postgres.ErrNotFound) || err == nil && (game.Player.ID != q.Player.ID || game.GuildID != q.Place.GuildID) {
		err = refuse("refusal.old-button", locale.Args{"Help": command("help")})
	}
	return game, err
}

// sharedWithPicture is a result with its rank, where it has one, and with a [pictogram].
func (b *Bot) sharedWithPicture(ctx context.Context, q query, game games.Game, result games.Result) (Text, error) {
	grids, err := b.store.Grids(ctx, game.ID)
	if err != nil {
		return nil, err
	}
	line := q.shared(game, result)
	if result.Rank > 0 {
		rank, of, err := b.rank(ctx, q, game, result)
		if err != nil {
			return nil, err
		}
		if of > 1 {
			line = q.sentences(line, q.Say("share.rank", locale.Args{"Rank": rank, "Of": of}))
		}
	}
	return join("\n", line, Plain(pictogram(grids))), nil
}

// shapes stand for a box that was finished in the first, the second and the last third of a game. They
// differ in form as well as in colour.
var shapes = [3]string{"🟢", "🔶", "🟪"}

// pictogram shows when each box of a grid was finished, by the grids that a game went through. It gives
// away no digit.
func pictogram(grids []sudoku.Grid) string {
	if len(grids) == 0 {
		return ""
	}
	shape := grids[0].Shape()
	var picture strings.Builder
	for box := range shape.Side() {
		if box > 0 && box%shape.BoxSide() == 0 {
			picture.WriteByte('\n')
		}
		picture.WriteString(shapes[fullSince(grids, box)*len(shapes)/len(grids)])
	}
	return picture.String()
}

// fullSince returns the first of the grids from which on a box has a digit in every cell, the last where
// it has none.
func fullSince(grids []sudoku.Grid, box int) int {
	shape, since := grids[0].Shape(), len(grids)
	house := shape.House(sudoku.House{Kind: sudoku.Box, Index: uint8(box)})
	for since > 0 && !slices.ContainsFunc(house, func(c sudoku.Cell) bool { return grids[since-1].At(c) == 0 }) {
		since--
	}
	return min(since, len(grids)-1)
}

// shared says who solved what in which time, and nothing of the puzzle.
func (s speech) shared(game games.Game, result games.Result) Text {
	key := "share.solved"
	if result.HandedIn {
		key = "share.handed-in"
	}
	return s.Say(key, locale.Args{
		"Player": s.player(game.Player), "Game": s.nameOf(game), "Time": s.timeOf(result), "Help": s.helped(result),
	})
}
