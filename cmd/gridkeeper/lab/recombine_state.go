package lab

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// stateFile stores finished families in a file, if --state names one, so that a later run skips them. Below a first line
// about the run, each family is a line of JSON. A line is appended in one write, so a process that is killed leaves at most
// its last line in part; that mother is done again.
type stateFile struct {
	families map[string]family // read from the file, by mother

	mu   sync.Mutex
	file *os.File // nil without --state
}

// stateHead is the first line of the file.
type stateHead struct {
	Recombine string `json:"recombine"` // the change
	ByFilters bool   `json:"by_filters"`
}

// openState reads the file, if it exists, and opens it for appending.
func openState(o recombineOptions) (*stateFile, error) {
	s := &stateFile{families: map[string]family{}}
	if o.state == "" {
		return s, nil
	}
	head, err := json.Marshal(stateHead{Recombine: o.change.String(), ByFilters: o.byFilters})
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(o.state); err == nil && !info.Mode().IsRegular() { // a device may have no end
		return nil, fmt.Errorf("--state %s: a folder or a device: name a file", output.Inert(o.state))
	}
	text, err := os.ReadFile(o.state)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--state: %w", err)
	}
	if err := s.read(text, head); err != nil {
		return nil, fmt.Errorf("--state %s: %w", output.Inert(o.state), err)
	}
	if s.file, err = os.OpenFile(o.state, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
		return nil, fmt.Errorf("--state: %w", err)
	}
	return s, s.begin(text, head)
}

// read reads the families of a file, whose first line must be head.
func (s *stateFile) read(text, head []byte) error {
	first, rest, whole := bytes.Cut(text, []byte("\n"))
	if !whole && bytes.HasPrefix(head, first) { // empty, or killed while it wrote the first line
		return nil
	}
	if !bytes.Equal(first, head) {
		if json.Unmarshal(first, &stateHead{}) != nil || !bytes.HasPrefix(first, []byte(`{"recombine"`)) {
			return errors.New("not the state of a run: name another file, or one that does not exist")
		}
		return fmt.Errorf("the state of another run, %s instead of %s: name another file", first, head)
	}
	for line := range bytes.Lines(rest) {
		var f family
		if json.Unmarshal(line, &f) == nil && f.whole() {
			s.families[f.Mother] = f
		}
	}
	return nil
}

// whole reports whether a family was read as it was written; otherwise its mother is done again.
func (f family) whole() bool {
	for _, form := range append([]string{f.Mother}, f.Children...) {
		if g, err := sudoku.Parse(form); err != nil || g.String() != form {
			return false
		}
	}
	return f.Counts.Classes == len(f.Children)
}

// begin writes the first line of a new file, and ends a last line that was written in part.
func (s *stateFile) begin(text, head []byte) error {
	switch {
	case !bytes.Contains(text, []byte("\n")):
		return s.write(head[len(text):])
	case !bytes.HasSuffix(text, []byte("\n")):
		return s.write(nil)
	}
	return nil
}

// write appends a line, in one call, so that lines of two processes do not mix.
func (s *stateFile) write(line []byte) error {
	if _, err := s.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("--state: %w", err)
	}
	return nil
}

// put writes a family into the file.
func (s *stateFile) put(f family) error {
	if s.file == nil {
		return nil
	}
	line, err := json.Marshal(f)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.write(line)
}

func (s *stateFile) close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}
