package main

import (
	"fmt"
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"go.yaml.in/yaml/v3"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/pages"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/judge"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// saying lists the functions that take the key of a message first and its arguments last, and
// whether they add the number {{.N}}.
var saying = map[string]bool{"Text": false, "Count": true, "Say": false, "SayCount": true, "refuse": false}

// families lists the keys that the code puts together, by their beginning, and those of the pages. Scripts start the test program as gridkeeper
// some hundred times: what takes long is left until it is asked for.
var families = sync.OnceValue(func() map[string][]string {
	return map[string][]string{
		"contribute.": {"open", "accepted", "declined", "declined-silently"},
		"button.":     {"liked", "too-hard"},
		"decided.":    {"accepted", "declined", "declined-silently"},

		"submissions.is-":        {"accepted", "declined"},
		"submissions.takes-":     {"off", "any", "minimal"},
		"setup.take-":            {"off", "any", "minimal"},
		"":                       pageMessages(),
		"browser.":               browserMessages(),
		"channel-problem.":       ends(chat.ChannelProblems),
		"role-problem.":          ends(chat.RoleProblems),
		"choice.":                choices(),
		"command.":               commandMessages(),
		"error.grid.":            {"empty-text", "bad-character", "bad-length", "bad-digit", "bad-line", "bad-rows", "bad-boxes", "not-cells"},
		"error.move.":            moveReasons(),
		"error.puzzle.":          {"conflict", "no-digit", "no-place"},
		"error.unknown.":         {"shape", "tier", "technique"},
		"race.state.":            {"invited", "running", "cancelled", "expired", "solved", "given-up", "out-of-time"},
		"race.challenge.":        {"invited", "declined", "expired"},
		"global.":                {"week", "month", "year", "all"},
		"house.":                 {"row", "column", "box"},
		"historic.about.":        pages.HistoricMethods,
		"historic.method.":       append([]string{"techniques"}, pages.HistoricMethods...),
		"historic.view.":         {"digits", "columns", "rows", "places"},
		"import.kind.":           importing.ReasonKinds(),
		"judge.":                 {"known", "follows", "not-shown", "foreign", "false"},
		"judge.fault.":           judgeFaults(),
		"judge.pattern.":         {"there", "elsewhere", "absent"},
		"judge.why.":             {"not-shown", "false"},
		"month.":                 months,
		"month-name.":            months,
		"option.":                options(),
		"ordinal.form-":          {"one", "two", "few", "other"},
		"page.archive.":          {"search", "import", "search-title", "import-title"},
		"page.archive.field.":    {"shape", "tier", "minutes", "clues", "er", "depth", "class", "hodoku", "needs", "symmetry", "collection", "saved", "save", "delete", "file"},
		"page.boards.":           {"period", "period-week", "period-month", "period-year", "period-all", "help", "help-any", "help-without", "scope", "scope-here", "scope-global"},
		"page.boards.period-":    {"week", "month", "year", "all"},
		"page.history.":          {"kind", "kind-any", "kind-daily", "kind-puzzle", "kind-practice"},
		"page.home.beside-":      {"sudoku", "6x6"},
		"page.profile.day-":      {"solved", "late", "missed"},
		"page.puzzle.":           {"symmetry", "automorphisms", "minimal", "played", "imported", "name", "author", "source", "published", "licence", "rated"},
		"page.puzzles.sort-":     {"easy", "hard", "few", "new"},
		"page.symmetry.":         symmetryNames(),
		"page.rate.by-":          append([]string{"techniques"}, pages.HistoricMethods...),
		"page.techniques.":       {"look", "pattern", "conclusion"},
		"page.techniques.group-": {"links", "wings", "unique", "fish", "chains", "sets", "last"},
		"page.results.":          {"place", "player", "time", "solved", "best", "handed-in", "too-quick", "known", "late"},
		"page.settings.":         settingsOnPage(),
		"post-problem.":          postProblems(),
		"permission.":            ends(chat.Permissions),
		"search.reason.":         append(ends(search.Reasons), ends(criteria.Reasons)...),
		"settings.":              settingMessages(), "settings.button.": settingMessages(),
		"settings.choose.": {"look", "name", "boards", "play", "privacy"}, "settings.group.": {"boards", "play", "privacy"},
		"privacy.kept.":         people.PersonalTables(),
		"announcement.opening.": openings(),
		"profile.heading.":      {"streak", "days", "records", "techniques", "rating"},
		"schedule.heading.":     {"problems", "posts", "coming", "days", "options"},
		"setup.":                switches("shidoku", "quiet", "fresh-look", "announce-results", "sealed", "thread", "global"),
		"shape.":                shapes, "name.daily-": shapes, "share.name.": shapes, "standings.solved.": shapes, "global.which.": shapes,
		"standings.over.": shapesWithTiers, "streak.of.": shapesWithTiers, "shortage.kind.": shapesWithTiers,
		"button.play-": {"shidoku", "6x6"}, "setup.size.": {"9x9", "6x6", "+6x6"},
		"standings.":              {"week", "month", "year", "all"},
		"standings.over-":         {"week", "month"},
		"technique.":              techniqueMessages(),
		"technique.franken-fish.": {"notation-without-fins", "sentence-without-fins"},
		"technique.mutant-fish.":  {"notation-without-fins", "sentence-without-fins"},
		"together.state.":         ends(games.PartyStates[1:]), "together.invitation.": ends(games.PartyStates),
		"summary.":       {"fastest-unnamed", "fastest-unaided-unnamed"},
		"tier.":          tierNames(),
		"difficulty-of.": tierNames(), "difficulty.class-": {"1", "2", "3", "or-higher"},
		"weekday.":      weekdays,
		"weekday-name.": weekdays,
		"word.": {"noon", "midnight", "today", "yesterday", "tomorrow", "current", "before-noon", "after-noon", "half", "minute", "last",
			"day", "month", "year"},
	}
})

var (
	shapes          = sudoku.ByShape(sudoku.Shape.String)
	shapesWithTiers = slices.DeleteFunc(sudoku.ByShape(sudoku.Shape.String), func(name string) bool { return name == sudoku.Shidoku.String() })

	months   = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}
	weekdays = []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}
)

