package format

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"syscall"
)

// TemporaryFile makes a file without a name, which takes up room only as long as it is open.
func TemporaryFile() (*os.File, error) {
	f, err := os.CreateTemp("", "gridkeeper-")
	if err != nil {
		return nil, AdviseTemporary(err)
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// AdviseTemporary says what to do about an error of a temporary file, where that is the fault of its folder.
func AdviseTemporary(err error) error {
	is := func(codes ...syscall.Errno) bool {
		return slices.ContainsFunc(codes, func(code syscall.Errno) bool { return errors.Is(err, code) })
	}
	var path *fs.PathError
	switch {
	case is(syscall.ENOSPC, syscall.EDQUOT):
		return fmt.Errorf("copy it: %w: make room in %q, or name another folder in TMPDIR", err, os.TempDir())
	case errors.As(err, &path) && is(syscall.ENOENT, syscall.ENOTDIR, syscall.EACCES, syscall.EPERM, syscall.EROFS):
		return fmt.Errorf("copy it: no file can be made in the temporary folder %q: %w: name another folder in TMPDIR", os.TempDir(), path.Err)
	}
	return err
}
