// Package database opens the archive for the commands, and finds collections in it by their names.
package database

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/postgres/localpg"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

// With opens the archive of the settings, does the work and closes it.
func With(cmd *cobra.Command, work func(*archive.Store) error) error {
	c, err := config.LoadSystem(cmd.Flags())
	if err != nil {
		return err
	}
	return WithArchive(cmd.Context(), c, work)
}

// Change is [With] for work that changes the archive. It first prints the name of the archive on standard error.
func Change(cmd *cobra.Command, work func(*archive.Store) error) error {
	c, err := config.LoadSystem(cmd.Flags())
	if err != nil {
		return err
	}
	return WithArchive(cmd.Context(), c, func(store *archive.Store) error {
		Announce(cmd, c)
		return work(store)
	})
}

// Announce prints the name of the archive.
func Announce(cmd *cobra.Command, c config.Config) {
	fmt.Fprintln(cmd.ErrOrStderr(), "archive: "+Name(c))
}

// Name describes the archive of the settings, without its password.
func Name(c config.Config) string {
	if c.Database.URL == "" {
		return "private, in " + c.DataDir
	}
	return postgres.Address(c.Database.URL)
}

// Server is the server of the archive: the user's own, or a private one that runs as long as this process.
type Server struct {
	URL  string
	Stop func() error
}

// Open starts the private server, unless the settings name another.
func Open(ctx context.Context, c config.Config) (Server, error) {
	if c.Database.URL != "" {
		return Server{URL: c.Database.URL, Stop: func() error { return nil }}, nil
	}
	if err := rejectServiceFolder(c.DataDir); err != nil {
		return Server{}, err
	}
	server, err := localpg.Start(ctx, localpg.Options{Dir: filepath.Join(c.DataDir, "pg"), Bin: c.Database.Bin})
	if err != nil {
		return Server{}, err
	}
	return Server{URL: server.URL(), Stop: server.Stop}, nil
}

// units are the possible paths of the installed service, and serviceFolders the two names of the folder that systemd gives it.
var (
	units = []string{
		"/etc/systemd/system/gridkeeper.service", "/usr/lib/systemd/system/gridkeeper.service", "/lib/systemd/system/gridkeeper.service",
	}
	serviceFolders = []string{"/var/lib/gridkeeper", "/var/lib/private/gridkeeper"}
)

// rejectServiceFolder returns an error if root would start a private server in the folder of the service, which is root's
// default too. At the next start of the service, systemd gives all files there to the user of the service, and the server of
// root no longer starts.
func rejectServiceFolder(dir string) error {
	installed := slices.ContainsFunc(units, func(unit string) bool {
		text, _ := os.ReadFile(unit) // the unit may not exist
		return strings.Contains(string(text), "\nStateDirectory=gridkeeper\n")
	})
	inside := slices.ContainsFunc(serviceFolders, func(folder string) bool { return strings.HasPrefix(dir+"/", folder+"/") })
	if os.Geteuid() != 0 || !installed || !inside {
		return nil
	}
	return fmt.Errorf("%q is the folder of gridkeeper.service, where root starts no private server: name the archive in database.url, or another folder in data_dir", dir)
}

// segment is the size of a file of PostgreSQL's log (WAL), which it creates at once.
const segment = 16 << 20

// scarce returns an error if the disk of a folder has less room than a server needs. On a full disk the server ends, and its
// clients only see a lost connection.
func scarce(dir string) error {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		return nil
	}
	left := uint64(disk.Bavail) * uint64(disk.Bsize)
	if left >= segment {
		return nil
	}
	return fmt.Errorf("the disk with the private archive in %q has %d MB left: make room", dir, left>>20)
}

// WithArchive opens the archive, does the work and closes it. It updates the schema of a private server; for the user's own
// server, 'gridkeeper migrate' does.
func WithArchive(ctx context.Context, c config.Config, work func(*archive.Store) error) error {
	return WithURL(ctx, c, func(_ context.Context, store *archive.Store, _ string) error { return work(store) })
}

