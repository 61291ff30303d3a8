package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

// lineLists are the files that the rejected lines and the duplicates of all imported files go to. nil
// lists take nothing.
type lineLists struct{ rejects, duplicates *lineList }

// lineList is a file of lines of fields, with tabs between.
type lineList struct {
	flag string
	file *os.File
	*bufio.Writer
}

// checkLists returns an error for a list that would replace an imported file, or the other list.
func (f importFlags) checkLists(imported []string) error {
	for _, list := range []struct{ flag, name string }{{"--rejects", f.rejects}, {"--duplicates", f.duplicates}} {
		if list.name != "" && slices.ContainsFunc(imported, func(file string) bool { return output.SameFile(list.name, file) }) {
			return fmt.Errorf("%s %q: this file is imported: want another one for the list", list.flag, list.name)
		}
	}
	if f.rejects == "" || f.duplicates == "" {
		return nil
	}
	return output.DistinctFiles("--rejects and --duplicates", f.rejects, f.duplicates)
}

func openLists(flags importFlags) (*lineLists, error) {
	rejects, err := openList("--rejects", flags.rejects)
	if err != nil {
		return nil, err
	}
	duplicates, err := openList("--duplicates", flags.duplicates)
	if err != nil {
		return nil, errors.Join(err, rejects.close())
	}
	return &lineLists{rejects, duplicates}, nil
}

func openList(flag, name string) (*lineList, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	return &lineList{flag, file, bufio.NewWriter(file)}, nil
}

// add writes a line. An error shows when the file is closed.
func (l *lineList) add(fields ...string) {
	oneLine := strings.NewReplacer("\t", " ", "\r\n", " ", "\n", " ", "\r", " ")
	for i, field := range fields {
		fields[i] = oneLine.Replace(field)
	}
	_, _ = l.WriteString(strings.Join(fields, "\t") + "\n")
}

func (l *lineList) close() error {
	if l == nil {
		return nil
	}
	if err := errors.Join(l.Flush(), l.file.Close()); err != nil {
		return fmt.Errorf("%s: the list is not complete: %w: import the same file again to have it", l.flag, output.AdviseRoom(err))
	}
	return nil
}

func (l *lineLists) close() error { return errors.Join(l.rejects.close(), l.duplicates.close()) }

// rejected returns what takes the rejected lines of a file, nil if they are not wanted.
func (l *lineLists) rejected(file string) func(library.Reject) {
	if l.rejects == nil {
		return nil
	}
	return func(r library.Reject) { l.rejects.add(fmt.Sprintf("%s:%d", file, r.Line), r.Reason, r.Text) }
}

// duplicated returns what takes the duplicates of a file, nil if they are not wanted.
func (l *lineLists) duplicated(file string) func(library.Duplicate) {
	if l.duplicates == nil {
		return nil
	}
	return func(d library.Duplicate) {
		l.duplicates.add(fmt.Sprintf("%s:%d", file, d.Line), describeKnown(d), d.Text)
	}
}

// describeKnown says who has the puzzle of a duplicate.
func describeKnown(d library.Duplicate) string {
	switch {
	case d.OfLine > 0:
		return fmt.Sprintf("line %d", d.OfLine)
	case d.Collection != "":
		return fmt.Sprintf("puzzle %d, collection %s", d.PuzzleID, d.Collection)
	}
	return fmt.Sprintf("puzzle %d", d.PuzzleID)
}
