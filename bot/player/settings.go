package player

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/locale"
)

// setting is one thing that a player can choose: an option of /settings.
type setting struct {
	Option string
	Group  string   // of the settings that are shown together
	Values []string // the first is that of a player who has chosen nothing
	On     string   // of a switch the value that is called on; "": no switch
	Get    func(games.Settings) string
	set    func(*games.Settings, string)
}

// likeDevice is the look of players who have chosen none: that of the device in a browser, and dark in a chat.
const likeDevice = "auto"

// groups lists the groups in the order in which they are shown.
var groups = []string{"boards", "play", "privacy"}

// Settings lists them in the order of the options.
func Settings() []setting {
	return []setting{
		{Option: "look", Group: "boards", Values: []string{likeDevice, string(look.Dark), string(look.Light), string(look.Contrast)},
			Get: func(s games.Settings) string { return s.Theme },
			set: func(s *games.Settings, value string) { s.Theme = strings.TrimPrefix(value, likeDevice) }},
		either("boards", "board", handler.PictureLook, handler.TextLook, handler.TextLook, func(s *games.Settings) *bool { return &s.AsText }),
		either("play", "mistakes", "on-check", "at-once", "at-once", func(s *games.Settings) *bool { return &s.MarkMistakes }),
		either("boards", "coordinates", "r4c5", "E4", "E4", func(s *games.Settings) *bool { return &s.Letters }),
		either("play", "timer", "shown", "hidden", "shown", func(s *games.Settings) *bool { return &s.HideTimer }),
		either("boards", "alt-text", "short", "with-marks", "with-marks", func(s *games.Settings) *bool { return &s.AltMarks }),
		{Option: "name", Group: "privacy", Values: []string{"shown", "hidden", "everywhere"}, // to the own guilds, to nobody, on boards over all guilds too
			Get: func(s games.Settings) string {
				switch {
				case s.Hidden:
					return "hidden"
				case s.Worldwide:
					return "everywhere"
				}
				return "shown"
			},
			set: func(s *games.Settings, value string) {
				s.Hidden, s.Worldwide = value == "hidden", value == "everywhere"
			}},
		either("privacy", "duels", "on", "off", "on", func(s *games.Settings) *bool { return &s.RefuseDuels }),
		either("privacy", "rating", "shown", "hidden", "shown", func(s *games.Settings) *bool { return &s.HideRating }),
		either("play", "hints", "all", "no-uniqueness", "all", func(s *games.Settings) *bool { return &s.NoUniqueness }),
	}
}

// either is a switch: a setting of two values, kept in a flag that is not set for the first.
func either(group, option, unset, set, on string, of func(*games.Settings) *bool) setting {
	return setting{Option: option, Group: group, Values: []string{unset, set}, On: on,
		Get: func(s games.Settings) string {
			if *of(&s) {
				return set
			}
			return unset
		},
		set: func(s *games.Settings, value string) { *of(s) = value == set },
	}
}

// off is the other value of a switch.
func (s setting) off() string {
	if s.On == s.Values[0] {
		return s.Values[1]
	}
	return s.Values[0]
}

// SettingsCommand is /settings.
func SettingsCommand() handler.Handler {
	h := handler.Handler{Name: "settings", Example: []chat.Given{{Name: "look", Value: "light"}}, Prepare: handler.Writes, Answer: settings, Buttons: []handler.Button{{Verb: chat.ChangeSetting, Options: pressedSettings}}}
	for _, s := range Settings() {
		h.Options = append(h.Options, chat.Option{Name: s.Option, Kind: chat.ChoiceOption, Choices: s.Values})
	}
	return h
}

// pressedSettings reads the choice in a select: one of "look=light", or of several switches "timer,hints" those that are on. Older
// messages have buttons with "look=light" as their argument.
func pressedSettings(f chat.Fill) (map[string]string, bool) {
	if option, value, old := strings.Cut(f.Press.Argument, "="); old {
		return map[string]string{option: value}, true
	}
	options := map[string]string{}
	for _, s := range Settings() {
		if s.On != "" && slices.Contains(strings.Split(f.Press.Argument, ","), s.Option) {
			options[s.Option] = s.off()
		}
	}
	for chosen := range strings.SplitSeq(f.Press.Chosen, ",") {
		if option, value, ok := strings.Cut(chosen, "="); ok {
			options[option] = value
		}
	}
	return options, true
}

// settings changes the given settings, and shows all of them.
func settings(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	if len(q.Options) == 0 {
		now, err := env.Store.Settings(ctx, q.Player.ID)
		return settingsReply(q, now, now), err
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
	return settingsReply(q, before, now), nil
}

// settingsReply names what was changed and lists all settings, group by group, with selects that change them: one for each
// setting of several values, and one for the switches of a group.
func settingsReply(q handler.Query, before, now games.Settings) chat.Reply {
	var changed []string
	sections := map[string][]chat.Text{}
	var selects []chat.Select
	for _, group := range groups {
		switches := chat.Select{Several: true, Hint: q.Text("settings.choose."+group, nil), Press: chat.Press{Verb: chat.ChangeSetting}}
		for _, s := range Settings() {
			if s.Group != group {
				continue
			}
			chosen := cmp.Or(s.Get(now), s.Values[0])
			label := q.Text("settings.button."+s.Option+"."+chosen, nil)
			sections[group] = append(sections[group], inWords(q, s, chosen, label))
			if s.Get(before) != s.Get(now) {
				changed = append(changed, label)
			}
			choice := func(value string) chat.Choice {
				return chat.Choice{
					Label: q.Text("settings.button."+s.Option+"."+value, nil), About: q.Text("settings."+s.Option+"."+value, nil),
					Value: s.Option + "=" + value,
				}
			}
			if s.On != "" {
				switches.Options = append(switches.Options, choice(s.On))
				switches.Press.Argument = strings.Trim(switches.Press.Argument+","+s.Option, ",")
				if chosen == s.On {
					switches.Chosen = strings.Trim(switches.Chosen+","+s.Option+"="+chosen, ",")
				}
				continue
			}
			one := chat.Select{Chosen: s.Option + "=" + chosen, Hint: q.Text("settings.choose."+s.Option, nil), Press: chat.Press{Verb: chat.ChangeSetting, Argument: s.Option}}
			for _, value := range s.Values {
				one.Options = append(one.Options, choice(value))
			}
			selects = append(selects, one)
		}
		selects = append(selects, switches)
	}
	var blocks []chat.Text
	if len(changed) > 0 {
		blocks = append(blocks, q.Say("settings.saved", locale.Args{"Changed": q.Commas(changed)}))
	}
	for _, group := range groups {
		between := "\n"
		if q.Buttons { // below which the selects explain each
			between = " · "
		}
		blocks = append(blocks, chat.Section(q.Text("settings.group."+group, nil), chat.Join(between, sections[group]...)))
	}
	reply := chat.Private(q.Text("title.settings", nil), chat.Join("\n\n", blocks...))
	reply.Screen.Selects, reply.InPlace = selects, q.Pressed != nil
	return reply
}

// inWords names the value of a setting. Where there are no selects, the commands for the others follow.
func inWords(q handler.Query, s setting, chosen, label string) chat.Text {
	if q.Buttons {
		return chat.Plain(label)
	}
	var others chat.Text
	for _, value := range s.Values {
		if value != chosen {
			others = q.Enumerated(others, chat.Text{q.InWords(chat.Asking("settings", chat.Chosen(s.Option, value)))})
		}
	}
	return q.Say("settings.line", locale.Args{"Now": label, "Others": others})
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
