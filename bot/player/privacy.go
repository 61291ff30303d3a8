package player

import (
	"bytes"
	"compress/gzip"
	"context"
	"strconv"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// PrivacyCommand has no part in [archive.Store.Once], which would keep its answer: deleting twice is
// the same as once, and so is hiding.
func PrivacyCommand() handler.Handler {
	return handler.Handler{
		Name: "privacy",
		Options: []chat.Option{
			{Name: "action", Kind: chat.ChoiceOption, Choices: []string{"show", "export", "delete", "hide", "unhide"}},
			{Name: "confirm", Kind: chat.ChoiceOption, Choices: []string{"yes"}},
		},
		Example: []chat.Given{{Name: "action", Value: "export"}}, Answer: privacy,
		Buttons: []handler.Button{{Verb: chat.DeleteData, Options: func(chat.Fill) (map[string]string, bool) {
			return map[string]string{"action": "delete", "confirm": "yes"}, true
		}}, {Verb: chat.ShowData, Options: handler.ArgumentAs("action")}},
	}
}

func privacy(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	confirm, action := q.Option("confirm"), q.Option("action")
	if confirm != "" && confirm != "yes" {
		return chat.Reply{}, q.RefuseGiven("confirm")
	}
	switch {
	case action == "delete" && confirm == "yes":
		return deleteData(ctx, env, q)
	case action == "", action == "show", action == "delete":
		return showData(ctx, env, q)
	case action == "export":
		return exportData(ctx, env, q)
	case action == "hide", action == "unhide":
		return hide(ctx, env, q, action == "hide")
	}
	return chat.Reply{}, q.RefuseGiven("action")
}

// showData lists the data that is kept about the player, and offers to delete it if asked.
func showData(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	counts, err := env.Store.CountPlayerData(ctx, q.Player.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	choices, err := env.Store.Choices(ctx, q.Player.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	title := q.Text("title.privacy", nil)
	if len(counts) == 0 {
		return chat.Private(title, q.Say("privacy.nothing", nil)), nil
	}
	var kept []chat.Text
	for _, table := range people.PersonalTables() {
		if n := counts[table]; n > 0 {
			kept = append(kept, q.Say("privacy.line", locale.Args{"Kept": q.SayCount("privacy.kept."+table, n, nil)}))
		}
	}
	do := func(key, action string, look chat.Look) chat.Button {
		return chat.Button{Label: q.Text(key, nil), Look: look, Press: chat.Press{Verb: chat.ShowData, Argument: action}}
	}
	export := do("button.export-data", "export", chat.MainLook)
	section := chat.Section(q.Text("privacy.choices", nil), chosen(q, choices)...)
	below := []chat.Button{export, do("button.hide-name", "hide", chat.QuietLook), {
		Label: q.Text("title.research", nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.ShowPart, Argument: "research"},
	}, do("button.delete-data", "delete", chat.DangerLook)}
	if choices.Hidden {
		below[1] = do("button.show-name", "unhide", chat.QuietLook)
	}
	if q.Option("action") == "delete" {
		section = chat.Section(q.Text("privacy.delete", nil), q.Say("privacy.ask-delete", nil))
		below = []chat.Button{export, {
			Label: q.Text("button.delete-data", nil), Look: chat.DangerLook,
			Press: chat.Press{Verb: chat.DeleteData, Argument: strconv.FormatInt(env.Config.Now().Unix(), 10)},
		}, do("button.keep-data", "show", chat.QuietLook)}
	}
	blocks := []chat.Text{chat.Section(q.Text("privacy.kept-about", locale.Args{"Player": q.PlayerPart(q.Player).Text}), kept...), section}
	if !q.Buttons {
		key, confirm := "privacy.more", []chat.Given{chat.Chosen("action", "delete")}
		if q.Option("action") == "delete" {
			key, confirm = "privacy.confirm", append(confirm, chat.Chosen("confirm", "yes"))
		}
		blocks = append(blocks, q.Say(key, locale.Args{
			"Export": chat.Asking("privacy", chat.Chosen("action", "export")), "Delete": chat.Asking("privacy", confirm...),
		}))
	}
	reply := chat.Private(title, chat.Join("\n\n", blocks...))
	reply.Screen.Rows, reply.InPlace = chat.Buttons(below...), q.Pressed != nil
	return reply, nil
}

// chosen describes the choices of a player about their data. Without buttons, each is followed by the command that changes it.
func chosen(q handler.Query, c people.PlayerChoices) []chat.Text {
	visible, change := "privacy.not-hidden", "hide"
	if c.Hidden {
		visible, change = "privacy.hidden", "unhide"
	}
	research, allow := "research.is-off", "on"
	if c.Research {
		research, allow = "research.is-on", "off"
	}
	lines := []chat.Text{q.Say(visible, nil), q.Say(research, nil)}
	if !q.Buttons {
		for i, command := range []chat.Part{chat.Asking("privacy", chat.Chosen("action", change)), consenting(allow)} {
			lines[i] = q.Say("privacy.change", locale.Args{"Now": lines[i], "Change": command})
		}
	}
	return lines
}

// confirmWithin is how long a button that deletes works: it comes with the list of the data.
const confirmWithin = 15 * time.Minute

func deleteData(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	if q.Pressed != nil {
		asked, err := strconv.ParseInt(q.Pressed.Argument, 10, 64)
		age := env.Config.Now().Sub(time.Unix(asked, 0))
		if err != nil || age > confirmWithin || age < -confirmWithin {
			return chat.Reply{}, chat.Refuse("refusal.old-confirmation", locale.Args{"Delete": chat.Asking("privacy", chat.Chosen("action", "delete"))})
		}
	}
	if err := env.Store.DeletePlayer(ctx, q.Player.ID); err != nil {
		return chat.Reply{}, err
	}
	return chat.Private(q.Text("title.privacy", nil), q.Say("privacy.deleted", nil)), nil
}

// exportData sends all data of the player, compressed if it is large.
func exportData(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	data, err := env.Store.ExportPlayer(ctx, q.Player.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	file := &chat.File{Name: "gridkeeper-data.json", Data: data}
	if len(data) > chat.MaxFile/2 {
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		if _, err := w.Write(data); err != nil {
			return chat.Reply{}, err
		}
		if err := w.Close(); err != nil {
			return chat.Reply{}, err
		}
		file = &chat.File{Name: file.Name + ".gz", Data: out.Bytes()}
	}
	if len(file.Data) > chat.MaxFile {
		return chat.Reply{}, chat.Refuse("refusal.export-too-large", locale.Args{"Most": chat.MaxFile >> 20})
	}
	reply := chat.Private(q.Text("title.privacy", nil), q.Say("privacy.export", nil))
	reply.File = file
	return reply, nil
}

func hide(ctx context.Context, env *handler.Env, q handler.Query, hidden bool) (chat.Reply, error) {
	if err := env.Store.HidePlayer(ctx, q.Player, hidden); err != nil {
		return chat.Reply{}, err
	}
	key := "privacy.now-shown"
	if hidden {
		key = "privacy.now-hidden"
	}
	reply := chat.Private(q.Text("title.privacy", nil), q.Say(key, nil))
	if q.Pressed == nil {
		return reply, nil
	}
	q.Options = nil // the same page, as it is now
	reply, err := showData(ctx, env, q)
	reply.Screen.Body = chat.Join("\n\n", q.Say(key, nil), reply.Screen.Body)
	return reply, err
}

func research(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	allowed := chat.Option{Name: "which", Choices: []string{"on", "off"}}
	switch consent := q.ChoiceCalled(allowed, q.Option("which")); consent {
	case "on", "off":
		if err := env.Store.SetResearch(ctx, q.Player, consent == "on"); err != nil {
			return chat.Reply{}, err
		}
	case "":
	default:
		return chat.Reply{}, handler.RefuseChoice(q.Speech, allowed, consent)
	}
	choices, err := env.Store.Choices(ctx, q.Player.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	key, change, label := "research.is-off", "on", q.Text("research.button-on", nil)
	if choices.Research {
		key, change, label = "research.is-on", "off", q.Text("research.button-off", nil)
	}
	now := q.Say(key, nil)
	if !q.Buttons {
		now = q.Say("privacy.change", locale.Args{"Now": now, "Change": consenting(change)})
	}
	body := chat.Join("\n\n", now, chat.Section(q.Text("research.heading", nil), q.Say("research.what", nil)))
	reply := chat.Private(q.Text("title.research", nil), body)
	reply.Screen.Rows = chat.Buttons(chat.Button{Label: label, Look: chat.QuietLook,
		Press: chat.Press{Verb: chat.ShowPart, Argument: "research=" + change}})
	reply.InPlace = q.Pressed != nil && q.Option("which") != ""
	return reply, nil
}

// consenting is the command that allows or forbids the use of times for research.
func consenting(change string) chat.Part {
	return chat.Asking("profile", chat.Chosen("show", "research"), chat.Chosen("which", change))
}
