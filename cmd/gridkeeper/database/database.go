// Package database opens the archive for the commands, and finds collections in it by their names.
package database

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/postgres/localpg"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
)

// With opens the archive that the settings name, does the work and closes it.
func With(cmd *cobra.Command, work func(*archive.Store) error) error {
	c, err := config.LoadSystem(cmd.Flags())
	if err != nil {
		return err
	}
	return WithArchive(cmd.Context(), c, work)
}

// Change is [With] for work that changes the archive. It begins with a line on standard error about which archive that is.
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

// Announce prints which archive is changed.
func Announce(cmd *cobra.Command, c config.Config) {
	fmt.Fprintln(cmd.ErrOrStderr(), "archive: "+Name(c))
}

// Name describes the archive that the settings name, without its password.
func Name(c config.Config) string {
	if c.Database.URL == "" {
		return "private, in " + c.DataDir
	}
	return postgres.Address(c.Database.URL)
}

// Server is where the archive is: the user's own server, or a private one of ours that
// runs for as long as this process does.
type Server struct {
	URL  string
	Stop func() error
}

// Open starts the private server where the settings name no other.
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

// units are where the service can be installed, and serviceFolders the folder that systemd gives it, by its two names.
var (
	units = []string{
		"/etc/systemd/system/gridkeeper.service", "/usr/lib/systemd/system/gridkeeper.service", "/lib/systemd/system/gridkeeper.service",
	}
	serviceFolders = []string{"/var/lib/gridkeeper", "/var/lib/private/gridkeeper"}
)

// rejectServiceFolder returns an error if root would start a private server in the folder of the service. At its next start systemd
// gives all files there to the user of the service, and that server starts no more. The folder is also root's own by default.
func rejectServiceFolder(dir string) error {
	installed := slices.ContainsFunc(units, func(unit string) bool {
		text, _ := os.ReadFile(unit) // there may be none
		return strings.Contains(string(text), "\nStateDirectory=gridkeeper\n")
	})
	inside := slices.ContainsFunc(serviceFolders, func(folder string) bool { return strings.HasPrefix(dir+"/", folder+"/") })
	if os.Geteuid() != 0 || !installed || !inside {
		return nil
	}
	return fmt.Errorf("%q is the folder of gridkeeper.service, where root starts no private server: name the archive in database.url, or another folder in data_dir", dir)
}

// segment is how much room PostgreSQL needs at once for the next part of its log.
const segment = 16 << 20

// scarce returns an error if the disk with a folder has less room than a server needs: one that finds none ends, and its clients only
// learn that the connection is lost.
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

// WithArchive opens the archive, does the work and closes it. The private server's schema
// is brought up to date first; the user's own is left to 'gridkeeper migrate'.
func WithArchive(ctx context.Context, c config.Config, work func(*archive.Store) error) error {
	return WithURL(ctx, c, func(_ context.Context, store *archive.Store, _ string) error { return work(store) })
}

// WithURL is [WithArchive] for work that needs connections of its own, and may take long: its context ends when
// the schema of the database is no longer one for this program, and then the error says so.
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
