package pages

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/open"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// puzzlePage is the body of the page of a puzzle of the open archive.
type puzzlePage struct {
	Heading, Credit string // the name and the author, as the file has them
	Board           *drawing
	Verdict         *verdict
	Disguised       bool   // the board is an isomorph of the one in the archive
	Next            int    // number of another disguise
	ID              string // by which the puzzle is cited
	Address         string // below the root
	Programs        []cardLink
	Facts           []fact
	Ratings         []fact // by programs
	Sources         []source
	Guest           bool // the visitor is not signed in, so they cannot play it
	SignIn          bool // they can sign in without a link
}

// guardedPage is the body of the page of a puzzle of which only its difficulty is shown.
type guardedPage struct {
	Tier string
	Dots int
}

// fact is a property of a puzzle.
type fact struct {
	Label, Words string
	Link         string // of the words, "" without one
	Note         string
}

// source is an open collection that has a puzzle, with the line that brought it there.
type source struct {
	Collection, Query string // its address in the search
	Facts             []fact
}

// puzzle shows a puzzle of the open archive, or with ".png" in its address the picture for previews of links.
func (v visit) puzzle() error {
	name, isPicture := strings.CutSuffix(v.R.PathValue("key"), ".png")
	key, ok := canon.ParseKey(name)
	if !ok {
		return v.noPuzzle()
	}
	if name != key.String() {
		return v.Redirect("puzzles/" + key.String() + strings.TrimPrefix(v.R.PathValue("key"), name))
	}
	p, err := v.Store.OpenPuzzle(v.Context(), key)
	switch {
	case errors.Is(err, postgres.ErrNotFound) || p.Guarded && isPicture:
		return v.noPuzzle()
	case err != nil:
		return err
	case p.Guarded:
		return v.guarded(p.Tier)
	case isPicture:
		return v.drawPuzzle(p)
	}
	return v.showPuzzle(p)
}

// noPuzzle says that there is no such puzzle, and where others are. A puzzle that only private collections have gets the
// same answer.
func (v visit) noPuzzle() error {
	v.W.Header().Set(site.Robots, "noindex")
	return v.render(http.StatusNotFound, "no-puzzle.html", v.Text("page.problem.not-found-title", nil), v.Text("page.puzzle.none", nil))
}

// guarded shows the difficulty of a puzzle that is in play or will be.
func (v visit) guarded(tier logic.Tier) error {
	v.W.Header().Set(site.Robots, "noindex")
	return v.Render(http.StatusOK, templates, site.View{
		Template: "guarded.html", Title: v.Text("page.puzzle.guarded-title", nil), Body: guardedPage{v.Difficulty(tier), int(tier)},
	})
}

// drawPuzzle draws the clues, as the archive has them.
func (v visit) drawPuzzle(p open.Puzzle) error {
	png, err := picture.PNG(picture.Diagram{Clues: p.Clues, Grid: p.Clues})
	if err != nil {
		return err
	}
	header, tag := v.W.Header(), `"`+board.ShortHash(png)+`"`
	header.Set("ETag", tag)
	header.Set("Cache-Control", "public, max-age=600")
	if v.R.Header.Get("If-None-Match") == tag {
		v.W.WriteHeader(http.StatusNotModified)
		return nil
	}
	header.Set("Content-Type", "image/png")
	_, _ = v.W.Write(png) // the client may have gone
	return nil
}

// disguise is the isomorph of a number; 0 is the puzzle itself.
func disguise(clues sudoku.Grid, number int) sudoku.Grid {
	if number == 0 {
		return clues
	}
	return sudoku.RandomTransform(clues.Shape(), rand.New(rand.NewPCG(uint64(number), 0))).Apply(clues)
}

// maxDisguise keeps addresses short.
const maxDisguise = 999_999

