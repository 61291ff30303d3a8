package output

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/format"
)

// ReplaceFile writes a file under another name and renames it, so that a failure leaves the old file. Devices and pipes,
// such as /dev/stdout, are written directly, and links stay links. [ErrFailed] does not keep the old file.
func ReplaceFile(name string, write func(io.Writer) error) error {
	target, mode := name, fs.FileMode(0o644)
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		file, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		defer file.Close()
		return writePacked(file, name, write)
	} else if err == nil {
		mode = info.Mode().Perm()
		if target, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
	}
	file, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+"-*")
	if err != nil {
		return fmt.Errorf("writing %q: %w", name, cause(err))
	}
	defer os.Remove(file.Name()) // does nothing after the rename
	defer file.Close()
	if err := file.Chmod(mode); err != nil {
		return err
	}
	if err = writePacked(file, name, write); err != nil && !errors.Is(err, ErrFailed) {
		return err
	}
	if failure := file.Close(); failure != nil { // not joined with ErrFailed, which is not printed
		return failure
	}
	if failure := os.Rename(file.Name(), target); failure != nil {
		return failure
	}
	return err
}

// Written returns the error of a write for [ReplaceFile]. The old file stays if all of the input failed.
func Written(failed, empty bool) error {
	if failed && empty {
		return errors.New("no puzzle to write")
	}
	return Failure(failed)
}

// writePacked writes a file, compressed if its name ends so.
func writePacked(file *os.File, name string, write func(io.Writer) error) error {
	out := &Results{Writer: file}
	packed, err := format.Pack(out, name)
	if err != nil {
		return err
	}
	if err = write(packed); err == nil || errors.Is(err, ErrFailed) {
		err = cmp.Or(packed.Close(), err)
	}
	if out.Err != nil { // err has it wrapped by several writers
		return fmt.Errorf("writing %q: %w", name, AdviseRoom(cause(out.Err)))
	}
	return err
}

// cause strips the name of a file from an error, since that of a temporary file means nothing to the user.
func cause(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
}

// DistinctFiles returns an error if a file of a flag has no name, or if two are the same, as the second would replace the
// first.
func DistinctFiles(flag string, names ...string) error {
	for i, name := range names {
		if strings.TrimSpace(name) == "" {
			return fmt.Errorf("%s %q: a file without a name", flag, strings.Join(names, ","))
		}
		for _, before := range names[:i] {
			if SameFile(before, name) {
				return fmt.Errorf("%s: %q and %q are the same file: want another one for each", flag, before, name)
			}
		}
	}
	return nil
}

// IsThere reports whether a file exists.
func IsThere(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// SameFile reports whether two names lead to one regular file, which need not exist yet.
func SameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return infoA.Mode().IsRegular() && os.SameFile(infoA, infoB)
	}
	return errA != nil && errB != nil && locate(a) == locate(b)
}

// locate returns the path of a file, with the links of its folder resolved. The file need not exist.
func locate(name string) string {
	folder, err := filepath.EvalSymlinks(filepath.Dir(name))
	if err == nil {
		folder, err = filepath.Abs(folder)
	}
	if err != nil {
		return filepath.Clean(name)
	}
	return filepath.Join(folder, filepath.Base(name))
}
