package player

import (
	"cmp"
	"context"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/locale"
)

// setting is one thing that a player can choose: an option of /settings, and its buttons.
type setting struct {
	Option string
	Values []string // the first is that of a player who has chosen nothing
	Get    func(games.Settings) string
	set    func(*games.Settings, string)
}

// Settings lists them in the order of the options.
func Settings() []setting {
	return []setting{
		{"look", []string{string(look.Dark), string(look.Light), string(look.Contrast)},
			func(s games.Settings) string { return s.Theme },
			func(s *games.Settings, value string) { s.Theme = value }},
		either("board", handler.PictureLook, handler.TextLook, func(s *games.Settings) *bool { return &s.AsText }),
		either("mistakes", "on-check", "at-once", func(s *games.Settings) *bool { return &s.MarkMistakes }),
		either("coordinates", "r4c5", "E4", func(s *games.Settings) *bool { return &s.Letters }),
		either("timer", "shown", "hidden", func(s *games.Settings) *bool { return &s.HideTimer }),
		either("alt-text", "short", "with-marks", func(s *games.Settings) *bool { return &s.AltMarks }),
		{"name", []string{"shown", "hidden", "everywhere"}, // to the own guilds, to nobody, on boards over all guilds too
			func(s games.Settings) string {
				switch {
				case s.Hidden:
					return "hidden"
				case s.Worldwide:
					return "everywhere"
				}
				return "shown"
			},
			func(s *games.Settings, value string) {
				s.Hidden, s.Worldwide = value == "hidden", value == "everywhere"
			}},
		either("duels", "on", "off", func(s *games.Settings) *bool { return &s.RefuseDuels }),
		either("rating", "shown", "hidden", func(s *games.Settings) *bool { return &s.HideRating }),
		either("hints", "all", "no-uniqueness", func(s *games.Settings) *bool { return &s.NoUniqueness }),
	}
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

// SettingsCommand is /settings.
func SettingsCommand() handler.Handler {
	h := handler.Handler{Name: "settings", Example: []chat.Given{{Name: "look", Value: "light"}}, Prepare: handler.Writes, Answer: settings, Buttons: []handler.Button{{Verb: chat.ChangeSetting, Options: handler.ChosenSetting}}}
	for _, s := range Settings() {
		h.Options = append(h.Options, chat.Option{Name: s.Option, Kind: chat.ChoiceOption, Choices: s.Values})
	}
	return h
}

// settings changes the given settings, and shows all of them.
func settings(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	if len(q.Options) == 0 {
		now, err := env.Store.Settings(ctx, q.Player.ID)
		return settingsReply(q, now), err
	}
	now, err := env.Store.SettingsToChange(ctx, q.Player)
	if err != nil {
		return chat.Reply{}, err
	}
	before := now
	for _, s := range Settings() {
		value := q.Option(s.Option)
		if value == "" {
			continue
		}
		if !slices.Contains(s.Values, value) {
			return chat.Reply{}, handler.RefuseChoice(q.Speech, chat.Option{Name: s.Option, Choices: s.Values}, value)
		}
		s.set(&now, value)
	}
	if now != before {
		if err := env.Store.SaveSettings(ctx, q.Player, now); err != nil {
			return chat.Reply{}, err
		}
	}
	return settingsReply(q, now), nil
}

// settingsReply lists all settings, with buttons that change them.
func settingsReply(q handler.Query, now games.Settings) chat.Reply {
	lines := []chat.Text{q.Say("settings.intro", locale.Args{"Board": chat.Mention("board")})}
	var rows [][]chat.Button
	for i, s := range Settings() {
		chosen := cmp.Or(s.Get(now), s.Values[0])
		lines = append(lines, q.Say("settings."+s.Option+"."+chosen, nil))
		var row []chat.Button
		for _, value := range s.Values {
			b := chat.Button{Label: q.Text("settings.button."+s.Option+"."+value, nil), Look: chat.QuietLook,
				Press: chat.Press{Verb: chat.ChangeSetting, Argument: s.Option + "=" + value}}
			if value == chosen {
				b.Look = chat.OnLook
			}
			row = append(row, b)
		}
		if paired := i%2 == 1; paired { // five rows of five have to do
			rows[len(rows)-1] = append(rows[len(rows)-1], row...)
		} else {
			rows = append(rows, row)
		}
	}
	reply := chat.Private(q.Text("title.settings", nil), chat.Join("\n", lines...))
	reply.Screen.Rows = rows
	return reply
}

// InPlayersLook returns a reply whose picture has the look that the player has chosen. Boards of games have it already, and
// public replies keep the default.
func InPlayersLook(ctx context.Context, env *handler.Env, q handler.Query, r chat.Reply) (chat.Reply, error) {
	plain := r.Screen.Board != nil && r.Screen.GameID == 0 && r.Screen.Board.Theme == ""
	if !r.Private || !plain && r.Screen.Chart == nil {
		return r, nil
	}
	settings, err := env.Store.Settings(ctx, q.Player.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	r.Screen.AsText = r.Screen.AsText || settings.AsText
	if r.Screen.Chart != nil {
		r.Screen.Chart.Theme = look.Theme(settings.Theme)
	} else {
		r.Screen.Board.Theme, r.Screen.Board.Letters = look.Theme(settings.Theme), r.Screen.Board.Letters || settings.Letters
	}
	return r, nil
}
