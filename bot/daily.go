package bot

import (
	"context"
	"errors"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func dailyCommand() handler {
	return handler{
		name:    "daily",
		options: []Option{tierOption(), shapeOption(), {Name: "date", Kind: DateOption}},
		writes:  true, play: (*Bot).daily,
		buttons: []button{{verb: OpenDaily, options: openedDaily}},
	}
}

// openedDaily reads the argument of [OpenDaily].
func openedDaily(f Fill) (map[string]string, bool) {
	part := strings.Split(f.Press.Argument, "/")
	if len(part) != 3 {
		return nil, false
	}
	return map[string]string{"date": part[0], "tier": part[1], "shape": part[2]}, true
}

func playCommand() handler {
	return handler{
		name:    "play",
		options: []Option{tierOption(), shapeOption()},
		example: []Given{{Name: "tier", Value: "hidden"}}, writes: true, play: (*Bot).startPuzzle,
		buttons: []button{playsFound()},
	}
}

func boardCommand() handler {
	return handler{
		name:    "board",
		options: []Option{{Name: "look", Kind: ChoiceOption, Choices: []string{pictureLook, textLook}}},
		board:   true, answer: (*Bot).showBoard,
		buttons: []button{{verb: TurnTo}, {verb: OpenBoard}, editsGrid()},
	}
}

// The looks of a board: both show the same.
const (
	pictureLook = "picture"
	textLook    = "text"
)

func shapeOption() Option {
	o := Option{Name: "shape", Kind: ChoiceOption}
	for _, s := range sudoku.Shapes {
		o.Choices = append(o.Choices, s.String())
	}
	return o
}

func (b *Bot) daily(ctx context.Context, q query) (done, error) {
	tier, shape, err := kindOf(q)
	if err != nil {
		return nil, err
	}
	s, err := b.schedule(ctx, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	today := s.Today(b.config.Now())
	date, err := b.playable(ctx, q, today)
	if err == nil && s.First.IsZero() && date.Before(today) {
		err = &daily.TooEarlyError{Date: date, First: today}
	}
	if err != nil {
		return nil, err
	}
	daily, err := b.store.Daily(ctx, s.Guild, date, shape, tier)
	if err != nil {
		return nil, err
	}
	game, err := b.store.StartDaily(ctx, q.Player, daily)
	if err != nil {
		return nil, err
	}
	return opened{game, date.Before(today) && game.Finished.IsZero()}, nil
}

func (b *Bot) startPuzzle(ctx context.Context, q query) (done, error) {
	tier, shape, err := kindOf(q)
	if err != nil {
		return nil, err
	}
	guild, err := b.store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	game, err := b.startOwn(ctx, q, guild, shape, tier)
	if err != nil {
		return nil, err
	}
	return opened{game: game}, nil
}

// opened is a game that was started or taken up again.
type opened struct {
	game games.Game
	late bool // it is of a past daily
}

func (d opened) screen(q query) Reply {
	reply := q.opened(d.game)
	if d.late {
		reply.Screen.Body = q.sentences(q.Say("board.late", nil), reply.Screen.Body)
	}
	return reply
}

func (d opened) outcome(query) Outcome { return outcomeOf(d.game) }

// startOwn starts a game of the player's own. Until a player has finished one, a Sudoku of any tier
// is one of the easiest, where there is such.
func (b *Bot) startOwn(ctx context.Context, q query, guild daily.Guild, shape sudoku.Shape, tier logic.Tier) (games.Game, error) {
	if tier == 0 && shape == sudoku.Sudoku {
		newcomer, err := b.store.Newcomer(ctx, q.Player.ID)
		if err != nil {
			return games.Game{}, err
		}
		if newcomer {
			game, err := b.store.StartGame(ctx, q.Player, guild, shape, logic.TierSingletons)
			if !errors.Is(err, library.ErrNoPuzzle) {
				return game, err
			}
		}
	}
	return b.store.StartGame(ctx, q.Player, guild, shape, tier)
}

func (b *Bot) showBoard(ctx context.Context, q query) (Reply, error) {
	look := q.option("look")
	if look != "" && look != pictureLook && look != textLook {
		return Reply{}, q.refuseGiven("look")
	}
	game, err := b.current(ctx, q)
	if err == nil {
		err = q.fits(game)
	}
	if err != nil {
		return q.orNewest(err)
	}
	if !game.Finished.IsZero() {
		return q.opened(game), nil
	}
	args := locale.Args{"Time": q.elapsed(b.config.Now().Sub(game.Started)), "ToGo": q.toGo(game)}
	key := "board.again"
	if game.Settings.HideTimer {
		key = "board.moved"
	}
	reply := q.board(game, q.Say(key, args))
	reply.Screen.OnlyRows = q.pressed != nil && q.pressed.Verb == TurnTo
	return reply, nil
}

// kindOf reads the tier, 0 for any, and the shape.
func kindOf(q query) (tier logic.Tier, shape sudoku.Shape, err error) {
	if text := q.option("tier"); text != "" {
		tier, err = q.ParseTier(text)
	}
	if text := q.option("shape"); text != "" && err == nil {
		shape, err = sudoku.ParseShape(text)
	}
	return tier, shape, err
}

// pastDays is how far back a daily can still be chosen. One that was chosen before can always be
// played.
const pastDays = 60

// playable reads a date or number of a daily that is today's or a past one; "" is today.
func (b *Bot) playable(ctx context.Context, q query, today calendar.Date) (calendar.Date, error) {
	date, err := b.day(ctx, q, q.option("date"), today)
	if err != nil {
		return date, err
	}
	oldest := today.AddDays(-pastDays)
	if !date.Before(oldest) {
		return date, nil
	}
	chosen, err := b.store.NumberedDates(ctx, q.Place.GuildID, date, 1)
	if err == nil && (len(chosen) == 0 || chosen[0].Date != date) {
		err = refuse("refusal.too-long-ago", locale.Args{"Date": date.String(), "Oldest": oldest.String()})
	}
	return date, err
}