func (v visit) showPuzzle(p open.Puzzle) error {
	number, err := strconv.Atoi(cmp.Or(v.R.URL.Query().Get("disguise"), "0"))
	if err != nil || number < 0 || number > maxDisguise {
		return v.noPuzzle()
	}
	clues := disguise(p.Clues, number)
	rated, err := rating.Rate(clues)
	if err != nil {
		return fmt.Errorf("rate puzzle %s of the archive: %w", p.Key, err)
	}
	address := "puzzles/" + p.Key.String()
	kind := v.Text("page.results.kind", locale.Args{"Shape": chat.Capital(v.Shape(p.Clues.Shape())), "Tier": v.Difficulty(rated.Tier)})
	page := puzzlePage{
		Heading: cmp.Or(chat.FromFile(p.Name), chat.Capital(v.Shape(p.Clues.Shape()))),
		Board:   v.draw(picture.Diagram{Clues: clues, Grid: clues}).bare(), Verdict: v.describe(clues, rated, needsOf(rated, p.Ratings)),
		Disguised: number > 0, Next: number%maxDisguise + 1, ID: canon.Prefix + p.Key.String(), Address: address,
		Facts: v.properties(p, clues), Ratings: v.ratings(p.Ratings), Guest: v.Session.ID == 0, SignIn: v.SignIn,
	}
	pad, fPuzzles, err := games.LinksOf(clues)
	if err != nil {
		return err
	}
	page.Programs = []cardLink{{pad, "SudokuPad"}, {fPuzzles, "f-puzzles"}}
	if author := chat.FromFile(p.Author); author != "" {
		page.Credit = v.Text("page.puzzle.credit", locale.Args{"Author": author})
	}
	for _, line := range p.Lines {
		page.Sources = append(page.Sources, v.sourceOf(line))
	}
	title := cmp.Or(chat.FromFile(p.Name), kind)
	return v.Render(http.StatusOK, templates, site.View{
		Template: "puzzle.html", Title: title, OwnHeading: true, Body: page, Script: "copy.js", Alternates: v.Embeds(address, title),
		Description: v.Commas(append([]string{kind}, page.Verdict.Facts...)), Image: address + ".png", Canonical: address,
	})
}

// needsOf returns the techniques that a puzzle needs, the hardest last. Those of the last tier are known only after they
// were computed on demand.
func needsOf(r rating.Rating, ratings []library.OtherRating) (needs []logic.Technique) {
	if r.Tier < logic.TierGuessing {
		for t := range r.Counts.All() {
			needs = append(needs, t)
		}
		return needs
	}
	ladder := library.ScaleLadder
	for _, r := range ratings {
		if r.Program != ladder.Program || r.Version != strconv.Itoa(ladder.Version) {
			continue
		}
		for name := range strings.FieldsSeq(r.Value) {
			if t, err := logic.ParseTechnique(name); err == nil { // the value may be "too hard"
				needs = append(needs, t)
			}
		}
	}
	return needs
}

// properties lists the properties of the puzzle, and the plays of its isomorphs.
func (v visit) properties(p open.Puzzle, clues sudoku.Grid) []fact {
	add := func(key, words string) fact { return fact{Label: v.Text("page.puzzle."+key, nil), Words: words} }
	shape, all := clues.Shape(), criteria.SymmetriesOf(clues.Shape(), clues.Filled())
	var symmetries []string
	for _, s := range all { // without those that follow from others
		follows := slices.ContainsFunc(all, func(t criteria.Symmetry) bool { return implies(shape, t, s) && !implies(shape, s, t) })
		if !follows {
			symmetries = append(symmetries, v.Text("page.symmetry."+s.String(), nil))
		}
	}
	minimal := "page.puzzle.minimal-no"
	if generator.Minimal(p.Clues) {
		minimal = "page.puzzle.minimal-yes"
	}
	facts := []fact{
		add("symmetry", cmp.Or(v.Commas(symmetries), v.Text("page.puzzle.no", nil))),
		add("automorphisms", strconv.Itoa(canon.Automorphisms(p.Clues))),
		add("minimal", v.Text(minimal, nil)),
	}
	if p.Solved > 0 {
		played := add("played", v.Count("page.puzzle.plays", p.Solved, nil))
		if p.Median != nil {
			played.Note = v.Text("page.puzzle.median", locale.Args{"Time": v.About(*p.Median)})
		}
		facts = append(facts, played)
	}
	return facts
}

