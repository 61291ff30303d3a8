package bot

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/chat/chattest"
	"github.com/gridkeeper/gridkeeper/locale"
)

// spokenIn are the languages of the catalogues, and the pseudo-language, whose texts are longer than any.
func spokenIn(t *testing.T) (all []string) {
	chattest.SpeakPseudo(t, "../locale/en")
	for _, l := range locale.Languages() {
		all = append(all, l.Tag())
	}
	return all
}

// labelled are the sections of the catalogues whose texts are labels of buttons, and of fields and titles
// of forms, with the most that they can have.
var labelled = map[string]int{"button": chat.MaxLabel, "pad": chat.MaxLabel, "settings.button": chat.MaxLabel, "form": chat.MaxFormTitle}

// No label of a catalogue is longer than a phone shows, whether a message of the tests has it or not.
func TestCatalogueLabelsFit(t *testing.T) {
	files, err := filepath.Glob("../locale/*/bot.yaml")
	check(t, err)
	found := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(t, err)
		var catalogue map[string]any
		check(t, yaml.Unmarshal(text, &catalogue))
		for section, most := range labelled {
			var below any = catalogue
			for name := range strings.SplitSeq(section, ".") {
				below = below.(map[string]any)[name]
			}
			for name, value := range below.(map[string]any) {
				label, ok := value.(string)
				if !ok || section == "form" && name == "instead" {
					continue
				}
				found++
				if n := utf8.RuneCountInString(chattest.Templated.ReplaceAllString(label, "")); n > most {
					t.Errorf("%s: %s.%s has %d characters, the most is %d: %q", file, section, name, n, most, label)
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d labels were looked at", found)
	}
}

// walk asks the commands, presses what it is shown, and returns the replies by what was asked: each verb
// and page once.
func walk(t *testing.T, language string) map[string]chat.Reply {
	t.Helper()
	b, _ := practisingBot(t)
	replies := map[string]chat.Reply{}
	var todo []chat.Action
	for _, line := range []string{
		"daily", "play", "board", "board look=text", "hint", "hint level=3", "check", "play shape=shidoku", "technique name=x-wing", "practice technique=x-wing",
		"settings", "leaderboard", "profile", "streak", "profile show=summary", "difficulty puzzle=today", "schedule channel=42 time=09:00", "schedule", "setup", "stats", "search", "privacy",
		"privacy action=delete", "moderate", "collections", "profile show=open", "profile show=sessions", "profile show=steps", "share", "profile show=research", "help", "records",
	} {
		name, rest, _ := strings.Cut(line, " ")
		options := map[string]string{}
		for given := range strings.FieldsSeq(rest) {
			option, value, _ := strings.Cut(given, "=")
			options[option] = value
		}
		todo = append(todo, chat.Ask{Command: name, Options: options})
	}
	for ; len(todo) > 0; todo = todo[1:] {
		asked := fmt.Sprint(todo[0])
		if p, ok := todo[0].(chat.Press); ok {
			page, _, _ := strings.Cut(p.Argument, "=")
			asked = fmt.Sprint(p.Verb, " ", page, " ", strings.Trim(p.View, "123456789"))
		}
		if _, done := replies[asked]; done {
			continue
		}
		r := request(ann, "", nil)
		r.ID, r.Language, r.Action, r.Buttons, r.Rights.ManageGuild = fmt.Sprint(language, len(replies)), language, todo[0], true, true
		reply := b.Handle(t.Context(), r)
		replies[asked] = reply
		for _, row := range reply.Screen.Rows {
			for _, button := range row {
				if button.Link == "" && !button.Disabled {
					todo = append(todo, button.Press)
				}
			}
		}
	}
	return replies
}

// labelsIn returns the labels of a reply by what they are, each with the most characters that Discord and
// a phone show of it.
func labelsIn(r chat.Reply) (labels map[string]string, most map[string]int) {
	labels, most = map[string]string{"title": r.Screen.Title.String()}, map[string]int{}
	add := func(what, label string, limit int) {
		labels[what+" "+label], most[what+" "+label] = label, limit
	}
	most["title"] = chat.MaxTitle
	for _, row := range r.Screen.Rows {
		for _, b := range row {
			add("button", b.Label, chat.MaxLabel)
		}
	}
	for _, s := range r.Screen.Selects {
		add("select", s.Hint, 100)
		for _, o := range s.Options {
			add("option", o.Label, 100)
			if o.About != "" {
				add("description", o.About, 100)
			}
		}
	}
	if r.Form != nil {
		add("form", r.Form.Title, chat.MaxFormTitle)
		for _, f := range r.Form.Fields {
			add("field", f.Label, chat.MaxFormTitle)
		}
	}
	return labels, most
}

// isLanguage reports whether a text is what a language calls itself.
func isLanguage(text string) bool {
	return slices.ContainsFunc(locale.Languages(), func(l locale.Language) bool { return chat.LanguageName(l.Tag()) == text })
}

// In no language is a title, a button, an option of a select or a form longer than what is shown of it, or
// cut; and in the pseudo-language none of them is English.
func TestLabelsFit(t *testing.T) {
	for _, language := range spokenIn(t) {
		replies := walk(t, language)
		kinds := map[string]int{}
		for asked, r := range replies {
			labels, most := labelsIn(r)
			for what, label := range labels {
				kind, _, _ := strings.Cut(what, " ")
				kinds[kind]++
				if n := utf8.RuneCountInString(label); n > most[what] || strings.HasSuffix(label, "…") {
					t.Errorf("%s, %s: the %s of %d characters, the most is %d: %q", language, asked, kind, n, most[what], label)
				}
				if found := chattest.EnglishIn(label); language == chattest.Pseudo && len(found) > 0 && !isLanguage(label) {
					t.Errorf("%s: the %s has English in it: %q", asked, kind, label)
				}
			}
		}
		for _, kind := range []string{"title", "button", "select", "option", "description", "form", "field"} {
			if kinds[kind] == 0 {
				t.Errorf("%s: no %s among %d replies: %v", language, kind, len(replies), kinds)
			}
		}
	}
}

// A language is added by its catalogues alone: the whole bot speaks one that no code knows.
func TestPseudoLanguage(t *testing.T) {
	l := chattest.SpeakPseudo(t, "../locale/en")
	if l.Tag() != chattest.Pseudo {
		t.Fatalf("%s is spoken, want %s", l.Tag(), chattest.Pseudo)
	}
	names := map[string]bool{}
	for _, c := range Commands(l) {
		if names[c.Label] || utf8.RuneCountInString(c.Description) > 100 || c.Label != chattest.Accents.Replace(c.Name) {
			t.Errorf("/%s is called %q: %q", c.Name, c.Label, c.Description)
		}
		names[c.Label] = true
	}
	b, _ := practisingBot(t)
	if len(chattest.Leaked(ask(t, b, ann, "help"))) == 0 {
		t.Error("no English is found in English")
	}
	for _, line := range []string{
		"hélp", "hélp cómmánd=hínt", "dáíly tíér=éásy", "hint", "hint", "hint", "hint", "mové móvés=r1c1=9", "check", "undo", "board look=text", "submit", "move moves=hello",
		"play shape=shidoku", "hint level=9", "technique", "technique name=x-wing", "settings", "settings look=blue", "leaderboard", "streak", "difficulty puzzle=today",
		"difficulty puzzle=53a", "privacy", "privacy action=hide", "profile show=research", "profile show=research which=maybe", "daily date=never", "foo", "share", "profile show=steps", "steps", "schedule",
		"search", "search tier=1 needs=x-wing", "search tier=5 needs=x-wing", "search clues=24", "search clues=x", "stats", "moderate", "moderate remove=3",
		"collections", "collections choose=nothing", "setup", "setup page=days", "setup page=extras", "profile", "profile show=summary", "profile show=summary which=tomorrow",
		"duel", "duel answer=accept", "duel player=ann", "together answer=join", "together puzzle=xyz", "profile show=open", "profile show=sessions", "profile show=xyz", "help command=records", "help command=schedule", "help command=together",
		"duel answer=xyz", "race", "race number=xyz", "race rated=xyz", "together answer=xyz", "leaderboard help=xyz", "leaderboard scope=xyz", "setup test=xyz",
	} {
		command, rest, _ := strings.Cut(line, " ")
		options := map[string]string{}
		for given := range strings.FieldsSeq(rest) {
			name, value, _ := strings.Cut(given, "=")
			options[name] = value
		}
		q := request(ann, command, options)
		q.Language, q.Rights.ManageGuild = chattest.Pseudo, true
		reply := b.Handle(t.Context(), q)
		if problem := problemOf(reply); problem != "" {
			t.Errorf("/%s: %s", line, problem)
		}
		if found := chattest.Leaked(reply); len(found) > 0 {
			t.Errorf("/%s: English in it: %q\n%s", line, found, textOf(reply))
		}
	}
}
