package curate

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// printReport prints the first duplicates and rejected lines, then the totals.
func printReport(w io.Writer, file string, r importing.Report) {
	file = input.Named(file)
	for _, d := range r.DuplicateOf {
		fmt.Fprintf(w, "%s:%d: %s\n", file, d.Line, describeDuplicate(d))
	}
	if shown := len(r.DuplicateOf); shown < r.Duplicates {
		fmt.Fprintf(w, "%s: … and %s\n", file, output.Plural(r.Duplicates-shown, "more duplicate"))
	}
	for _, reject := range r.Rejects {
		fmt.Fprintf(w, "%s:%d: %s\n", file, reject.Line, input.Quoting(reject.Text, reject.Reason))
	}
	if shown := len(r.Rejects); shown < r.Rejected {
		fmt.Fprintf(w, "%s: … and %d more rejected\n", file, r.Rejected-shown)
	}
	if len(r.Reasons) > 1 || r.Rejected > len(r.Rejects) {
		for _, reason := range r.Reasons {
			fmt.Fprintf(w, "%s: %d rejected: %s\n", file, reason.Lines, output.Inert(reason.Reason))
		}
	}
	if r.Rejected > 0 && !mayLose(r) {
		fmt.Fprintf(w, "%s: no puzzle is lost: the rejected lines have no grid\n", file)
	}
	if r.Known != (library.Origin{}) {
		text := r.Known.Source
		if r.Known.Author != "" {
			text += ", by " + r.Known.Author
		}
		fmt.Fprintf(w, "%s: well known: %s, licence %s\n", file, text, cmp.Or(r.Known.Licence, "not stated"))
	}
	if r.DryRun {
		fmt.Fprintf(w, "%s: different puzzles: %s\n", file, describeTiers(r.Tiers))
	}
	fmt.Fprintf(w, "%s: %s\n", file, summarize(r))
}

// summarize returns the report in a line.
func summarize(r importing.Report) string {
	duplicates := output.Plural(r.Duplicates, "duplicate")
	if r.InFile > 0 {
		duplicates += fmt.Sprintf(" (%d of a line before, %d in the archive)", r.InFile, r.Duplicates-r.InFile)
	}
	text := fmt.Sprintf("%d new, %s, %d rejected, ", r.New, duplicates, r.Rejected)
	switch {
	case r.New+r.Duplicates == 0:
		return text + "no puzzle in it: no collection is made"
	case r.DryRun:
		return text + fmt.Sprintf("if it were imported into collection %q", r.Collection)
	case r.Repeated:
		return text + fmt.Sprintf("into collection %q, which has this very file as import %d", r.Collection, r.ImportID)
	}
	return text + fmt.Sprintf("into collection %q", r.Collection)
}

func describeDuplicate(d importing.Duplicate) string {
	text := sudoku.Excerpt(d.Text)
	switch {
	case d.OfLine > 0:
		return fmt.Sprintf("%s is the puzzle of line %d, up to relabelling and swaps", text, d.OfLine)
	case d.Collection != "":
		return fmt.Sprintf("%s is puzzle %d of the archive, from collection %q, up to relabelling and swaps", text, d.PuzzleID, d.Collection)
	}
	return fmt.Sprintf("%s is puzzle %d of the archive, up to relabelling and swaps", text, d.PuzzleID)
}

// describeTiers counts puzzles by kind: "2 singletons, 1 shidoku, 3 6x6 hidden".
func describeTiers(s library.TierCounts) string {
	text := ""
	add := func(n int, kind string) {
		if n > 0 && text != "" {
			text += ", "
		}
		if n > 0 {
			text += fmt.Sprintf("%d %s", n, kind)
		}
	}
	for _, kind := range library.Kinds {
		add(s[kind.Slot()], tierKey(kind))
	}
	return cmp.Or(text, "none")
}

// reportJSON is a report for programs. Like the report, it lists only the first rejected lines and duplicates.
type reportJSON struct {
	File       string                  `json:"file"`
	Error      string                  `json:"error,omitempty"`
	Collection string                  `json:"collection"`
	Import     int64                   `json:"import,omitempty"`
	DryRun     bool                    `json:"dry_run"`
	Repeated   bool                    `json:"repeated"`
	Known      library.Origin          `json:"known,omitzero"`
	Lines      int                     `json:"lines"`
	New        int                     `json:"new"`
	Duplicates int                     `json:"duplicates"`
	InFile     int                     `json:"duplicates_in_file"`
	InArchive  int                     `json:"duplicates_in_archive"`
	Rejected   int                     `json:"rejected"`
	Reasons    []importing.ReasonCount `json:"reasons"`
	Tiers      map[string]int          `json:"tiers,omitempty"`
	First      []importing.Reject      `json:"first_rejected"`
	FirstKnown []importing.Duplicate   `json:"first_duplicates"`
}

func newReportJSON(file string, r importing.Report) reportJSON {
	j := reportJSON{
		File: file, Collection: r.Collection, Import: r.ImportID, DryRun: r.DryRun, Repeated: r.Repeated, Known: r.Known,
		Lines: r.Read, New: r.New, Duplicates: r.Duplicates, InFile: r.InFile, InArchive: r.Duplicates - r.InFile,
		Rejected: r.Rejected, Reasons: list(r.Reasons), First: list(r.Rejects), FirstKnown: list(r.DuplicateOf),
	}
	if r.DryRun {
		j.Tiers = tiersJSON(r.Tiers)
	}
	return j
}

func tiersJSON(s library.TierCounts) map[string]int {
	counts := map[string]int{}
	for _, kind := range library.Kinds {
		counts[tierKey(kind)] = s[kind.Slot()]
	}
	return counts
}

// tierKey names a kind in reports: "x-wing" for sudoku, "6x6 x-wing", "shidoku".
func tierKey(kind library.Kind) string {
	switch {
	case !library.HasTiers(kind.Shape):
		return kind.Shape.String()
	case kind.Shape == sudoku.Sudoku:
		return kind.Tier.String()
	}
	return kind.Shape.String() + " " + kind.Tier.String()
}

// lineLists are the files for the rejected lines and for the duplicates of all imported files, nil if not wanted.
type lineLists struct{ rejects, duplicates *lineList }

// lineList is a file of lines of fields, separated by tabs.
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

// add writes a line. close reports an error.
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

// rejected returns the function that lists the rejected lines of a file, nil if they are not wanted.
func (l *lineLists) rejected(file string) func(importing.Reject) {
	if l.rejects == nil {
		return nil
	}
	return func(r importing.Reject) { l.rejects.add(fmt.Sprintf("%s:%d", file, r.Line), r.Reason, r.Text) }
}

// duplicated returns the function that lists the duplicates of a file, nil if they are not wanted.
func (l *lineLists) duplicated(file string) func(importing.Duplicate) {
	if l.duplicates == nil {
		return nil
	}
	return func(d importing.Duplicate) {
		known := fmt.Sprintf("puzzle %d", d.PuzzleID)
		switch {
		case d.OfLine > 0:
			known = fmt.Sprintf("line %d", d.OfLine)
		case d.Collection != "":
			known = fmt.Sprintf("puzzle %d, collection %s", d.PuzzleID, d.Collection)
		}
		l.duplicates.add(fmt.Sprintf("%s:%d", file, d.Line), known, d.Text)
	}
}
