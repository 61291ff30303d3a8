// Package booklet has the command that makes a booklet to print, in HTML or as a PDF.
package booklet

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// booklet holds the flags of 'gridkeeper print'.
type booklet struct {
	Title      string
	Tag        string
	collection string
	guild      string
	output     string
	perPage    int
	limit      int
	format     string
	paperSize  string
	words      locale.Language
}

// layouts are the columns and rows of a page, by the number of its puzzles.
var layouts = map[int][2]int{1: {1, 1}, 2: {1, 2}, 4: {2, 2}, 6: {2, 3}, 12: {3, 4}}

// solutionLayout is the layout of the pages of solutions.
var solutionLayout = [2]int{4, 5}

const (
	formatHTML = "html"
	formatPDF  = "pdf"
)

// Sizes of the paper of a PDF, as fpdf names them.
const (
	paperA4     = "a4"
	paperLetter = "letter"
)

// New returns the command 'gridkeeper print'.
func New() *cobra.Command {
	b := booklet{perPage: 4, paperSize: paperA4}
	cmd := &cobra.Command{
		Use:   "print [--collection NAME] [--per-page N] [--format FORMAT] [--paper SIZE] [--output FILE] [PUZZLE|FILE|FOLDER|-]...",
		Short: "make a booklet to print, with solutions at its end",
		Long: "Write a booklet: puzzles with their number, name and difficulty, and the solutions at the end. It is a PDF on A4\n" +
			"paper or US Letter, or a page of HTML that browsers print on any paper. Only a collection needs the database.\n" +
			"Puzzles without exactly one solution are left out and reported.\n\n" +
			"A PDF has Latin, Greek and Cyrillic letters, and leaves other names out. HTML has all letters, and is written while\n" +
			"puzzles are read.\n\n" + input.Help,
		Example: "  gridkeeper print --title \"Rainy days\" --output booklet.pdf puzzles.txt\n  gridkeeper print --collection Starter --limit 60 --per-page 6 --paper letter --output starter.pdf",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := b.check(cmd.Flags(), args); err != nil {
				return err
			}
			if err := input.NotInput(args, b.output); err != nil {
				return err
			}
			if b.format == "" && strings.EqualFold(filepath.Ext(b.output), ".pdf") {
				b.format = formatPDF
			}
			if b.format != formatPDF && cmd.Flags().Changed("paper") {
				return errors.New("--paper is for a PDF: browsers print HTML on the paper that they are set to")
			}
			words, err := input.Language(cmp.Or(b.Tag, "en"))
			if err != nil {
				return err
			}
			b.words, b.Tag = words, words.Tag()
			b.Title = cmp.Or(b.Title, b.collection, b.words.Text("booklet.title", nil))
			if b.output == "" || b.output == "-" {
				return b.print(cmd, args, cmd.OutOrStdout())
			}
			return output.ReplaceFile(b.output, func(w io.Writer) error { return b.print(cmd, args, w) })
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&b.Title, "title", "", "the booklet's title (default: the collection's name, else \"Sudoku\")")
	flags.StringVar(&b.collection, "collection", "", "print the puzzles of a collection")
	database.AddGuildFlag(cmd, &b.guild)
	flags.IntVar(&b.perPage, "per-page", b.perPage, "puzzles per page: 1, 2, 4, 6 or 12")
	flags.IntVar(&b.limit, "limit", 0, "print so many puzzles, the first ones (default: all)")
	input.AddLanguage(cmd, &b.Tag, "en")
	flags.StringVar(&b.output, "output", "", "the file, instead of standard output")
	flags.StringVar(&b.format, "format", "", "html or pdf (default: by the ending of --output, else html)")
	flags.StringVar(&b.paperSize, "paper", b.paperSize, "a4 or letter, of a PDF")
	return cmd
}

