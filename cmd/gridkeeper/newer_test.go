package main

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/postgres/localpg"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// A bot's database moves to the newest PostgreSQL there is, by the commands of docs/operating.md: those that make it, and those
// of the section "A newer PostgreSQL".
func TestNewerPostgreSQL(t *testing.T) {
	if testing.Short() {
		t.Skip("left to make check")
	}
	dir := archivetest.Dir(t)
	d := &drill{T: t, stand: discordtest.Start(t), server: &faultServer{dir: filepath.Join(dir, "5432")}, stopBot: func() {}}
	d.stand.Deadline = time.Minute // Discord's three seconds are short on a busy machine
	d.channel = d.stand.AddChannel(d.stand.AddGuild("Puzzlers"), "daily")
	startForAll(t, dir, "5432", "")
	startForAll(t, dir, "5433", newestPostgreSQL(t))
	must(t, syscall.Stat(d.server.dir, &d.owner))
	dump := filepath.Join(dir, "dump")
	d.paths = map[string]string{"/var/tmp": dump}
	command(t, "install", "-d", "-o", fmt.Sprint(d.owner.Uid), dump)
	for name, value := range map[string]string{
		"PGHOST": dir, "PGUSER": "postgres", "GRIDKEEPER_DISCORD_TOKEN": d.stand.Token, "GRIDKEEPER_DISCORD_API_BASE_URL": d.stand.URL,
	} {
		t.Setenv(name, value)
	}

	d.do(codeBlocks(t, "../../docs/operating.md", "## A server of your own")[0])
	d.useServer(dir, "5432")
	d.do("gridkeeper migrate")
	d.serve()
	d.play()
	sudokutest.Eventually(t, "players to be answered 100 times", func() bool { return d.count() >= 100 })
	d.finish()
	d.stopBot()
	kept := d.tables()

	page := codeBlocks(t, "../../docs/operating.md", "### A newer PostgreSQL")
	d.do(page[0])
	d.useServer(dir, "5433")
	d.different(kept)
	d.do("gridkeeper doctor")
	d.serve()
	if text := played(d.stand, d.channel); !strings.Contains(text, "Shidoku") {
		t.Errorf("after all that, the answer to /play is %q", text)
	}
	d.stopBot()
	versions := archivetest.Read[string](t, d.database, "show server_version")
	t.Logf("with PostgreSQL %s, %d tables are as they were:\n%s", versions[0], len(kept), strings.Join(d.steps, "\n"))
}

// useServer names one of the two servers in the settings.
func (d *drill) useServer(dir, port string) {
	d.database = "postgres:///gridkeeper?host=" + dir + "&port=" + port + "&user=gridkeeper"
	d.Setenv("GRIDKEEPER_DATABASE_URL", d.database)
}

// startForAll starts a server with PostgreSQL's usual superuser, whose socket is in a directory that others have, too.
func startForAll(t *testing.T, dir, port, programs string) {
	t.Helper()
	data := filepath.Join(dir, port)
	server, err := localpg.Start(t.Context(), localpg.Options{Dir: data, Bin: programs, NoSync: true})
	must(t, err)
	t.Cleanup(func() { must(t, server.Stop()) })
	u, err := url.Parse(server.URL())
	must(t, err)
	query := u.Query()
	must(t, os.Symlink(filepath.Join(query.Get("host"), ".s.PGSQL."+query.Get("port")), filepath.Join(dir, ".s.PGSQL."+port)))
	archivetest.Exec(t, server.URL(), "create role postgres superuser login")
	query.Set("user", "postgres")
	u.RawQuery = query.Encode()
	archivetest.Exec(t, u.String(), "alter role gridkeeper rename to private")
}

// newestPostgreSQL returns the folder of the newest programs, or "" where they cannot be had: the commands are the same for
// any two servers.
func newestPostgreSQL(t *testing.T) string {
	t.Helper()
	find := exec.Command("../../.ci/postgresql-newest")
	find.Stderr = t.Output()
	folder, err := find.Output()
	must(t, err)
	return strings.TrimSpace(string(folder))
}
