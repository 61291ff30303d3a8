package bot

import (
	"bytes"
	"compress/gzip"
	"context"
	"strconv"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/locale"
)

// privacyCommand has no part in [archive.Store.Once], which would keep its answer: deleting twice is
// the same as once, and so is hiding.
func privacyCommand() handler {
	return handler{
		name: "privacy",
		options: []Option{
			{Name: "action", Kind: ChoiceOption, Choices: []string{"show", "export", "delete", "hide", "unhide"}},
			{Name: "confirm", Kind: ChoiceOption, Choices: []string{"yes"}},
		},
		example: []Given{{Name: "action", Value: "export"}}, answer: (*Bot).privacy,
		buttons: []button{{verb: DeleteData, options: func(Fill) (map[string]string, bool) {
			return map[string]string{"action": "delete", "confirm": "yes"}, true
		}}},
	}
}

func (b *Bot) privacy(ctx context.Context, q query) (Reply, error) {
	confirm, action := q.option("confirm"), q.option("action")
	if confirm != "" && confirm != "yes" {
		return Reply{}, q.refuseGiven("confirm")
	}
	switch {
	case action == "delete" && confirm == "yes":
		return b.deleteData(ctx, q)
	case action == "", action == "show", action == "delete":
		return b.showData(ctx, q)
	case action == "export":
		return b.exportData(ctx, q)
	case action == "hide", action == "unhide":
		return b.hide(ctx, q, action == "hide")
	}
	return Reply{}, q.refuseGiven("action")
}

// showData says what is kept about the player, and offers to delete it where that is asked for.
func (b *Bot) showData(ctx context.Context, q query) (Reply, error) {
	counts, err := b.store.CountPlayerData(ctx, q.Player.ID)
	if err != nil {
		return Reply{}, err
	}
	choices, err := b.store.Choices(ctx, q.Player.ID)
	if err != nil {
		return Reply{}, err
	}
	title := q.Text("title.privacy", nil)
	if len(counts) == 0 {
		return private(title, q.Say("privacy.nothing", nil)), nil
	}
	lines := []Text{q.Say("privacy.kept-about", locale.Args{"Player": q.player(q.Player)})}
	for _, table := range people.PersonalTables() {
		if n := counts[table]; n > 0 {
			lines = append(lines, q.SayCount("privacy.kept."+table, n, nil))
		}
	}
	if q.option("action") == "delete" {
		lines = append(lines, q.Say("privacy.ask-delete", locale.Args{
			"Delete": asking("privacy", chosen("action", "delete"), chosen("confirm", "yes")),
		}))
		reply := private(title, join("\n", lines...))
		reply.Screen.Rows = buttons(Button{Label: q.Text("button.delete-data", nil), Press: Press{
			Verb: DeleteData, Argument: strconv.FormatInt(b.config.Now().Unix(), 10),
		}})
		return reply, nil
	}
	lines = append(lines, q.chosen(choices), q.Say("privacy.more", locale.Args{
		"Export": asking("privacy", chosen("action", "export")), "Delete": asking("privacy", chosen("action", "delete")),
	}))
	return private(title, join("\n", lines...)), nil
}

// chosen says what a player has chosen.
func (s speech) chosen(c people.PlayerChoices) Text {
	visible, research := "privacy.not-hidden", "research.is-off"
	if c.Hidden {
		visible = "privacy.hidden"
	}
	if c.Research {
		research = "research.is-on"
	}
	return s.sentences(s.Say(visible, locale.Args{"Hide": asking("privacy", chosen("action", "hide")), "Unhide": asking("privacy", chosen("action", "unhide"))}),
		s.Say(research, locale.Args{"Research": command("research")}))
}

// confirmWithin is how long a button that deletes works: what it deletes was shown with it.
const confirmWithin = 15 * time.Minute

func (b *Bot) deleteData(ctx context.Context, q query) (Reply, error) {
	if q.pressed != nil {
		asked, err := strconv.ParseInt(q.pressed.Argument, 10, 64)
		age := b.config.Now().Sub(time.Unix(asked, 0))
		if err != nil || age > confirmWithin || age < -confirmWithin {
			return Reply{}, refuse("refusal.old-confirmation", locale.Args{"Delete": asking("privacy", chosen("action", "delete"))})
		}
	}
	if err := b.store.DeletePlayer(ctx, q.Player.ID); err != nil {
		return Reply{}, err
	}
	return private(q.Text("title.privacy", nil), q.Say("privacy.deleted", nil)), nil
}

// exportData sends all that is kept, packed where it is large.
func (b *Bot) exportData(ctx context.Context, q query) (Reply, error) {
	data, err := b.store.ExportPlayer(ctx, q.Player.ID)
	if err != nil {
		return Reply{}, err
	}
	file := &File{Name: "gridkeeper-data.json", Data: data}
	if len(data) > MaxFile/2 {
		if file, err = packed(file); err != nil {
			return Reply{}, err
		}
	}
	if len(file.Data) > MaxFile {
		return Reply{}, refuse("refusal.export-too-large", locale.Args{"Most": MaxFile >> 20})
	}
	reply := private(q.Text("title.privacy", nil), q.Say("privacy.export", nil))
	reply.File = file
	return reply, nil
}

func packed(f *File) (*File, error) {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(f.Data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return &File{Name: f.Name + ".gz", Data: out.Bytes()}, nil
}

func (b *Bot) hide(ctx context.Context, q query, hidden bool) (Reply, error) {
	if err := b.store.HidePlayer(ctx, q.Player, hidden); err != nil {
		return Reply{}, err
	}
	key := "privacy.now-shown"
	if hidden {
		key = "privacy.now-hidden"
	}
	return private(q.Text("title.privacy", nil), q.Say(key, nil)), nil
}

// researchCommand has no part in [archive.Store.Once]: to consent twice is the same as once.
func researchCommand() handler {
	return handler{
		name:    "research",
		options: []Option{{Name: "consent", Kind: ChoiceOption, Choices: []string{"on", "off"}}},
		example: []Given{{Name: "consent", Value: "on"}}, answer: (*Bot).research,
	}
}

func (b *Bot) research(ctx context.Context, q query) (Reply, error) {
	consent := q.option("consent")
	switch consent {
	case "on", "off":
		if err := b.store.SetResearch(ctx, q.Player, consent == "on"); err != nil {
			return Reply{}, err
		}
	case "":
	default:
		return Reply{}, q.refuseGiven("consent")
	}
	choices, err := b.store.Choices(ctx, q.Player.ID)
	if err != nil {
		return Reply{}, err
	}
	key := "research.is-off"
	if choices.Research {
		key = "research.is-on"
	}
	body := join("\n", q.Say(key, locale.Args{"Research": command("research")}), q.Say("research.what", nil))
	return private(q.Text("title.research", nil), body), nil
}
