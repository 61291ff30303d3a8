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

// Files replaces each folder by its files.
func Files(cmd *cobra.Command, names []string) (files []string, failed bool) {
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil || !info.IsDir() {
			files = append(files, name) // a fault shows when it is opened
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

// Named returns the name of a file for messages.
func Named(file string) string {
	if file == "-" {
		return "standard input"
	}
	return output.Inert(file)
}

// Open opens a file, or standard input for "-". A file that may wait for another process, such as a named pipe, is read
// until the command is interrupted.
func Open(cmd *cobra.Command, file string) (io.ReadCloser, error) {
	if file == "-" {
		return io.NopCloser(readUntilDone(cmd.Context(), cmd.InOrStdin())), nil
	}
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return io.NopCloser(readUntilDone(cmd.Context(), &waiting{name: file})), nil
	}
	return os.Open(file)
}

// waiting is a file that is opened at the first read, since opening a pipe waits for a writer.
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

// readUntilDone returns a reader of r that fails when the context is done, even while r, such as standard input, has
// nothing to read yet.
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

// filesIn returns all files in a folder and the folders in it, other than hidden ones; no file is an error. The folder
// and the files may be symbolic links. Links to folders in it are not followed, since they may lead in a circle.
func filesIn(folder string) (files []string, err error) {
	folder = filepath.Clean(folder) + string(filepath.Separator) // else a link would not be followed
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		hidden := path != folder && strings.HasPrefix(entry.Name(), ".")
		switch {
		case err != nil:
			return err
		case hidden && entry.IsDir():
			return filepath.SkipDir
		case hidden:
			return nil
		}
		isFile := entry.Type().IsRegular()
		if entry.Type()&fs.ModeSymlink != 0 { // a link that leads nowhere fails when it is opened
			info, err := os.Stat(path)
			isFile = err != nil || info.Mode().IsRegular()
		}
		if isFile {
			files = append(files, path)
		}
		return nil
	})
	if err == nil && len(files) == 0 {
		err = errors.New("no file in this folder")
	}
	return files, err
}
