package dump

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// ErrFolder is the error of a folder that a dump does not replace, because it has other files in it.
var ErrFolder = errors.New("want a new or an empty folder, or one that holds a former dump and nothing else")

// target is the folder of a dump. The files are written to another one beside it, which takes its name at the end: a dump
// that is interrupted leaves the folder as it was.
type target struct {
	folder string
	beside string
}

// prepareFolder makes the folder beside. A link to a folder stays one.
func prepareFolder(folder string) (*target, error) {
	path, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	t := &target{folder: path}
	if _, err := t.former(); err != nil {
		return nil, err
	}
	parent := filepath.Dir(path)
	t.beside, err = os.MkdirTemp(parent, "."+filepath.Base(path)+"-*")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("folder %q does not exist: make it first", parent)
	}
	if err == nil {
		err = os.Chmod(t.beside, 0o755) // readable for a web server
	}
	return t, err
}

// former returns the files of the dump that the folder holds, or the error that it holds something else.
func (t *target) former() (names []string, err error) {
	entries, err := os.ReadDir(t.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if info, failed := os.Stat(t.folder); failed == nil && !info.IsDir() {
		return nil, fmt.Errorf("%q: it is a file: want a folder", t.folder)
	}
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !slices.Contains([]string{ParquetFile, CSVFile, ManifestFile}, e.Name()) {
			return nil, fmt.Errorf("folder %q has %q in it: %w", t.folder, e.Name(), ErrFolder)
		}
		names = append(names, e.Name())
	}
	return names, nil
}

// create makes a file in the folder beside.
func (t *target) create(name string) (*os.File, error) {
	return os.Create(filepath.Join(t.beside, name))
}

// commit gives the folder beside its name, in place of a former dump.
func (t *target) commit() error {
	names, err := t.former() // meanwhile
	if err != nil {
		return err
	}
	if len(names) == 0 {
		if err := os.Remove(t.folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return os.Rename(t.beside, t.folder)
	}
	away, err := os.MkdirTemp(filepath.Dir(t.folder), "."+filepath.Base(t.folder)+"-*")
	if err != nil {
		return err
	}
	former := filepath.Join(away, "former")
	if err := os.Rename(t.folder, former); err != nil {
		return errors.Join(err, os.Remove(away))
	}
	if err := os.Rename(t.beside, t.folder); err != nil {
		return errors.Join(err, os.Rename(former, t.folder), os.Remove(away))
	}
	for _, name := range names { // not everything: another program may have put a file there
		err = errors.Join(err, os.Remove(filepath.Join(former, name)))
	}
	return errors.Join(err, os.Remove(former), os.Remove(away))
}

// discard deletes the folder beside, if it has not taken its name.
func (t *target) discard() { _ = os.RemoveAll(t.beside) }
