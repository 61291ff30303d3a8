package archive_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres/connection"
	"github.com/gridkeeper/gridkeeper/migrations"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func TestOpenSaysWhatToDo(t *testing.T) {
	good := must1(url.Parse(archivetest.URL(t)))
	change := func(key, value string) string {
		u := *good
		query := u.Query()
		query.Set(key, value)
		u.RawQuery = query.Encode()
		return u.String()
	}
	missing := *good
	missing.Path = "/no_such_database"
	for _, c := range []struct{ name, url, want string }{
		{"no schema", archivetest.BareURL(t), "run: gridkeeper migrate"},
		{"no such database", missing.String(), "there is no such database"},
		{"no such user", change("user", "stranger"), "refuses this user"},
		{"nothing at the socket", change("host", t.TempDir()), "start it, or "},
		{"nothing at the port", "postgres://ann:tops3cret@127.0.0.1:1/x", "start it, or "},
		{"no address", "postgres://ann:tops3cret@[::1/x", "want postgres://user:password@host"},
	} {
		t.Run(c.name, func(t *testing.T) {
			store, err := archive.Open(t.Context(), c.url)
			if err == nil {
				store.Close()
				t.Fatal("it opens")
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %q, want it to say %q", err, c.want)
			}
			wantNoSecret(t, err)
		})
	}
}

// wantNoSecret looks into all that an error wraps, as a logger might that prints it whole.
func wantNoSecret(t *testing.T, err error) {
	t.Helper()
	for _, text := range []string{err.Error(), fmt.Sprintf("%+v %#v", err, err)} {
		if strings.Contains(text, "s3cret") {
			t.Errorf("the error holds the password: %s", text)
		}
	}
}

func TestReportsAreExplained(t *testing.T) {
	admin := archivetest.URL(t)
	for code, report := range map[string]struct{ message, want string }{
		// The private server trusts everybody at its socket, so the words of one that does
		// not are put together here.
		"28P01": {"password authentication failed", "is wrong: "},
		"25006": {"cannot execute INSERT in a read-only transaction", "name the server that takes changes"},
		"26000": {"prepared statement does not exist", "a pooler in transaction mode in database.pooler"},
		"42P05": {"prepared statement already exists", "a pooler in transaction mode in database.pooler"},
	} {
		err := connection.Explain(fmt.Errorf("wrapped: %w", raised(t, admin, code, report.message)))
		if !strings.Contains(err.Error(), report.want) || !strings.Contains(err.Error(), report.message) {
			t.Errorf("the error is %q, want it to say %q", err, report.want)
		}
	}
}

// raised returns an error that the server reports with a code.
func raised(t *testing.T, url, code, message string) error {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer func() { must(t, c.Close(context.Background())) }()
	_, err = c.Exec(t.Context(), fmt.Sprintf(`do $$ begin raise exception '%s' using errcode = '%s'; end $$`, message, code))
	if err == nil {
		t.Fatal("nothing is raised")
	}
	return err
}

func TestOldServer(t *testing.T) {
	sudokutest.WantError(t, connection.CheckVersion(14_00_12), "PostgreSQL 14, and 15 is the oldest")
	must(t, connection.CheckVersion(15_00_00))
	must(t, connection.CheckVersion(18_00_01))
}

// Connections that are cut are made again, and the error in between says so.
func TestLostConnections(t *testing.T) {
	address := archivetest.URL(t)
	s := archivetest.Open(t, address)
	for range 3 {
		if _, err := s.Stats(t.Context()); err != nil {
			t.Fatal(err)
		}
		archivetest.TerminateOthers(t, address)
		if _, err := s.Stats(t.Context()); err != nil && !strings.Contains(err.Error(), "try again") {
			t.Errorf("the error is %q, want it to say what to do", err)
		}
	}
	_, err := s.Stats(t.Context())
	must(t, err)
}

func TestVitals(t *testing.T) {
	url := archivetest.URL(t)
	s, dailies := ledgerOn(t, url, 5)
	claim(t, s, "a", time.Hour)            // is worked on
	refused := claim(t, s, "a", time.Hour) // waits for an hour
	must(t, s.Retry(t.Context(), refused, "a", "no access", time.Hour))
	posted := claim(t, s, "a", time.Hour)
	must(t, s.Complete(t.Context(), posted, "a", "message")) // is done
	archivetest.Exec(t, url, `update outbox set due_at = due_at - interval '1 hour'
		where state = 'due' and (owner is not null or guild = 'guild4')`) // and guild3 is due now
	guild := daily.NewGuild(dailies[0].GuildID)
	guild.ChannelID, guild.Scheduled, guild.Since = "channel", true, dailies[0].Date
	must(t, s.SaveGuild(t.Context(), guild))
	archivetest.Exec(t, url, `update import set finished = null; insert into outbox (guild, kind) values ('guild0', 'greeting'); analyze`)

	v, err := s.Vitals(t.Context())
	must(t, err)
	want := archive.Backlogs{Dailies: archive.Backlog{Due: 3, Late: 1, Refused: 1}, Others: archive.Backlog{Due: 1}}
	if v.Posts != want {
		t.Errorf("posts: %+v, want %+v", v.Posts, want)
	}
	if v.Schema != migrations.Version() || v.Bytes < 1<<20 || v.Guilds != 1 || v.Imports != 0 || v.UnfinishedImport != 1 {
		t.Errorf("%+v", v)
	}
	if len(v.Short) != 10 || v.Short[4] != (daily.ShortGuilds{Tier: 5}) {
		t.Errorf("guilds without puzzles: %+v", v.Short)
	}
	rows := map[string]int64{}
	for _, table := range v.Tables {
		rows[table.Name] = table.Rows
	}
	if rows["puzzle"] != 60 || rows["outbox"] != 6 || len(rows) != 7 {
		t.Errorf("rows: %v", rows)
	}
}
