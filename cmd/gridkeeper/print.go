package main

import (
	"bufio"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"iter"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// booklet is what the command prints, and how.
type booklet struct {
	Title      string
	Tag        string
	collection string
	guild      string
	output     string
	perPage    int
	limit      int
	words      locale.Language
}

// layouts says in how many columns and rows a page has its puzzles.
var layouts = map[int][2]int{1: {1, 1}, 2: {1, 2}, 4: {2, 2}, 6: {2, 3}, 12: {3, 4}}

const solutionsPerPage = 20

func newPrint() *cobra.Command {
	b := booklet{perPage: 4, Tag: "en"}
	cmd := &cobra.Command{
		Use:   "print [--collection NAME] [--per-page N] [--output FILE] [PUZZLE|FILE|FOLDER|-]...",
		Short: "make a booklet to print, with solutions at its end",
		Long: "Write a page of HTML that browsers print, or save as PDF, on A4 or letter paper: puzzles with their number, name\n" +
			"and difficulty, and the solutions at the end. No database is needed, except for a collection. Puzzles without\n" +
			"exactly one solution are left out and reported.\n\n" + puzzleArgs,
		Example: "  gridkeeper print --title \"Rainy days\" --output booklet.html puzzles.txt\n  gridkeeper print --collection Starter --limit 60 --output starter.html",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := b.check(args); err != nil {
				return err
			}
			b.words = locale.Match(b.Tag)
			b.Tag = b.words.Tag()
			b.Title = cmp.Or(b.Title, b.collection, b.words.Text("booklet.title", nil))
			if b.output == "" {
				return b.print(cmd, args, cmd.OutOrStdout())
			}
			return replaceFile(b.output, func(w io.Writer) error { return b.print(cmd, args, w) })
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&b.Title, "title", "", "the booklet's title (default: the collection's name, else \"Sudoku\")")
	flags.StringVar(&b.collection, "collection", "", "print the puzzles of a collection")
	addGuildFlag(cmd, &b.guild)
	flags.IntVar(&b.perPage, "per-page", b.perPage, "puzzles a page: 1, 2, 4, 6 or 12")
	flags.IntVar(&b.limit, "limit", 0, "print so many puzzles, the first ones (default: all)")
	flags.StringVar(&b.Tag, "language", b.Tag, "the language of the words")
	flags.StringVar(&b.output, "output", "", "the file, instead of standard output")
	return cmd
}

func (b *booklet) check(args []string) error {
	switch _, ok := layouts[b.perPage]; {
	case !ok:
		return fmt.Errorf("--per-page cannot be %d: want 1, 2, 4, 6 or 12", b.perPage)
	case b.limit < 0:
		return fmt.Errorf("--limit cannot be %d: want a number of puzzles", b.limit)
	case b.collection != "" && len(args) > 0:
		return fmt.Errorf("both a collection and %q: want one of them", args[0])
	case b.collection == "" && b.guild != "":
		return fmt.Errorf("--guild is for --collection, which is missing")
	}
	return nil
}

// print writes the booklet of the arguments or of a collection.
func (b *booklet) print(cmd *cobra.Command, args []string, w io.Writer) error {
	if b.collection == "" {
		return b.write(cmd, readPuzzles(cmd, args), w)
	}
	return withStore(cmd, func(store *archive.Store) error {
		found, err := findCollections(cmd, store, b.guild, []string{b.collection})
		if err != nil {
			return err
		}
		return b.write(cmd, puzzlesOf(cmd, store, found), w)
	})
}

// puzzlesOf yields the puzzles of collections, and the error that ends them.
func puzzlesOf(cmd *cobra.Command, store *archive.Store, collections []archive.Collection) iter.Seq[puzzle] {
	return func(yield func(puzzle) bool) {
		for e, err := range entriesOf(cmd, store, collections) {
			if !yield(puzzle{grid: e.Grid, text: e.Text, entry: e, err: errors.Join(err, e.Err)}) {
				return
			}
		}
	}
}

// printed is a puzzle of the booklet.
type printed struct {
	Number     int
	Name       string
	Difficulty string
	Grid       printedGrid
	solution   sudoku.Grid
}

// rate solves and rates a puzzle.
func (b *booklet) rate(g sudoku.Grid) (p printed, err error) {
	if p.solution, err = solver.Solve(g); err != nil {
		return p, err
	}
	r, err := rating.Rate(g)
	if err != nil {
		return p, err
	}
	p.Difficulty = b.words.Text("difficulty-of."+r.Tier.String(), nil)
	p.Grid = gridToPrint(g)
	return p, nil
}

//go:embed print.html
var bookletText string

var bookletTemplate = template.Must(template.New("booklet").Parse(bookletText))

// write writes the pages as the puzzles come, and keeps the solutions for the last pages.
func (b *booklet) write(cmd *cobra.Command, puzzles iter.Seq[puzzle], w io.Writer) error {
	out := bufio.NewWriter(w)
	section := func(name string, data any) error { return bookletTemplate.ExecuteTemplate(out, name, data) }
	failed := false
	if err := section("begin", b); err != nil {
		return err
	}
	solved, err := b.writePuzzles(cmd, puzzles, section, &failed)
	if err != nil {
		return err
	}
	if err := b.writeSolutions(solved, section); err != nil {
		return err
	}
	if err := errors.Join(section("end", nil), out.Flush()); err != nil {
		return err
	}
	return failure(failed)
}

// writePuzzles writes the pages of puzzles and returns the solutions.
func (b *booklet) writePuzzles(cmd *cobra.Command, puzzles iter.Seq[puzzle], section section, failed *bool) (solved []sudoku.Grid, err error) {
	p := &pages{Kind: fmt.Sprintf("puzzles p%d", b.perPage), most: b.perPage, section: section}
	for r := range inOrder(cmd.Context(), puzzles, b.rate) {
		if r.err != nil {
			*failed = true
			fmt.Fprintln(cmd.ErrOrStderr(), r.err)
			continue
		}
		solved = append(solved, r.value.solution)
		r.value.Number, r.value.Name = len(solved), r.puzzle.entry.Name
		if err := p.add(r.value); err != nil {
			return nil, err
		}
		if len(solved) == b.limit {
			break
		}
	}
	if len(solved) == 0 && cmd.Context().Err() == nil {
		return nil, fmt.Errorf("nothing to print: there are no puzzles with one solution")
	}
	return solved, errors.Join(cmd.Context().Err(), p.end())
}

func (b *booklet) writeSolutions(solved []sudoku.Grid, section section) error {
	p := &pages{Kind: "solutions", Title: b.words.Text("booklet.solutions", nil), most: solutionsPerPage, section: section}
	for i, solution := range solved {
		if err := p.add(printed{Number: i + 1, Grid: gridToPrint(solution)}); err != nil {
			return err
		}
	}
	return p.end()
}

// section writes a part of the booklet: "begin", "page" or "end" of its template.
type section func(name string, data any) error

// pages collects puzzles and writes a page when it is full.
type pages struct {
	Kind    string
	Title   string // of the first page
	Puzzles []printed
	most    int
	section section
}

func (p *pages) add(one printed) error {
	p.Puzzles = append(p.Puzzles, one)
	if len(p.Puzzles) < p.most {
		return nil
	}
	return p.end()
}

// end writes the page that has been begun.
func (p *pages) end() error {
	if len(p.Puzzles) == 0 {
		return nil
	}
	err := p.section("page", p)
	p.Puzzles, p.Title = p.Puzzles[:0], ""
	return err
}

// printedGrid is a grid as a table.
type printedGrid struct {
	Side int
	Rows [][]printedCell
}

type printedCell struct{ Classes, Digit string }

func gridToPrint(g sudoku.Grid) printedGrid {
	shape := g.Shape()
	box := shape.BoxSide()
	rows := make([][]printedCell, shape.Side())
	for _, c := range shape.Cells() {
		cell := printedCell{}
		if d := g.At(c); d != 0 {
			cell.Digit = d.String()
		}
		if c.Column() > 0 && c.Column()%box == 0 {
			cell.Classes = "l"
		}
		if c.Row() > 0 && c.Row()%box == 0 {
			cell.Classes += " t"
		}
		rows[c.Row()] = append(rows[c.Row()], cell)
	}
	return printedGrid{shape.Side(), rows}
}
