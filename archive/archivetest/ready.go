package archivetest

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/postgres/localpg"
)

// readyVariable names a directory in which the packages of one make test share the files of a new server: one makes
// them, and to copy them takes the others a tenth of the time.
const readyVariable = "GRIDTEST_READY"

// prepare makes or copies the files of a server that has the template.
func prepare(o localpg.Options) error {
	ready := os.Getenv(readyVariable)
	if ready == "" {
		return makeFiles(o)
	}
	// By package os, the go command would see a file of the module that changes, and test again what it has tested.
	lock, err := syscall.Open(filepath.Join(ready, "lock"), syscall.O_CREAT|syscall.O_RDWR|syscall.O_CLOEXEC, 0o600)
	if err != nil { // a folder of another user
		return makeFiles(o)
	}
	defer syscall.Close(lock)
	if err := syscall.Flock(lock, syscall.LOCK_EX); err != nil {
		return err
	}
	whole, part := filepath.Join(ready, "pg"), filepath.Join(ready, "pg.tmp")
	if copyFiles(whole, o.Dir) == nil {
		return nil
	}
	if err := errors.Join(os.RemoveAll(o.Dir), makeFiles(o)); err != nil {
		return err
	}
	if os.RemoveAll(part) == nil && copyFiles(o.Dir, part) == nil {
		_ = os.Rename(part, whole) // without it, the next package makes its own
	}
	return nil
}

func copyFiles(from, to string) error { return exec.Command("cp", "-a", from, to).Run() }

func makeFiles(o localpg.Options) error {
	ctx := context.Background()
	server, err := localpg.Start(ctx, o)
	if err != nil {
		return err
	}
	h := &host{server: server}
	if h.admin, err = pgx.Connect(ctx, server.URL()); err == nil {
		err = errors.Join(h.create(template, "template0"), h.admin.Close(ctx))
	}
	if err == nil {
		err = errors.Join(postgres.Migrate(ctx, h.url(template)), warm(ctx, h.url(template)))
	}
	return errors.Join(err, server.Stop())
}

// warm leaves in a database what its first session finds out of the catalogue, which each copy of it would take seven
// milliseconds for.
func warm(ctx context.Context, url string) error {
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	return c.Close(ctx)
}
