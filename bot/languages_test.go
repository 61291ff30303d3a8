package bot

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/gridkeeper/gridkeeper/locale"
)

// pseudo is the tag of a language made from English: with accents, brackets and padding. It has more plural
// forms than English, and no catalogue in this repository.
const pseudo = "pl"

var (
	accents   = strings.NewReplacer("a", "á", "e", "é", "i", "í", "o", "ó", "u", "ú", "A", "Á", "E", "É", "I", "Í", "O", "Ó", "U", "Ú")
	templated = regexp.MustCompile(`\{\{.*?\}\}`)
)

// accented puts accents on the text outside of placeholders.
func accented(text string) string {
	var b strings.Builder
	for {
		at := templated.FindStringIndex(text)
		if at == nil {
			return b.String() + accents.Replace(text)
		}
		b.WriteString(accents.Replace(text[:at[0]]) + text[at[0]:at[1]])
		text = text[at[1]:]
	}
}

// translated makes the pseudo-language of a part of the English catalogue.
func translated(key string, value any) any {
	switch value := value.(type) {
	case map[string]any:
		if value["one"] != nil && value["other"] != nil {
			other := translated(key, value["other"])
			return map[string]any{"one": translated(key, value["one"]), "few": other, "many": other, "other": other}
		}
		all := map[string]any{}
		for name, below := range value {
			if key != ".ordinal" || name == "form-other" {
				all[name] = translated(key+"."+name, below)
			}
		}
		return all
	case string:
		return padded(key, accented(value))
	}
	return value
}

var isName = regexp.MustCompile(`^\.(command\.[a-z]+\.name|option|choice|word|message-command|month|weekday|language)\b`)

// padded makes a text 40 % longer, as far as its kind allows; names stay names.
func padded(key, text string) string {
	if isName.MatchString(key) && !strings.HasPrefix(key, ".command.") || strings.HasSuffix(key, ".name") || text == "" {
		return text
	}
	limits := map[string]int{".command.": 100, ".button.": MaxLabel, ".pad.": 20, ".settings.button.": MaxLabel, ".form.": MaxFormTitle}
	most := 2 * MaxText
	for beginning, limit := range limits {
		if strings.HasPrefix(key, beginning) && !strings.HasSuffix(key, ".details") {
			most = limit
		}
	}
	length := utf8.RuneCountInString(text)
	if room := most - length; room > 2 {
		text = "⟦" + text + strings.Repeat("·", min(room-2, length*2/5)) + "⟧"
	}
	return text
}

// speakPseudo adds the pseudo-language by the loader that reads all catalogues.
func speakPseudo(t *testing.T) locale.Language {
	t.Helper()
	files := fstest.MapFS{}
	entries, err := os.ReadDir("../locale/en")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		text, err := os.ReadFile("../locale/en/" + entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		var catalogue map[string]any
		if err := yaml.Unmarshal(text, &catalogue); err != nil {
			t.Fatal(err)
		}
		if text, err = yaml.Marshal(translated("", catalogue)); err != nil {
			t.Fatal(err)
		}
		files[pseudo+"/"+entry.Name()] = &fstest.MapFile{Data: text}
	}
	if err := locale.Add(files); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := locale.Add(fstest.MapFS{}); err != nil {
			t.Error(err)
		}
	})
	return locale.Match(pseudo)
}

var (
	englishWord = regexp.MustCompile(`[A-Za-z]*[aeiouAEIOU][A-Za-z]*`)
	notation    = regexp.MustCompile(`https?://\S*|r[\d]+c[\d]+|[A-Z][a-z]+/[A-Z][a-z_]+`)
)

// leaked returns the English words in what a reply says, but for names and what was typed.
func leaked(r Reply) (words []string) {
	texts := []string{r.Screen.Alt}
	for _, part := range append(append(Text{}, r.Screen.Title...), r.Screen.Body...) {
		if part.Kind == PlainPart || part.Kind == CommandPart {
			texts = append(texts, part.Text)
		}
	}
	for _, row := range r.Screen.Rows {
		for _, b := range row {
			texts = append(texts, b.Label)
		}
	}
	return englishIn(strings.Join(texts, "\n"))
}

// englishIn returns the words of a text that are English.
func englishIn(text string) (words []string) {
	for _, word := range englishWord.FindAllString(notation.ReplaceAllString(text, ""), -1) {
		if len(word) >= 4 {
			words = append(words, word)
		}
	}
	return words
}

// A language is added by its catalogues alone: the whole bot speaks one that no code knows.
func TestPseudoLanguage(t *testing.T) {
	l := speakPseudo(t)
	if l.Tag() != pseudo {
		t.Fatalf("%s is spoken, want %s", l.Tag(), pseudo)
	}
	names := map[string]bool{}
	for _, c := range Commands(l) {
		if names[c.Label] || utf8.RuneCountInString(c.Description) > 100 || c.Label != accents.Replace(c.Name) {
			t.Errorf("/%s is called %q: %q", c.Name, c.Label, c.Description)
		}
		names[c.Label] = true
	}
	b, _ := practisingBot(t)
	if len(leaked(ask(t, b, ann, "help"))) == 0 {
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
		q.Language, q.Rights.ManageGuild = pseudo, true
		reply := b.Handle(t.Context(), q)
		if problem := reply.problem(); problem != "" {
			t.Errorf("/%s: %s", line, problem)
		}
		if found := leaked(reply); len(found) > 0 {
			t.Errorf("/%s: English in it: %q\n%s", line, found, reply.text())
		}
	}
}
