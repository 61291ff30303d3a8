package localpg

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/gridkeeper/gridkeeper/archive/postgres/connection"
)

// programs is one installation of the server.
type programs struct {
	dir   string
	major int
}

// findPrograms returns every installation that the archive works with, the newest first. Its error names the package
// to install.
func findPrograms(ctx context.Context) ([]programs, error) {
	var found []programs
	tooOld := ""
	dirs, unasked := searchDirs(ctx)
	for _, dir := range dirs {
		p, err := programsIn(ctx, dir)
		switch {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			unasked = err
		case err != nil || slices.Contains(found, p):
		case p.major < connection.OldestServer:
			tooOld = fmt.Sprintf(" (%s has version %d)", dir, p.major)
		default:
			found = append(found, p)
		}
	}
	switch {
	case len(found) > 0:
	case errors.Is(unasked, syscall.EMFILE) || errors.Is(unasked, syscall.ENFILE):
		return nil, fmt.Errorf("look for a PostgreSQL server: %w: %s", unasked, raiseFiles)
	case unasked != nil:
		return nil, fmt.Errorf("look for a PostgreSQL server: %w", unasked)
	default:
		return nil, fmt.Errorf("no PostgreSQL server %d or newer on this machine%s: install one "+
			"(Debian, Ubuntu: apt-get install postgresql; Fedora: dnf install postgresql-server; macOS: brew install postgresql@17)",
			connection.OldestServer, tooOld)
	}
	slices.SortStableFunc(found, func(a, b programs) int { return cmp.Compare(b.major, a.major) })
	return found, nil
}

// raiseFiles is the advice for want of file descriptors.
const raiseFiles = "raise the limit of open files (ulimit -n) to 256 or more"

// searchDirs lists where Debian, the PostgreSQL project's packages for Fedora and Homebrew put the server, the folder
// of pg_config, and PATH. Debian does not put it in PATH. Its error is why pg_config could not be asked.
func searchDirs(ctx context.Context) (dirs []string, err error) {
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin",
		"/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin",
	} {
		matches, _ := filepath.Glob(pattern) // fails only on a bad pattern
		dirs = append(dirs, matches...)
	}
	out, err := exec.CommandContext(ctx, "pg_config", "--bindir").Output()
	switch {
	case err == nil:
		dirs = append(dirs, strings.TrimSpace(string(out)))
	case errors.Is(err, exec.ErrNotFound) || errors.As(err, new(*exec.ExitError)):
		err = nil // it is not installed, or in a package without a server
	}
	if path, err := exec.LookPath("postgres"); err == nil {
		dirs = append(dirs, filepath.Dir(path))
	}
	return dirs, err
}

// programsIn returns the installation in a directory.
func programsIn(ctx context.Context, dir string) (programs, error) {
	if _, err := os.Stat(filepath.Join(dir, "initdb")); err != nil {
		return programs{}, fmt.Errorf("%q holds no PostgreSQL server: %w", dir, err)
	}
	out, err := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version").Output()
	if err != nil {
		return programs{}, fmt.Errorf("ask %q for its version: %w", filepath.Join(dir, "postgres"), err)
	}
	major, err := parseMajor(string(out))
	return programs{dir, major}, err
}

// parseMajor reads the major version out of "postgres (PostgreSQL) 15.18 (Debian …)", or
// out of "17beta1".
func parseMajor(text string) (int, error) {
	text = strings.TrimPrefix(strings.TrimSpace(text), "postgres (PostgreSQL) ")
	digits := text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
	major, err := strconv.Atoi(digits)
	if err != nil {
		return 0, fmt.Errorf("no PostgreSQL version in %q", text)
	}
	return major, nil
}

// choosePrograms returns the programs for a data directory: programs of the major version that made it, or the newest
// if there is none yet. A directory of another version is never changed.
func choosePrograms(ctx context.Context, bin, dir string) (programs, error) {
	found := make([]programs, 1)
	var err error
	if bin != "" {
		found[0], err = programsIn(ctx, bin)
	} else {
		found, err = findPrograms(ctx)
	}
	if err != nil {
		return programs{}, err
	}
	text, err := os.ReadFile(filepath.Join(dir, "PG_VERSION"))
	if errors.Is(err, os.ErrNotExist) {
		return found[0], nil
	}
	if err != nil {
		return programs{}, err
	}
	made, err := parseMajor(string(text))
	if err != nil {
		return programs{}, fmt.Errorf("%q: %w", dir, err)
	}
	for _, p := range found {
		if p.major == made {
			return p, nil
		}
	}
	return programs{}, fmt.Errorf("the data in %q was made by PostgreSQL %d, but this machine has %d: install version %d, "+
		"or move the data with pg_dump; nothing was changed", dir, made, found[0].major, made)
}