func (b *booklet) check(flags *pflag.FlagSet, args []string) error {
	switch _, ok := layouts[b.perPage]; {
	case !ok:
		return fmt.Errorf("--per-page cannot be %d: want 1, 2, 4, 6 or 12", b.perPage)
	case flags.Changed("limit") && b.limit < 1:
		return fmt.Errorf("--limit cannot be %d: want 1 or more", b.limit)
	case b.format != "" && b.format != formatHTML && b.format != formatPDF:
		return fmt.Errorf("--format cannot be %q: want html or pdf", b.format)
	case b.paperSize != paperA4 && b.paperSize != paperLetter:
		return fmt.Errorf("--paper cannot be %q: want a4 or letter", b.paperSize)
	case b.collection != "" && len(args) > 0:
		return fmt.Errorf("both a collection and %q: want one of them", args[0])
	case b.collection == "" && b.guild != "":
		return fmt.Errorf("--guild is for --collection, which is missing")
	}
	return input.NotEmpty(flags, "collection", "guild", "output", "format")
}

// print writes the booklet of the arguments or of a collection.
func (b *booklet) print(cmd *cobra.Command, args []string, w io.Writer) error {
	if b.collection == "" {
		return b.write(cmd, input.Puzzles(cmd, args), w)
	}
	return database.With(cmd, func(store *archive.Store) error {
		found, err := database.Collections(cmd.Context(), store, b.guild, []string{b.collection})
		if err != nil {
			return err
		}
		return b.write(cmd, database.Puzzles(cmd, store, found[0]), w)
	})
}

// printed is a puzzle of the booklet.
type printed struct {
	Number     int
	Name       string
	Difficulty string
	Dots       [5]bool // one a tier: the difficulty again, to be seen at a glance
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
	for i, tier := range logic.Tiers {
		p.Dots[i] = tier <= r.Tier
	}
	p.Grid = gridToPrint(g)
	return p, nil
}

// write writes the pages as the puzzles come, and keeps the solutions for the last pages.
func (b *booklet) write(cmd *cobra.Command, puzzles iter.Seq[input.Puzzle], w io.Writer) error {
	var paper paper = &htmlPaper{bufio.NewWriter(w)} // written page by page; a PDF is made in memory
	if b.format == formatPDF {
		var err error
		if paper, err = newPDF(b, w); err != nil {
			return err
		}
	}
	if err := paper.begin(b); err != nil {
		return err
	}
	failed := false
	solved, err := b.writePuzzles(cmd, puzzles, paper, &failed)
	if err != nil {
		return err
	}
	p := &pages{Kind: "solutions", Title: b.words.Text("booklet.solutions", nil), most: solutionLayout[0] * solutionLayout[1], layout: solutionLayout, paper: paper}
	for i, solution := range solved {
		if err := p.add(printed{Number: i + 1, Grid: gridToPrint(solution)}); err != nil {
			return err
		}
	}
	if err := p.end(); err != nil {
		return err
	}
	if err := paper.end(); err != nil {
		return err
	}
	return output.Failure(failed)
}

// writePuzzles writes the pages of puzzles and returns the solutions.
func (b *booklet) writePuzzles(cmd *cobra.Command, puzzles iter.Seq[input.Puzzle], paper paper, failed *bool) (solved []sudoku.Grid, err error) {
	p := &pages{Kind: fmt.Sprintf("puzzles p%d", b.perPage), most: b.perPage, layout: layouts[b.perPage], paper: paper}
	for r := range input.Good(cmd, puzzles, b.rate, failed) {
		solved = append(solved, r.Value.solution)
		r.Value.Number, r.Value.Name = len(solved), r.Puzzle.Entry.Name
		if err := p.add(r.Value); err != nil {
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

// paper is the writer of a format.
type paper interface {
	begin(b *booklet) error
	page(p *pages) error
	end() error // writes the rest
}

// pages collects puzzles, and writes a page when it is full.
type pages struct {
	Kind    string
	Title   string // of the first page
	Puzzles []printed
	most    int
	layout  [2]int // columns and rows
	paper   paper
}

func (p *pages) add(one printed) error {
	p.Puzzles = append(p.Puzzles, one)
	if len(p.Puzzles) < p.most {
		return nil
	}
	return p.end()
}

// end writes the last page, if it has puzzles.
func (p *pages) end() error {
	if len(p.Puzzles) == 0 {
		return nil
	}
	err := p.paper.page(p)
	p.Puzzles, p.Title = p.Puzzles[:0], ""
	return err
}
