package bot

import (
	"maps"
	"slices"

	"github.com/gridkeeper/gridkeeper/bot/admin"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/meet"
	"github.com/gridkeeper/gridkeeper/bot/player"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
)

// handlers lists what the bot can be asked, in the order of /help. To add a command, write a
// file with its handler, name it here, and give it words under "command" in the catalogues.
func handlers() []handler.Handler {
	all := []handler.Handler{
		player.DailyCommand(), player.PlayCommand(), player.MoveCommand(), player.BoardCommand(), player.UndoCommand(),
		player.HintCommand(), player.CheckCommand(), player.SubmitCommand(), player.ShareCommand(), player.DifficultyCommand(),
		meet.LeaderboardCommand(), player.StreakCommand(), player.RecordsCommand(), meet.SummaryCommand(), player.TechniqueCommand(), player.PracticeCommand(), player.StepsCommand(),
		meet.DuelCommand(), meet.TogetherCommand(),
		admin.ImportCommand(), admin.CollectionsCommand(), admin.SetupCommand(), admin.ScheduleCommand(), admin.SearchCommand(), admin.StatsCommand(), admin.ModerateCommand(),
		player.SettingsCommand(), player.PrivacyCommand(), player.ResearchCommand(), player.OpenCommand(), player.SessionsCommand(), helpCommand(),
	}
	for i := range all {
		all[i].Of = all[i].Name
	}
	return all
}

// find returns the handler of a command.
func find(name string) (h handler.Handler, ok bool) {
	all := handlers()
	i := slices.IndexFunc(all, func(h handler.Handler) bool { return h.Name == name })
	if i < 0 {
		return handler.Handler{}, false
	}
	return all[i], true
}

// Commands lists what the bot can be asked, in the words of a language.
func Commands(l locale.Language) []chat.Command {
	var commands []chat.Command
	for _, h := range handlers() {
		commands = append(commands, in(h, chat.Speech{Words: explain.In(l)}))
	}
	return commands
}

// in returns the command in words.
func in(h handler.Handler, s chat.Speech) chat.Command {
	c := chat.Command{
		Name: h.Name, Label: s.CommandLabel(h.Name), Description: s.Text("command."+h.Name+".summary", nil),
		Details: s.Text("command."+h.Name+".details", nil), Admin: h.Admin, Slow: h.Slow, Example: s.InWords(sample(h)),
	}
	for _, o := range h.Options {
		o.Description = s.Text("command."+h.Name+".option."+o.Name, nil)
		o.Label, o.Labels = s.OptionLabel(o.Name), s.Labels(o)
		c.Options = append(c.Options, o)
	}
	return c
}

// sample is the command as it may be asked. At a prompt the name of its first option can be left
// out.
func sample(h handler.Handler) chat.Part {
	given := slices.Clone(h.Example)
	for i, g := range given {
		given[i].Kind = h.Options[slices.IndexFunc(h.Options, func(o chat.Option) bool { return o.Name == g.Name })].Kind
	}
	p := chat.Asking(h.Name, given...)
	if len(h.Example) == 1 && h.Example[0].Name == h.Options[0].Name {
		p.Text = "/" + h.Name + " " + h.Example[0].Value
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
				"Description": q.Text("command."+h.Name+".option."+o.Name, nil), "Example": sample(h),
			})
		}
	}
	return nil
}
