package dump

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ErrFolder is the error of a folder that a dump does not replace, because it has other files in it.
var ErrFolder = errors.New("want a new or an empty folder, or one that holds a former dump and nothing else")

// target is the folder of a dump. The files are written to another one, which gets its name at the end. A folder that was
// there stays, since it may be a volume, or where a shell is: then the files move into it, the manifest last. So a dump that
// is interrupted leaves nothing that looks whole.
type target struct {
	folder string
	isNew  bool
	draft  string
}

// drafts begins the names of drafts. One whose program was killed remains, and does not matter to the next dump.
const drafts = ".dump-"

// prepareFolder makes the draft.
func prepareFolder(folder string) (*target, error) {
	path, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	t, in := &target{folder: path}, path
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t.isNew, in = true, filepath.Dir(path)
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, fmt.Errorf("%q: it is a file: want a folder", path)
	}
	if !t.isNew {
		if err := t.check(); err != nil {
			return nil, err
		}
	}
	t.draft, err = os.MkdirTemp(in, drafts+"*")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("folder %q does not exist: make it first", in)
	}
	if err == nil {
		err = os.Chmod(t.draft, 0o755) // readable for a web server
	}
	return t, err
}

// check returns an error if the folder holds something else than a former dump.
func (t *target) check() error {
	entries, err := os.ReadDir(t.folder)
	for _, e := range entries {
		if !slices.Contains([]string{ParquetFile, CSVFile, ManifestFile}, e.Name()) && !strings.HasPrefix(e.Name(), drafts) {
			return fmt.Errorf("folder %q has %q in it: %w", t.folder, e.Name(), ErrFolder)
		}
	}
	return err
}

// commit puts the draft in place of a former dump.
func (t *target) commit() error {
	if t.isNew {
		return os.Rename(t.draft, t.folder)
	}
	err := os.Remove(filepath.Join(t.folder, ManifestFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	for _, name := range []string{ParquetFile, CSVFile, ManifestFile} {
		if err == nil {
			err = os.Rename(filepath.Join(t.draft, name), filepath.Join(t.folder, name))
		}
	}
	return err
}

// discard deletes the draft, if it is still there.
func (t *target) discard() { _ = os.RemoveAll(t.draft) }
