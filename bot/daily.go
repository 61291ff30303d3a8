package bot

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func dailyCommand() handler {
	return handler{
		name:    "daily",
		options: []Option{tierOption(), shapeOption(), {Name: "date", Kind: TextOption}},
		writes:  true, answer: (*Bot).daily,
	}
}

func playCommand() handler {
	return handler{
		name:    "play",
		options: []Option{tierOption(), shapeOption()},
		example: []Given{{"tier", "hidden"}}, writes: true, answer: (*Bot).play,
	}
}

func boardCommand() handler {
	return handler{
		name:    "board",
		options: []Option{{Name: "look", Kind: ChoiceOption, Choices: []string{pictureLook, textLook}}},
		answer:  (*Bot).showBoard,
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

func (b *Bot) daily(ctx context.Context, q query) (Reply, error) {
	tier, shape, err := kindOf(q)
	if err != nil {
		return Reply{}, err
	}
	s, err := b.schedule(ctx, q.Place.GuildID)
	if err != nil {
		return Reply{}, err
	}
	today := s.Today(b.config.Now())
	date, err := playable(q.option("date"), today)
	if err == nil && s.First.IsZero() && date.Before(today) {
		err = &archive.TooEarlyError{Date: date, First: today}
	}
	if err != nil {
		return Reply{}, err
	}
	daily, err := b.store.Daily(ctx, s.Guild, date, shape, tier)
	if err != nil {
		return Reply{}, err
	}
	game, err := b.store.StartDaily(ctx, q.Player, daily)
	if err != nil {
		return Reply{}, err
	}
	return q.opened(game), nil
}

func (b *Bot) play(ctx context.Context, q query) (Reply, error) {
	tier, shape, err := kindOf(q)
	if err != nil {
		return Reply{}, err
	}
	guild, err := b.store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return Reply{}, err
	}
	game, err := b.store.StartGame(ctx, q.Player, guild, shape, tier)
	if err != nil {
		return Reply{}, err
	}
	return q.opened(game), nil
}

func (b *Bot) showBoard(ctx context.Context, q query) (Reply, error) {
	look := q.option("look")
	if look != "" && look != pictureLook && look != textLook {
		return Reply{}, refuse("refusal.look", locale.Args{"Text": quoted(look)})
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
		tier, err = logic.ParseTier(text)
	}
	if text := q.option("shape"); text != "" && err == nil {
		shape, err = sudoku.ParseShape(text)
	}
	return tier, shape, err
}

// pastDays is how far back a daily can still be started.
const pastDays = 60

// playable reads a date that is today or not long ago; "" is today.
func playable(text string, today archive.Date) (archive.Date, error) {
	date, err := parseDate(text, today)
	oldest := today.AddDays(-pastDays)
	switch {
	case err != nil:
		return date, err
	case today.Before(date):
		return date, refuse("refusal.not-out-yet", locale.Args{"Date": date.String(), "Today": today.String()})
	case date.Before(oldest):
		return date, refuse("refusal.too-long-ago", locale.Args{"Date": date.String(), "Oldest": oldest.String()})
	}
	return date, nil
}

// parseDate reads a date; "" is today.
func parseDate(text string, today archive.Date) (archive.Date, error) {
	if text == "" {
		return today, nil
	}
	date, err := archive.ParseDate(text)
	if err != nil {
		return date, refuse("refusal.date", locale.Args{"Text": quoted(text), "Today": today.String()})
	}
	return date, nil
}
