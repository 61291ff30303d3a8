package bot

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/bot/chat/chattest"
)

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
		"difficulty puzzle=53a", "privacy", "privacy action=hide", "research", "daily date=never", "foo", "share", "steps", "schedule",
		"search", "search tier=1 needs=x-wing", "search tier=5 needs=x-wing", "search clues=24", "search clues=x", "stats", "moderate", "moderate remove=3",
		"collections", "collections choose=nothing", "setup", "setup page=days", "setup page=extras", "records", "summary", "summary date=tomorrow",
		"duel", "duel answer=accept", "duel player=ann", "together answer=join", "together puzzle=xyz", "open", "sessions", "help command=schedule", "help command=together",
		"duel answer=xyz", "together answer=xyz", "leaderboard help=xyz", "leaderboard scope=xyz", "setup test=xyz",
	} {
		command, rest, _ := strings.Cut(line, " ")
		options := map[string]string{}
		for _, given := range strings.Fields(rest) {
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