// WithURL is [WithArchive] for long work with connections of its own. Its context ends when the database gets a schema that
// this program cannot use, and the error explains that.
func WithURL(ctx context.Context, c config.Config, work func(ctx context.Context, store *archive.Store, url string) error) (err error) {
	db, err := Open(ctx, c)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil && c.Database.URL == "" {
			err = errors.Join(err, scarce(c.DataDir))
		}
		err = errors.Join(err, db.Stop())
	}()
	if c.Database.URL == "" {
		if err := postgres.Migrate(ctx, db.URL); err != nil {
			return err
		}
	}
	store, err := archive.OpenPooled(ctx, db.URL, c.Database.Pooler)
	if err != nil {
		return err
	}
	defer store.Close()
	if c.Database.URL == "" {
		if err := store.ImportPatterns(ctx); err != nil {
			return err
		}
	}
	ctx, end := context.WithCancel(ctx)
	watched := make(chan error, 1)
	go func() {
		err := store.AwaitMismatch(ctx)
		end()
		watched <- err
	}()
	err = work(ctx, store, db.URL)
	end()
	return cmp.Or(<-watched, err)
}

// Operator is the name of the owner of the command line's collections.
const Operator = "operator"

// AddGuildFlag adds the flag --guild, the owner of the named collections.
func AddGuildFlag(cmd *cobra.Command, guild *string) {
	cmd.Flags().StringVar(guild, "guild", "", "whose collection, \""+Operator+"\" or the id of a guild (default: the operator's, else the only one of the name)")
}

// Owner returns the name of the owner of a collection.
func Owner(guildID string) string { return cmp.Or(guildID, Operator) }

// Collections finds collections by name: the guild's, or for guild "" the operator's, or else that of the only guild that has
// one of this name.
func Collections(ctx context.Context, store *archive.Store, guild string, names []string) ([]library.Collection, error) {
	all, err := store.Collections(ctx)
	if err != nil {
		return nil, err
	}
	var found []library.Collection
	for _, name := range names {
		c, err := findCollection(all, guild, name)
		if err != nil {
			return nil, err
		}
		found = append(found, c)
	}
	return found, nil
}

func findCollection(all []library.Collection, guild, name string) (library.Collection, error) {
	var found []library.Collection
	var owners []string
	for _, c := range all {
		if c.Name != name || guild != "" && guild != Owner(c.GuildID) {
			continue
		}
		if c.GuildID == "" {
			return c, nil
		}
		found, owners = append(found, c), append(owners, output.Inert(c.GuildID))
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return library.Collection{}, fmt.Errorf("collection %q: guilds %s have one each: choose with --guild", name, strings.Join(owners, ", "))
	case guild != "":
		return library.Collection{}, fmt.Errorf("no collection %q of %q: 'gridkeeper collection' lists them", name, guild)
	}
	return library.Collection{}, fmt.Errorf("no collection %q: 'gridkeeper collection' lists them", name)
}

// Entries yields the lines of collections up to the first error.
func Entries(cmd *cobra.Command, store *archive.Store, collections []library.Collection) iter.Seq2[format.Entry, error] {
	return func(yield func(format.Entry, error) bool) {
		for _, c := range collections {
			for e, err := range store.Export(cmd.Context(), c.GuildID, c.Name) {
				if !yield(e, err) || err != nil {
					return
				}
			}
		}
	}
}

// Puzzles yields the puzzles of a collection, as [input.Puzzles] does for a file.
func Puzzles(cmd *cobra.Command, store *archive.Store, c library.Collection) iter.Seq[input.Puzzle] {
	return func(yield func(input.Puzzle) bool) {
		empty := true
		for e, err := range store.Export(cmd.Context(), c.GuildID, c.Name) {
			empty = false
			p := input.Puzzle{Where: input.Position{Source: output.Inert(c.Name), Line: e.Line}, Grid: e.Grid, Text: e.Text, Entry: e, Err: e.Err}
			if err != nil {
				p = input.Puzzle{Err: err}
			}
			if !yield(p) || err != nil {
				return
			}
		}
		if empty {
			yield(input.Puzzle{Err: fmt.Errorf("collection %q: %w", c.Name, input.ErrNoPuzzle)})
		}
	}
}
