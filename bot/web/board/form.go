package board

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// FormError is the error of a form that no page has.
type FormError struct{ Field, Value string }

func (e *FormError) Error() string {
	return fmt.Sprintf("the form's %s cannot be %q: load the page again", e.Field, e.Value)
}

// ReadMove turns the form of a page without script into a batch. The form is sent to the address of the moves, with
// these fields.
//
//	id        of [Render]: a form that is sent twice counts once
//	revision  of the page
//	cell      "r4c5"
//	mode      "digit", "corner", "centre", "colour"
//	digit     "1" to "9"; "0" empties the cell; "undo" takes the last change back
//
// A mark or a colour that the cell has is removed. The error is a [*FormError].
func ReadMove(s State, form url.Values) (Batch, error) {
	b, err := readOperation(form)
	if err != nil || form.Get("digit") == "undo" {
		b.Moves = []string{"undo"}
		return b, err
	}
	g, err := readGrid(s)
	if err != nil {
		return b, err
	}
	name := form.Get("cell")
	i := slices.IndexFunc(g.shape.Cells(), func(c sudoku.Cell) bool { return c.String() == name })
	if i < 0 {
		return b, &FormError{"cell", name}
	}
	digit, err := strconv.Atoi(form.Get("digit"))
	most := g.side
	if form.Get("mode") == "colour" {
		most = 9
	}
	if err != nil || digit < 0 || digit > most {
		return b, &FormError{"digit", form.Get("digit")}
	}
	err = b.press(s, i, name, form.Get("mode"), digit)
	if len(b.Notes) > 0 {
		b.Noted = &s.Noted
	}
	return b, err
}

// ReadWish turns a form of the page into a wish, with the fields id, revision, level and vote.
func ReadWish(form url.Values) (Wish, error) {
	b, err := readOperation(form)
	if err != nil {
		return Wish{}, err
	}
	level := 0
	if text := form.Get("level"); text != "" {
		if level, err = strconv.Atoi(text); err != nil {
			return Wish{}, &FormError{"level", text}
		}
	}
	return Wish{ID: b.ID, Revision: b.Revision, Level: level, Vote: form.Get("vote")}, nil
}

func readOperation(form url.Values) (Batch, error) {
	revision, err := strconv.Atoi(form.Get("revision"))
	if err != nil {
		return Batch{}, &FormError{"revision", form.Get("revision")}
	}
	return Batch{ID: form.Get("id"), Revision: revision}, nil
}

// press adds the effect of a digit on a cell, in a mode.
func (b *Batch) press(s State, i int, name, mode string, digit int) error {
	notes := s.Notes[name]
	switch d := strconv.Itoa(digit); {
	case mode == "colour":
		switch at := slices.Index(notes.Colours, digit); {
		case digit == 0:
			notes.Colours = nil
		case at >= 0:
			notes.Colours = slices.Delete(slices.Clone(notes.Colours), at, at+1)
		default:
			notes.Colours = append(slices.Clone(notes.Colours), digit)
		}
		b.Notes = Notes{name: notes}
	case digit == 0:
		b.Moves = []string{"-" + name}
		if notes.Corner != "" {
			notes.Corner = ""
			b.Notes = Notes{name: notes}
		}
	case mode == "corner":
		notes.Corner = toggled(notes.Corner, d)
		b.Notes = Notes{name: notes}
	case mode == "centre":
		b.Moves = []string{name + "=?" + toggled(s.Marks[i], d)}
	case mode == "digit":
		b.Moves = []string{name + "=" + d}
	default:
		return &FormError{"mode", mode}
	}
	return nil
}

// toggled returns a set of digits with one more, or without it.
func toggled(digits, d string) string {
	if strings.Contains(digits, d) {
		return strings.ReplaceAll(digits, d, "")
	}
	all := strings.Split(digits+d, "")
	slices.Sort(all)
	return strings.Join(all, "")
}
