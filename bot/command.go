package bot

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/gridkeeper/gridkeeper/bot/admin"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/meet"
	"github.com/gridkeeper/gridkeeper/bot/player"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
)

// table is made when it is first used, as /help reads it too.
var table struct {
	once sync.Once
	all  []handler.Handler
}

// handlers is the table of commands, in the order of /help. To add a command, write a file with its handler, name it here,
// and give it words under "command" in the catalogues.
func handlers() []handler.Handler {
	table.once.Do(func() {
		table.all = []handler.Handler{
			player.DailyCommand(), player.PlayCommand(), player.MoveCommand(), player.BoardCommand(), player.UndoCommand(),
			player.HintCommand(), player.CheckCommand(), player.SubmitCommand(), player.ShareCommand(), player.VoteCommand(), player.DifficultyCommand(),
			meet.LeaderboardCommand(), player.StreakCommand(), player.ProfileCommand(), player.TechniqueCommand(), player.PracticeCommand(),
			meet.DuelCommand(), meet.RaceCommand(), meet.TogetherCommand(),
			player.ContributeCommand(),
			admin.ImportCommand(), admin.CollectionsCommand(), admin.SetupCommand(), admin.ScheduleCommand(), admin.SearchCommand(), admin.StatsCommand(), admin.ModerateCommand(), admin.SubmissionsCommand(),
			player.SettingsCommand(), player.PrivacyCommand(), helpCommand(),
		}
		for i := range table.all {
			table.all[i].Of = table.all[i].Name
		}
	})
	return table.all
}

// find returns the handler of a command.
func find(name string) (h handler.Handler, ok bool) {
	for _, h := range handlers() {
		if h.Name == name || h.Alias == name && name != "" {
			return h, true
		}
	}
	return handler.Handler{}, false
}

// findButton returns the row of a verb, and the command that it is in.
func findButton(verb chat.Verb) (handler.Handler, handler.Button, bool) {
	for _, h := range handlers() {
		for _, b := range h.Buttons {
			if b.Verb == verb {
				return h, b, true
			}
		}
	}
	return handler.Handler{}, handler.Button{}, false
}

// target implements [chat.Target]. It has the action in the names of the program, as far as that needs neither the language
// nor the archive.
type target struct {
	command   string // "" for an unknown one
	handler   handler.Handler
	ask       chat.Ask
	pressed   *chat.Press // the button, or that of the form
	slow      bool
	opensForm bool
	err       error // why it cannot be asked
}

// Command implements [chat.Target].
func (t target) Command() string { return cmp.Or(t.command, "other") }

// Slow implements [chat.Target].
func (t target) Slow() bool { return t.slow }

// OpensForm implements [chat.Target].
func (t target) OpensForm() bool { return t.opensForm }

// Find looks up the target of an action, for [chat.Request.Target].
func Find(a chat.Action) chat.Target { return targetOf(a) }

func targetOf(a chat.Action) (t target) {
	switch a := a.(type) {
	case chat.Ask:
		t.handler, _ = find(a.Command)
		t.command, t.ask, t.slow = t.handler.Name, a, t.handler.Prepare.Has(handler.Slow)
	case chat.Suggest:
		t.handler, _ = find(a.Command)
		t.command, t.ask = t.handler.Name, chat.Ask{Command: a.Command, Options: a.Options}
	case chat.Press:
		t = targetOfButton(chat.Fill{Press: a}, false)
		t.slow = t.handler.Prepare.Has(handler.Slow)
	case chat.Fill:
		t = targetOfButton(a, true)
	case chat.Batch:
		t.command, t.handler = "move", player.BatchHandler()
		t.ask, t.err = a.Ask()
		t.pressed = &chat.Press{GameID: a.GameID, Revision: a.Revision}
	case chat.About:
		t.ask = chat.Ask{Command: a.Command, Options: map[string]string{handler.PuzzleOption: a.Text}, File: a.File}
		switch a.Command {
		case rateMessage:
			t.command, t.handler = rateMessage, player.RateMessage(rateMessage)
		case playMessage:
			t.command, t.handler = playMessage, player.PlayMessage(playMessage)
		}
	default:
		t.err = fmt.Errorf("unknown action %T", a)
	}
	return t
}

// targetOfButton looks up the target of a button, or of the form that it opened.
func targetOfButton(f chat.Fill, sent bool) target {
	h, b, ok := findButton(f.Press.Verb)
	t := target{command: h.Of, pressed: &f.Press, opensForm: b.Sent != nil && !sent}
	if ok && sent {
		if ok = b.Sent != nil; ok {
			b = *b.Sent
		}
	}
	if ok && b.Options != nil {
		t.ask.Options, ok = b.Options(f)
	}
	if !ok {
		t.err = chat.Refuse("refusal.old-button", locale.Args{"Help": chat.Mention("help")})
		return t
	}
	if b.Handler != nil {
		h = *b.Handler
		h.Of = t.command
	}
	t.handler, t.ask.Command = h, h.Name
	return t
}

