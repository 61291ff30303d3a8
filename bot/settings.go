package bot

import (
	"context"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// setting is one thing that a player can choose: an option of /settings, and its buttons.
type setting struct {
	option string
	values []string // the first is that of a player who has chosen nothing
	get    func(games.Settings) string
	set    func(*games.Settings, string)
}

// settings lists them in the order of the options.
func settings() []setting {
	return []setting{
		{"look", []string{string(picture.Dark), string(picture.Light), string(picture.Contrast)},
			func(s games.Settings) string { return s.Theme },
			func(s *games.Settings, value string) { s.Theme = value }},
		either("board", pictureLook, textLook, func(s *games.Settings) *bool { return &s.AsText }),
		either("mistakes", "on-check", "at-once", func(s *games.Settings) *bool { return &s.MarkMistakes }),
		either("coordinates", "r4c5", "E4", func(s *games.Settings) *bool { return &s.Letters }),
		either("timer", "shown", "hidden", func(s *games.Settings) *bool { return &s.HideTimer }),
		either("alt-text", "short", "with-marks", func(s *games.Settings) *bool { return &s.AltMarks }),
		{"name", []string{"shown", "hidden", "everywhere"}, nameShown, showName},
		either("duels", "on", "off", func(s *games.Settings) *bool { return &s.RefuseDuels }),
	}
}

// nameShown says where others see who a player is: "shown" is on the boards of the own guilds,
// "everywhere" on those over all guilds too.
func nameShown(s games.Settings) string {
	switch {
	case s.Hidden:
		return "hidden"
	case s.Worldwide:
		return "everywhere"
	}
	return "shown"
}

func showName(s *games.Settings, value string) {
	s.Hidden, s.Worldwide = value == "hidden", value == "everywhere"
}

// either is a setting of two values, kept in a switch that is off for the first.
func either(option, off, on string, of func(*games.Settings) *bool) setting {
	return setting{option, []string{off, on},
		func(s games.Settings) string {
			if *of(&s) {
				return on
			}
			return off
		},
		func(s *games.Settings, value string) { *of(s) = value == on },
	}
}

func settingsCommand() handler {
	h := handler{name: "settings", example: []Given{{Name: "look", Value: "light"}}, writes: true, answer: (*Bot).settings, buttons: []button{{verb: ChangeSetting, options: chosenSetting}}}
	for _, s := range settings() {
		h.options = append(h.options, Option{Name: s.option, Kind: ChoiceOption, Choices: s.values})
	}
	return h
}

// settings changes what is asked, and shows how everything is set.
func (b *Bot) settings(ctx context.Context, q query) (Reply, error) {
	now, err := b.store.Settings(ctx, q.Player.ID)
	if err != nil {
		return Reply{}, err
	}
	before := now
	for _, s := range settings() {
		value := q.option(s.option)
		if value == "" {
			continue
		}
		if !slices.Contains(s.values, value) {
			return Reply{}, q.refuseChoice(Option{Name: s.option, Choices: s.values}, value)
		}
		s.set(&now, value)
	}
	if now != before {
		if err := b.store.SaveSettings(ctx, q.Player, now); err != nil {
			return Reply{}, err
		}
	}
	return q.settingsReply(now), nil
}

// settingsReply says how everything is set, with buttons that change it.
func (q query) settingsReply(now games.Settings) Reply {
	lines := []Text{q.Say("settings.intro", locale.Args{"Board": command("board")})}
	var rows [][]Button
	for i, s := range settings() {
		chosen := s.get(now)
		if chosen == "" {
			chosen = s.values[0]
		}
		lines = append(lines, q.Say("settings."+s.option+"."+chosen, nil))
		var row []Button
		for _, value := range s.values {
			b := Button{Label: q.Text("settings.button."+s.option+"."+value, nil), Look: QuietLook,
				Press: Press{Verb: ChangeSetting, Argument: s.option + "=" + value}}
			if value == chosen {
				b.Look = OnLook
			}
			row = append(row, b)
		}
		if paired := i > 1 && i%2 == 0; paired { // five rows have to do
			rows[len(rows)-1] = append(rows[len(rows)-1], row...)
		} else {
			rows = append(rows, row)
		}
	}
	reply := private(q.Text("title.settings", nil), join("\n", lines...))
	reply.Screen.Rows = rows
	return reply
}

// inPlayersLook returns a reply whose picture is as the player has chosen. Boards of games have their look
// already, and what others see too keeps the usual one.
func (b *Bot) inPlayersLook(ctx context.Context, q query, r Reply) (Reply, error) {
	plain := r.Screen.Board != nil && r.Screen.GameID == 0 && r.Screen.Board.Theme == ""
	if !r.Private || !plain && r.Screen.Chart == nil {
		return r, nil
	}
	settings, err := b.store.Settings(ctx, q.Player.ID)
	if err != nil {
		return Reply{}, err
	}
	r.Screen.AsText = r.Screen.AsText || settings.AsText
	if r.Screen.Chart != nil {
		r.Screen.Chart.Theme = picture.Theme(settings.Theme)
	} else {
		r.Screen.Board.Theme, r.Screen.Board.Letters = picture.Theme(settings.Theme), r.Screen.Board.Letters || settings.Letters
	}
	return r, nil
}

// drawn is the board of a game as its player wants it, with where they are on the pad.
func (q query) drawn(game games.Game) picture.Board {
	b := picture.Board{
		Clues: game.Clues, Grid: game.Grid, Marks: game.Marks,
		Theme: picture.Theme(game.Settings.Theme), Last: game.Last,
		Letters: game.Settings.Letters || game.Shape == sudoku.Shidoku, // whose buttons are called A1 to D4
	}
	switch last := game.Last.Slice(); {
	case len(last) == 1:
		b.Lit = sudoku.DigitsOf(game.Grid.At(last[0]))
	case len(last) > game.Shape.Side(): // as of all candidates: pointing at most cells shows nothing
		b.Last = sudoku.Cells{}
	}
	if v := q.viewOf(game); game.Finished.IsZero() {
		b.Box = v.box
		if v.digit != 0 {
			b.Lit = sudoku.DigitsOf(v.digit)
		}
		if v.box > 0 && v.cell > 0 {
			b.Box, b.Selected = 0, sudoku.CellsOf(cellOf(game.Shape, v.box, v.cell))
		}
	}
	if game.Settings.MarkMistakes {
		b.Wrong = mistakes(game)
	}
	return b
}

// mistakes are the cells of a game with a digit that is not the solution's. A puzzle whose solution cannot
// be had shows none: there are other commands that say so.
func mistakes(game games.Game) (cells sudoku.Cells) {
	solution, err := solutionOf(game)
	if err != nil {
		return cells
	}
	for c := range game.Grid.Filled().All() {
		if game.Grid.At(c) != solution.At(c) {
			cells = cells.With(c)
		}
	}
	return cells
}
