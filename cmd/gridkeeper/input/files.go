package input

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

// Files puts the files of a folder in its place.
func Files(cmd *cobra.Command, names []string) (files []string, failed bool) {
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil || !info.IsDir() {
			files = append(files, name) // what is wrong with it shows when it is opened
			continue
		}
		inFolder, err := filesIn(name)
		if err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", output.Inert(name), err)
			failed = true
		}
		files = append(files, inFolder...)
	}
	return files, failed
}

// Named is what messages call a file.
func Named(file string) string {
	if file == "-" {
		return "standard input"
	}
	return output.Inert(file)
}

// Open opens a file, or for "-" standard input. What may wait for another process, such as a pipe with a
// name, is read until the command is interrupted.
func Open(cmd *cobra.Command, file string) (io.ReadCloser, error) {
	if file == "-" {
		return io.NopCloser(readUntilDone(cmd.Context(), cmd.InOrStdin())), nil
	}
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return io.NopCloser(readUntilDone(cmd.Context(), &waiting{name: file})), nil
	}
	return os.Open(file)
}

// waiting is a file that is opened when it is read: to open a pipe waits for one who writes to it.
type waiting struct {
	name string
	file *os.File
}

func (w *waiting) Read(p []byte) (n int, err error) {
	if w.file == nil {
		if w.file, err = os.Open(w.name); err != nil {
			return 0, err
		}
	}
	n, err = w.file.Read(p)
	if err != nil {
		err = cmp.Or(w.file.Close(), err)
	}
	return n, err
}

// readUntilDone returns a reader of what r has that fails when the context is done, even while r,
// such as standard input, has nothing to read yet.
func readUntilDone(ctx context.Context, r io.Reader) io.Reader {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { _ = in.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(in, r)
		_ = in.CloseWithError(err) // at the end of r, err is nil
	}()
	return out
}

// NotInput returns an error if a file to write is one of those to read.
func NotInput(args []string, names ...string) error {
	for _, name := range names {
		for _, arg := range args {
			files := []string{arg}
			if info, err := os.Stat(arg); err == nil && info.IsDir() {
				files, _ = filesIn(arg) // reading it reports the error
			}
			if slices.ContainsFunc(files, func(file string) bool { return output.IsThere(file) && output.SameFile(file, name) }) {
				return fmt.Errorf("%q is read too: want another file to write", name)
			}
		}
	}
	return nil
}

// filesIn returns all files in a folder and the folders in it, other than hidden ones; that there
// is none is an error. The folder and the files may be symbolic links. Links to folders in it are
// not followed, since they may lead in a circle.
func filesIn(folder string) (files []string, err error) {
	folder = filepath.Clean(folder) + string(filepath.Separator) // else a link would not be followed
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		hidden := path != folder && strings.HasPrefix(entry.Name(), ".")
		switch {
		case err != nil:
			return err
		case hidden && entry.IsDir():
			return filepath.SkipDir
		case !hidden && isFile(path, entry):
			files = append(files, path)
		}
		return nil
	})
	if err == nil && len(files) == 0 {
		err = errors.New("no file in this folder")
	}
	return files, err
}

// isFile reports whether an entry of a folder is a file, or a link to one. What is wrong with a link
// that leads nowhere shows when it is opened.
func isFile(path string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type().IsRegular()
	}
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}