// openings returns the keys of the sentences with which the post of a daily may begin.
func openings() (keys []string) {
	for _, tier := range tierNames() {
		for turn := 1; turn <= 3; turn++ {
			keys = append(keys, fmt.Sprint(tier, "-", turn))
		}
	}
	return append(keys, weekdays...)
}

func symmetryNames() (names []string) {
	for _, s := range criteria.Symmetries[1:] {
		names = append(names, s.String())
	}
	return names
}

// settingsOnPage returns the keys of the page of settings: its groups, and the settings in them.
func settingsOnPage() (keys []string) {
	for _, group := range []string{"looks", "playing", "others", "chat"} {
		keys = append(keys, group, group+"-words")
	}
	for option := range bot.Chosen(games.Settings{}) {
		keys = append(keys, option, option+"-note")
	}
	return append(keys, "look-auto", "look-dark", "look-light", "look-contrast", "name-shown", "name-hidden", "name-everywhere", "coordinates-r4c5", "coordinates-E4")
}

// switches returns the two labels of each button that switches something on or off.
func switches(options ...string) (keys []string) {
	for _, o := range options {
		keys = append(keys, o+"-on", o+"-off")
	}
	return keys
}

// ends returns the ends of keys as text.
func ends[T ~string](all []T) (keys []string) {
	for _, end := range all {
		keys = append(keys, string(end))
	}
	return keys
}

// postProblems has each problem of a post, and those that may follow another.
func postProblems() []string {
	return append(ends(chat.PostProblems), string(chat.NotSeen)+"-after", string(chat.NextDue)+"-after")
}

// browserMessages returns the keys that the board in the browser asks for: those that stand in a call, and the
// known ones that stand anywhere as a text.
func browserMessages() (keys []string) {
	known := locale.Match("en").Below("browser")
	for _, pattern := range []string{"*.go", "*.html", "app/*.js"} {
		names, _ := filepath.Glob(filepath.Join("../../bot/web/board", pattern))
		for _, name := range names {
			text, _ := os.ReadFile(name)
			for _, found := range askedInBrowser.FindAllStringSubmatch(string(text), -1) {
				keys = append(keys, found[1]+found[2])
			}
			for _, found := range quotedInBrowser.FindAllStringSubmatch(string(text), -1) {
				if _, ok := known[found[1]]; ok {
					keys = append(keys, found[1])
				}
			}
		}
	}
	return append(keys, "mode-digit", "mode-corner", "mode-centre", "mode-colour", "theme-auto", "theme-light", "theme-dark", "theme-contrast")
}

// pageMessages returns the keys that the templates of the pages ask for.
func pageMessages() (keys []string) {
	names, _ := filepath.Glob("../../bot/web/*/*.html")
	for _, name := range names {
		text, _ := os.ReadFile(name)
		for _, found := range askedOnPage.FindAllStringSubmatch(string(text), -1) {
			keys = append(keys, found[1])
		}
	}
	return keys
}

