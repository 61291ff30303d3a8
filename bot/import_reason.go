package bot

import (
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// rejectionKind says what the reasons of rejected lines have in common. A kind without a key, as an older
// version may have left in the archive, is shown as it is there.
func (s speech) rejectionKind(c library.ReasonCount) Part {
	if c.Kind != "" {
		return Part{Text: s.Text("import.kind."+c.Kind, nil)}
	}
	return typed(c.Reason)
}

// rejection says why a line was rejected. The archive keeps the reason as English text, so it is found
// again; where that has another result, as of a line with more than a puzzle, its kind is said, and in
// English the text, which says more.
func (s speech) rejection(r library.Reject) Part {
	const most = 250
	err := notAPuzzle(r.Text)
	if err != nil && err.Error() == r.Reason {
		if text, ok := s.Error(err); ok {
			return Part{Text: cut(text, most)}
		}
	}
	if kind, _ := library.ReasonKind(r.Reason); kind != "" && s.Tag() != "en" {
		return Part{Text: s.Text("import.kind."+kind, nil)}
	}
	return typed(cut(r.Reason, most))
}

// notAPuzzle returns why a text is not a puzzle, nil if it is one.
func notAPuzzle(text string) error {
	grid, err := sudoku.Parse(text)
	if err != nil {
		return err
	}
	if _, err = rating.Rate(grid); err != nil {
		return unavoidable.Reason(grid, err)
	}
	return nil
}