// implies reports whether all cells with a symmetry have another one too.
func implies(shape sudoku.Shape, s, other criteria.Symmetry) bool {
	return !slices.ContainsFunc(s.Orbits(shape), func(orbit sudoku.Cells) bool { return !other.Keeps(shape, orbit) })
}

// ratings lists the ratings by programs, each with its version. Our former ratings are left out.
func (v visit) ratings(all []library.OtherRating) (facts []fact) {
	for _, r := range all {
		f := fact{Label: chat.FromFile(r.Program), Words: chat.FromFile(r.Value)}
		version := r.Version
		switch r.Program {
		case library.ScaleSE.Program:
			f.Label = v.Text("page.archive.field.er", nil)
			if parts := strings.Split(r.Value, "/"); len(parts) == 3 {
				f.Words = fmt.Sprintf("ER %s, EP %s, ED %s", parts[0], parts[1], parts[2])
			}
		case library.ScaleDepth.Program:
			f.Label = v.Text("page.archive.field.depth", nil)
		case library.ScaleHoDoKu.Program:
			f.Label = v.Text("page.archive.field.hodoku", nil)
		case library.ScaleLadder.Program, library.ScaleProven.Program:
			f.Label = v.Text("page.puzzle.ladder", nil)
			if r.Program == library.ScaleProven.Program {
				f.Label = v.Text("page.puzzle.proven", nil)
			}
			hardest := r.Value[strings.LastIndex(r.Value, " ")+1:]
			if t, err := logic.ParseTechnique(hardest); err == nil {
				f.Words, f.Link = v.Technique(t), v.Root()+"techniques/"+string(t)
			}
		case "gridkeeper":
			continue
		}
		f.Note = v.Text("page.puzzle.by", locale.Args{"Program": chat.FromFile(r.Program), "Version": chat.FromFile(version)})
		facts = append(facts, f)
	}
	return facts
}

// collectionQuery is the address of the puzzles of a collection, below the root.
func collectionQuery(name string) string { return "puzzles?collection=" + url.QueryEscape(name) }

// sourceOf describes an open line.
func (v visit) sourceOf(l open.Line) source {
	s := source{Collection: chat.FromFile(l.Collection.Name), Query: collectionQuery(l.Collection.Name)}
	add := func(key, words string) {
		if words != "" {
			s.Facts = append(s.Facts, fact{Label: v.Text("page.puzzle."+key, nil), Words: words})
		}
	}
	day := calendar.DateOf(l.Imported.UTC()).String()
	line := v.Text("page.puzzle.line", locale.Args{"Line": l.Line.Line, "Day": day})
	if file := chat.FromFile(l.File); file != "" {
		line = v.Text("page.puzzle.line-of", locale.Args{"Line": l.Line.Line, "Day": day, "File": file})
	}
	add("imported", line)
	add("name", chat.FromFile(l.Name))
	add("author", chat.FromFile(cmp.Or(l.Author, l.Collection.Author)))
	if rating := l.Line.Rating; rating.Value != "" {
		add("rated", chat.FromFile(strings.TrimSpace(rating.Program+" "+rating.Version)+": "+rating.Value))
	}
	add("source", chat.FromFile(l.Collection.Source))
	add("published", chat.FromFile(l.Collection.Published))
	add("licence", cmp.Or(chat.FromFile(l.Collection.Licence), v.Text("page.puzzle.no-licence", nil)))
	return s
}
