package migrations_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/migrations"
)

var update = flag.Bool("update", false, "write docs/schema.md anew")

const schemaPage = "../docs/schema.md"

// The page of the schema has a line for each table, and its columns as they are in a migrated database.
func TestSchemaPage(t *testing.T) {
	want := pageOf(t, archivetest.URL(t))
	if *update {
		must(t, os.WriteFile(schemaPage, []byte(want), 0o644))
	}
	got, err := os.ReadFile(schemaPage)
	must(t, err)
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("the page differs from the database (run go test ./migrations -run SchemaPage -update):\n%s", diff)
	}
}

// The page for operators says of each table how long its rows are kept.
func TestRetentionIsSaid(t *testing.T) {
	page, err := os.ReadFile("../docs/operating.md")
	must(t, err)
	_, section, _ := strings.Cut(string(page), "\n### What grows\n")
	section, _, _ = strings.Cut(section, "\n#")
	for name := range tables() {
		if !strings.Contains(section, "`"+name+"`") {
			t.Errorf("docs/operating.md does not say how long rows of %s are kept", name)
		}
	}
}

// The page for operators has a line for each migration after the baseline, with the locks that it holds.
func TestLocksAreSaid(t *testing.T) {
	page, err := os.ReadFile("../docs/operating.md")
	must(t, err)
	steps, err := migrations.Steps()
	must(t, err)
	for _, s := range steps {
		if !strings.Contains(string(page), fmt.Sprintf("\n| %d | ", s.Version)) {
			t.Errorf("docs/operating.md has no line for migration %d and its locks", s.Version)
		}
	}
}

func pageOf(t *testing.T, url string) string {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	must(t, err)
	rows, err := c.Query(t.Context(), `
		select c.relname, string_agg('`+"`'||a.attname||'`'"+`||' '||format_type(a.atttypid, a.atttypmod)||case when a.attnotnull then '' else '?' end, ', ' order by a.attnum)
		from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'goose_db_version'
		group by c.relname order by c.relname collate "C"`)
	must(t, err)
	var page strings.Builder
	page.WriteString(schemaHead)
	columns, left := "", tables()
	var name string
	_, err = pgx.ForEachRow(rows, []any{&name, &columns}, func() error {
		about, known := left[name]
		if !known {
			t.Errorf("the table %s has no line in tables()", name)
		}
		delete(left, name)
		fmt.Fprintf(&page, "\n**%s** (`%s`): %s  \n%s\n", name, about.owner, about.purpose, columns)
		return nil
	})
	must(t, err)
	must(t, c.Close(t.Context()))
	for name := range left {
		t.Errorf("tables() names %s, but there is no such table", name)
	}
	return page.String()
}

const schemaHead = `# The schema

What the database has, a table after the other: the package that owns it, what it is for, and its columns
(? may be null). The reasons for columns and constraints are comments in ` + "`migrations`" + `. The tables in the schema
` + "`river`" + ` belong to River, the library of ` + "`archive/jobs`" + `.

This page is written by ` + "`go test ./migrations -run SchemaPage -update`" + `, which fails where a table has no line.
`

type table struct{ owner, purpose string }

func tables() map[string]table {
	return map[string]table{
		"audit":            {"archive/library", "who changed what, for people; it stays when its subject goes"},
		"choice":           {"archive/library", "the collections that a guild draws from"},
		"chunk":            {"archive/jobs", "what one machine does at a time of a job, how far it is and what it counted"},
		"collection":       {"archive/library", "a named set of puzzles, the operator's or a guild's"},
		"collection_count": {"archive/library", "how many different puzzles a collection has, by tier"},
		"daily":            {"archive/daily", "the puzzle of a guild for a date and a tier, with the transform under which it is shown"},
		"departure":        {"archive/people", "guilds that have removed the bot, and when"},
		"drawn":            {"archive/library", "what an owner was given, and in which lap last"},
		"cooldown":         {"archive/games", "how much was posted in public lately, by a player and by a guild"},
		"duel":             {"archive/games", "a race of several players on one puzzle, and the message that shows it"},
		"entry":            {"archive/library", "a line of an import, character by character, and the puzzle that it is"},
		"event":            {"archive/games", "the journal of a game; nothing in it changes"},
		"finding":          {"archive/jobs", "what a job found wrong"},
		"game":             {"archive/games", "a player's work on a puzzle, and, once `finished` is set, its result"},
		"gateway":          {"archive/sharding", "into how many shards the guilds are divided: one row, locked by whoever changes the division"},
		"gateway_identify": {"archive/sharding", "when Discord takes the next new session for a key"},
		"gateway_process":  {"archive/sharding", "the processes that run connections, each with a lease"},
		"gateway_slot":     {"archive/sharding", "which process runs a shard"},
		"guild":            {"archive/daily", "a guild's schedule and settings"},
		"import":           {"archive/importing", "a file that was imported, and how far"},
		"machine":          {"archive/jobs", "programs that work, and when each was last seen"},
		"note":             {"archive/games", "corner marks and colours of a game in the browser"},
		"oldest_program":   {"migrations", "the schema of the oldest program that may run on this database: one row"},
		"outbox":           {"archive/daily", "all that is posted unasked: a row before it is a message, one for a guild, kind, date and number"},
		"participant":      {"archive/games", "who plays in a party"},
		"party":            {"archive/games", "a board that several solve together, and the message that shows it"},
		"pattern_puzzle":   {"archive/games", "a puzzle of the Patterns Game of older programs; it is in the collection `patterns-game` too"},
		"pattern_round":    {"archive/games", "a round of the Patterns Game of older programs"},
		"pending_import":   {"archive/importing", "a file that a guild was shown a preview of, until it confirms"},
		"player":           {"archive/games", "a player, the name last seen and consent to research"},
		"puzzle":           {"archive/library", "a puzzle: its key, its clues and our newest rating"},
		"puzzle_strength":  {"archive/people", "the rating of a puzzle by those who solved it as a daily; the puzzle may be gone"},
		"rated_day":        {"archive/people", "up to which day players are rated: one row"},
		"rated_game":       {"archive/people", "a result by which a player and a puzzle were rated; the game may be gone"},
		"strength":         {"archive/people", "a player's rating after each day with rated games"},
		"puzzle_count":     {"archive/library", "how many puzzles have a tier; triggers add rows"},
		"rating":           {"archive/library", "what files, former versions of ours and 'jobs add rate' say of a puzzle's difficulty"},
		"rating_program":   {"archive/library", "programs that rate puzzles, each by its own scale"},
		"reject":           {"archive/importing", "the first lines of an import that were rejected"},
		"reject_reason":    {"archive/importing", "why lines of an import were rejected, all of them counted"},
		"reminder":         {"archive/games", "when a player wants a direct message before their streak in a guild breaks"},
		"request":          {"archive/postgres", "requests that changed the archive, with their answers for a day"},
		"rotation":         {"archive/library", "how far an owner has come in the shuffled order of a tier"},
		"search":           {"archive/search", "a saved search, of a guild or of the operator"},
		"search_found":     {"archive/search", "what a saved search has found"},
		"search_progress":  {"archive/search", "how far each import was looked at for a saved search"},
		"settings":         {"archive/games", "how a player wants boards shown; none: the defaults"},
		"turn":             {"archive/games", "who made an event of a party's game"},
		"web_link":         {"archive/people", "links that open a browser session, by their SHA-256"},
		"web_session":      {"archive/people", "sessions of browsers, by the SHA-256 of their tokens"},
		"work":             {"archive/jobs", "a job that machines share, cut into chunks"},
	}
}