var (
	askedOnPage     = regexp.MustCompile(`\.Text "([^"]+)" nil`)
	askedInBrowser  = regexp.MustCompile(`(?:\bsay\(|\bwords\[|\bindex \$w )"([\w-]*\w)"|\$w\.(\w+)`)
	quotedInBrowser = regexp.MustCompile(`"([\w-]+)"`)
)

func commandMessages() []string {
	var keys []string
	for _, c := range bot.Commands(locale.Match("en")) {
		keys = append(keys, c.Name+".name")
		if c.Name == c.Alias { // its other words are those of the command
			continue
		}
		keys = append(keys, c.Name+".summary", c.Name+".details")
		for _, o := range c.Options {
			keys = append(keys, c.Name+".option."+o.Name)
		}
	}
	return keys
}

// options returns the names of all options, each once.
func options() []string {
	var names []string
	for _, c := range bot.Commands(locale.Match("en")) {
		for _, o := range c.Options {
			names = append(names, o.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// choices returns the choices of all options that are words, each once. Tiers have words of their own.
func choices() []string {
	var words []string
	for _, c := range bot.Commands(locale.Match("en")) {
		for _, o := range c.Options {
			for _, choice := range o.Choices {
				_, err := logic.ParseTier(choice)
				if isTier := o.Kind == chat.TierOption && err == nil; !isTier && o.Kind != chat.LanguageOption && !strings.ContainsAny(choice, "0123456789") {
					words = append(words, choice)
				}
			}
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// settingMessages has a sentence and a button for each value of each option of /settings.
func settingMessages() []string {
	var keys []string
	for _, c := range bot.Commands(locale.Match("en")) {
		if c.Name != "settings" {
			continue
		}
		for _, o := range c.Options {
			for _, value := range o.Choices {
				keys = append(keys, o.Name+"."+value)
			}
		}
	}
	return keys
}

func moveReasons() []string {
	return []string{
		string(play.TooLong), string(play.NoMoves), string(play.NotAMove), string(play.OutsideGrid), string(play.OutsideRows),
		string(play.OutsideDigits), string(play.ClearsWithDigit), string(play.NoDigit), string(play.ManyDigits),
		string(play.RowLength), string(play.IsClue),
	}
}

func judgeFaults() []string {
	return []string{
		string(judge.Nothing), string(judge.Outside), string(judge.IsClue), string(judge.IsFilled), string(judge.Stands), string(judge.Gone),
		string(judge.OtherShape), string(judge.LacksClue), string(judge.WrongDigit), string(judge.LacksRight),
	}
}

func techniqueMessages() []string {
	var keys []string
	for _, t := range logic.Techniques {
		_, step, _ := t.Example()
		for _, message := range []string{"name", "notation", "sentence", "reason", "summary", "lesson"} {
			if message == "sentence" && len(step.Cover) > 1 && len(step.Parts) == 0 { // a fish has two
				keys = append(keys, string(t)+".sentence.by-row", string(t)+".sentence.by-column")
				continue
			}
			keys = append(keys, string(t)+"."+message)
		}
	}
	return keys
}

func tierNames() []string {
	var names []string
	for _, t := range logic.Tiers {
		names = append(names, t.String())
	}
	return names
}

// catalogue is the messages of a language by key, each with the names of its placeholders.
type catalogue map[string][]string

func TestMessagesExist(t *testing.T) {
	english := readCatalogue(t, "en")
	for _, s := range readSources(t) {
		for _, problem := range problemsIn(s, english) {
			t.Error(problem)
		}
	}
	for beginning, ends := range families() {
		for _, end := range ends {
			if _, ok := english[beginning+end]; !ok {
				t.Errorf("the catalogue has no %q", beginning+end)
			}
		}
	}
}

func TestMessagesAreUsed(t *testing.T) {
	unused := readCatalogue(t, "en")
	for _, s := range readSources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			if text, ok := literal(n); ok {
				delete(unused, text)
			}
			return true
		})
	}
	for beginning, ends := range families() {
		for _, end := range ends {
			delete(unused, beginning+end)
		}
	}
	for key := range unused {
		t.Errorf("nothing says %q", key)
	}
}

func TestProblemsIn(t *testing.T) {
	known := catalogue{"list.more": {"N"}, "list.last": {"Before", "Last"}, "tier.hidden": nil, "done": nil}
	for code, want := range map[string]int{
		`func f() string { return l.Text("list.last", locale.Args{"Before": a, "Last": b}) }`: 0,
		`func f() string { return l.Text("list.last", locale.Args{"Before": a}) }`:            1,
		`func f() string { return l.Text("list.last", nil) }`:                                 2,
		`func f() string { return l.Text("list.last", args) }`:                                0,
		`func f() string { return l.Count("list.more", 3, nil) }`:                             0,
		`func f() string { return l.Text("list.more", nil) }`:                                 1,
		`func f() string { return l.Text("done", nil) + l.Text("undone", nil) }`:              1,
		`func f() string { return l.Text("tier."+name, nil) + l.Text("list."+name, nil) }`:    1,
		`func f() error { return refuse("list.lost", nil) }`:                                  1,
		`func f() (string, int) { return "made.up", solver.Count(g, 2) }`:                     0,
	} {
		if got := problemsIn(parseSource(t, code), known); len(got) != want {
			t.Errorf("%s: %q, want %d", code, got, want)
		}
	}
}

// problemsIn returns what is wrong with the keys that a file asks for, and with the arguments
// that it gives where they stand in the call.
func problemsIn(s source, known catalogue) []string {
	var problems []string
	complain := func(n ast.Node, problem string) { problems = append(problems, s.at(n)+": "+problem) }
	ast.Inspect(s.file, func(n ast.Node) bool {
		if _, ok := n.(*ast.ImportSpec); ok {
			return false
		}
		if text, ok := literal(n); ok && looksLikeKey(text, known) {
			complain(n, "the catalogue has no "+text)
		}
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) < 2 {
			return true
		}
		counts, says := saying[calledName(call)]
		key, ok := literal(call.Args[0])
		if !says || !ok {
			return true
		}
		placeholders, exists := known[key]
		if !exists && !strings.Contains(key, ".") { // with a dot it was noticed above
			complain(n, "the catalogue has no "+key)
		}
		if given, visible := argumentsOf(call.Args[len(call.Args)-1]); visible {
			if counts {
				given = append(given, "N")
			}
			for _, name := range without(placeholders, given) {
				complain(n, key+" lacks its {{."+name+"}}")
			}
		}
		return true
	})
	return problems
}

// looksLikeKey reports whether a text begins as the keys of a catalogue do and is none of them.
func looksLikeKey(text string, known catalogue) bool {
	topic, rest, dotted := strings.Cut(text, ".")
	if _, exists := known[text]; !dotted || exists || strings.ContainsAny(rest, " /*%") || slices.Contains([]string{".png", ".html"}, path.Ext(text)) {
		return false
	}
	if _, family := families()[text]; family {
		return false
	}
	for key := range known {
		if strings.HasPrefix(key, topic+".") {
			return true
		}
	}
	return false
}

// argumentsOf returns the names in the arguments of a message, if they stand there.
func argumentsOf(e ast.Expr) (names []string, visible bool) {
	switch e := e.(type) {
	case *ast.Ident:
		return nil, e.Name == "nil"
	case *ast.CompositeLit:
		for _, element := range e.Elts {
			pair, ok := element.(*ast.KeyValueExpr)
			if !ok {
				return nil, false
			}
			name, ok := literal(pair.Key)
			if !ok {
				return nil, false
			}
			names = append(names, name)
		}
		return names, true
	}
	return nil, false
}

// without returns the names that are not among others.
func without(names, others []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(others, name) })
}

func readCatalogue(t *testing.T, language string) catalogue {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../../locale", language, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files: %v", language, len(files), err)
	}
	all := catalogue{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		must(t, err)
		messages, err := i18n.ParseMessageBytes(text, yaml.Unmarshal)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, m := range messages {
			if _, twice := all[m.ID]; twice {
				t.Errorf("%s: %q is in another file too", name, m.ID)
			}
			all[m.ID] = placeholdersOf(m)
		}
	}
	return all
}

var (
	action = regexp.MustCompile(`\{\{.*?\}\}`)
	field  = regexp.MustCompile(`\.([A-Z]\w*)`)
)

// placeholdersOf returns the names of the placeholders in all forms of a message.
func placeholdersOf(m *i18n.Message) []string {
	var names []string
	for _, text := range []string{m.Zero, m.One, m.Two, m.Few, m.Many, m.Other} {
		for _, found := range field.FindAllStringSubmatch(strings.Join(action.FindAllString(text, -1), " "), -1) {
			names = append(names, found[1])
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