// Commands lists the commands in the words of a language.
func Commands(l locale.Language) []chat.Command {
	var commands []chat.Command
	for _, h := range handlers() {
		commands = append(commands, in(h, h.Name, chat.Speech{Words: explain.In(l)}))
		if h.Alias != "" {
			commands = append(commands, in(h, h.Alias, chat.Speech{Words: explain.In(l)}))
		}
	}
	return commands
}

// in describes a command in a language, under its name or its alias.
func in(h handler.Handler, name string, s chat.Speech) chat.Command {
	c := chat.Command{
		Name: name, Alias: h.Alias, Label: s.CommandLabel(name), Description: s.Text("command."+h.Name+".summary", nil),
		Details: s.Text("command."+h.Name+".details", nil), Admin: h.Prepare.Has(handler.Admin), Slow: h.Prepare.Has(handler.Slow), Example: s.InWords(sample(h, name)),
	}
	for _, o := range h.Options {
		o.Description = s.Text("command."+h.Name+".option."+o.Name, nil)
		o.Label, o.Labels = s.OptionLabel(o.Name), s.Labels(o)
		c.Options = append(c.Options, o)
	}
	return c
}

// sample is an example of a command. At a prompt the name of its first option can be left out.
func sample(h handler.Handler, name string) chat.Part {
	given := slices.Clone(h.Example)
	for i, g := range given {
		given[i].Kind = h.Options[slices.IndexFunc(h.Options, func(o chat.Option) bool { return o.Name == g.Name })].Kind
	}
	p := chat.Asking(name, given...)
	if len(h.Example) == 1 && h.Example[0].Name == h.Options[0].Name {
		p.Text = "/" + name + " " + h.Example[0].Value
	}
	return p
}

// accepts rejects unknown options and missing required ones.
func accepts(h handler.Handler, q handler.Query) error {
	for _, name := range slices.Sorted(maps.Keys(q.Options)) {
		if !slices.ContainsFunc(h.Options, func(o chat.Option) bool { return o.Name == name }) {
			return chat.Refuse("refusal.unknown-option", locale.Args{"Command": chat.Mention(h.Name), "Option": chat.Quoted(name)})
		}
	}
	for _, o := range h.Options {
		missing := q.Option(o.Name) == ""
		if o.Kind == chat.FileOption {
			missing = q.File == nil
		}
		if o.Required && missing {
			return chat.Refuse("refusal.missing-option", locale.Args{
				"Command": chat.Mention(h.Name), "Option": q.OptionLabel(o.Name),
				"Description": q.Text("command."+h.Name+".option."+o.Name, nil), "Example": sample(h, h.Name),
			})
		}
	}
	return nil
}

// findCalled returns the handler of a command that a player has typed, in this language or in English.
func findCalled(s chat.Speech, name string) (h handler.Handler, ok bool) {
	if h, ok = find(strings.ToLower(name)); ok {
		return h, true
	}
	for _, h := range handlers() {
		if strings.EqualFold(name, s.CommandLabel(h.Name)) || h.Alias != "" && strings.EqualFold(name, s.CommandLabel(h.Alias)) {
			return h, true
		}
	}
	return handler.Handler{}, false
}

// movedTo returns the part of /profile that replaces an earlier command, by its name in this language or in English.
func movedTo(s chat.Speech, name string) (part string, moved bool) {
	show := chat.Option{Kind: chat.ChoiceOption, Choices: player.ProfileParts}
	part = s.ChoiceCalled(show, strings.ToLower(name))
	return part, slices.Contains(player.ProfileParts, part)
}

// Moved reports whether a name is that of an earlier command, so that the bot answers with its new name.
func Moved(l locale.Language, name string) bool {
	_, moved := movedTo(chat.Speech{Words: explain.In(l)}, strings.TrimPrefix(name, "/"))
	return moved
}

// unknown is the error of a command that does not exist, or no longer.
func unknown(s chat.Speech, name string) error {
	if part, moved := movedTo(s, name); moved {
		return chat.Refuse("refusal.moved", locale.Args{"Profile": chat.Asking("profile", chat.Chosen("show", part))})
	}
	return chat.Refuse("refusal.unknown-command", locale.Args{"Name": chat.Quoted(name), "Help": chat.Mention("help")})
}

// The keys of the commands that rate the puzzle in a message, and play it.
const (
	rateMessage = "rate"
	playMessage = "play"
)

// MessageCommands lists the commands on messages in the words of a language.
func MessageCommands(l locale.Language) []chat.MessageCommand {
	s := chat.Speech{Words: explain.In(l)}
	return []chat.MessageCommand{
		{Key: rateMessage, Name: s.Text("message-command.rate", nil)}, {Key: playMessage, Name: s.Text("message-command.play", nil)},
	}
}
