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

// The page for operators lists for each table how long its rows are kept.
func TestRetentionIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/operating.md")
	must(t, err)
	_, section, _ := strings.Cut(string(page), "\n### What grows\n")
	section, _, _ = strings.Cut(section, "\n#")
	for name := range tables() {
		if !strings.Contains(section, "`"+name+"`") {
			t.Errorf("docs/operating.md does not have how long rows of %s are kept", name)
		}
	}
}

// The page for operators has a line for each migration after the baseline, with the locks that it holds.
func TestLocksAreDocumented(t *testing.T) {
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
	page.WriteString(viewsHead)
	rows, err = c.Query(t.Context(), `
		select c.relname, coalesce(obj_description(c.oid), ''), string_agg('`+"`'||a.attname||'`'"+`||' '||format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
		from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
		where c.relnamespace = 'open'::regnamespace and c.relkind = 'v' group by c.oid order by c.relname collate "C"`)
	must(t, err)
	var comment string
	_, err = pgx.ForEachRow(rows, []any{&name, &comment, &columns}, func() error {
		if comment == "" {
			t.Errorf("the view open.%s has no comment", name)
		}
		fmt.Fprintf(&page, "\n**open.%s**: %s  \n%s\n", name, comment, columns)
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

The tables of the database, each with the package that owns it, its purpose, and its columns (? may be null). The reasons for columns and constraints are comments in ` + "`migrations`" + `. The tables in the schema
` + "`river`" + ` belong to River, the library of ` + "`archive/jobs`" + `.

This page is written by ` + "`go test ./migrations -run SchemaPage -update`" + `, which fails if a table has no line.
`

const viewsHead = `
## The views of the open archive

They are in the schema ` + "`open`" + `, for the roles of ` + "`gridkeeper lab sql-role`" + `. In psql, ` + "`\\d+ open.puzzle`" + ` shows the comments on columns.
`

type table struct{ owner, purpose string }

func tables() map[string]table {
	return map[string]table{
		"audit":            {"archive/library", "the changes that people made, with their author; a row stays when its subject goes"},
		"choice":           {"archive/library", "the collections that a guild draws from"},
		"chunk":            {"archive/jobs", "the part of a job that one machine does at a time, with its progress and counts"},
		"collection":       {"archive/library", "a named set of puzzles, the operator's or a guild's"},
		"collection_count": {"archive/library", "the number of different puzzles of a collection, by tier"},
		"daily":            {"archive/daily", "the puzzle of a guild for a date and a tier, with the transform under which it is shown"},
		"departure":        {"archive/people", "guilds that have removed the bot, with the time"},
		"drawn":            {"archive/library", "the puzzles that an owner was given, with the last lap of each"},
		"cooldown":         {"archive/games", "recent public posts of a player and of a guild"},
		"duel":             {"archive/games", "a race of several players on one puzzle, and the message that shows it"},
		"entry":            {"archive/library", "a line of an import, character by character, and its puzzle"},
		"event":            {"archive/games", "the journal of a game; nothing in it changes"},
		"finding":          {"archive/jobs", "errors that a job found"},
		"game":             {"archive/games", "a player's work on a puzzle, and, once `finished` is set, its result"},
		"gateway":          {"archive/sharding", "the number of shards of all guilds: one row, locked while the number changes"},
		"gateway_identify": {"archive/sharding", "when Discord takes the next new session for a key"},
		"gateway_process":  {"archive/sharding", "the processes that run connections, each with a lease"},
		"gateway_slot":     {"archive/sharding", "the process that runs a shard"},
		"guild":            {"archive/daily", "a guild's schedule and settings"},
		"import":           {"archive/importing", "an imported file, with its progress"},
		"machine":          {"archive/jobs", "programs that do jobs, with the time when each was last seen"},
		"note":             {"archive/games", "corner marks and colours of a game in the browser"},
		"oldest_program":   {"migrations", "the schema of the oldest program that may run on this database: one row"},
		"outbox":           {"archive/daily", "posts that nobody asked for: a row before it is a message, one for a guild, kind, date and number"},
		"participant":      {"archive/games", "the players of a party"},
		"party":            {"archive/games", "a board that several solve together, and the message that shows it"},
		"pattern_puzzle":   {"archive/games", "a puzzle of the Patterns Game of older programs; it is in the collection `patterns-game` too"},
		"pattern_round":    {"archive/games", "a round of the Patterns Game of older programs"},
		"pending_import":   {"archive/importing", "a file that a guild has seen a preview of, until it confirms"},
		"player":           {"archive/games", "a player, the name last seen and consent to research"},
		"puzzle":           {"archive/library", "a puzzle: its key, its clues and our newest rating"},
		"puzzle_strength":  {"archive/people", "the rating of a puzzle by the players who solved it as a daily; the puzzle may be gone"},
		"rated_day":        {"archive/people", "the day up to which players are rated: one row"},
		"rated_game":       {"archive/people", "a result by which a player and a puzzle were rated; the game may be gone"},
		"strength":         {"archive/people", "a player's rating after each day with rated games"},
		"puzzle_count":     {"archive/library", "the number of puzzles of a tier; triggers add rows"},
		"rating":           {"archive/library", "a puzzle's difficulty by files, by our former versions and by 'jobs add rate'"},
		"rating_program":   {"archive/library", "programs that rate puzzles, each by its own scale"},
		"reject":           {"archive/importing", "the first lines of an import that were rejected"},
		"reject_reason":    {"archive/importing", "the reasons for all rejected lines of an import, with counts"},
		"reminder":         {"archive/games", "the time at which a player wants a direct message before their streak in a guild breaks"},
		"request":          {"archive/postgres", "requests that changed the archive, with their answers for a day"},
		"rotation":         {"archive/library", "the place of an owner in the shuffled order of a tier"},
		"search":           {"archive/search", "a saved search, of a guild or of the operator"},
		"search_found":     {"archive/search", "the puzzles that a saved search has found"},
		"search_progress":  {"archive/search", "the progress of a saved search in each import"},
		"settings":         {"archive/games", "a player's display settings; without a row, the defaults"},
		"submission":       {"archive/submissions", "a puzzle that a member of a guild handed in, and what an admin decided"},
		"turn":             {"archive/games", "the author of an event of a party's game"},
		"vote":             {"archive/submissions", "whether a player liked a puzzle, and found it too hard for its label"},
		"web_link":         {"archive/people", "links that open a browser session, by their SHA-256"},
		"web_session":      {"archive/people", "sessions of browsers, by the SHA-256 of their tokens"},
		"work":             {"archive/jobs", "a job that machines share, divided into chunks"},
	}
}
