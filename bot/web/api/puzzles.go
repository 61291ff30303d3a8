package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// addPuzzles adds the operations that read the archive.
func (a *API) addPuzzles(api huma.API) {
	get(a, api, "daily", "daily", "The daily puzzle",
		"The global daily of a day, by UTC. Its solution and its key are there once nobody can solve it for a rank anywhere, two days later.", a.daily)
	get(a, api, "puzzle", "puzzles/{puzzle}", "A puzzle of the archive",
		"What the open archive knows about a puzzle, named by its key, also as gk:KEY, by its number, or by its text in any disguise: relabelled, turned, with rows and columns permuted. "+
			"Plays and times are there from 10 players on who let theirs be used.", a.puzzle)
	get(a, api, "collections", "collections", "The open collections", "The collections that everyone may see, and how many puzzles each has.", a.collections)
	get(a, api, "search", "search", "Find puzzles",
		"The puzzles that match all parameters, a page at a time. The next page is that of the cursor in `next`; without `next` it was the last. "+
			"A page may have fewer puzzles than its limit, or none, and yet have a next one. Puzzles that are in play are left out. To have all puzzles, take the dump.", a.search)
	get(a, api, "count", "search/count", "Count puzzles", "How many puzzles a search finds. If counting takes too long, `more` is true, and there are more than `count`.", a.count)
}

// get adds an operation that is a GET. Errors of its work become problems.
func get[In, Out any](a *API, api huma.API, id, path, summary, about string, work func(context.Context, *In) (*output[Out], error)) {
	huma.Register(api, huma.Operation{
		OperationID: id, Method: http.MethodGet, Path: "/" + path, Summary: summary, Description: about, Tags: []string{"archive"},
		Errors:      []int{http.StatusForbidden, http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusServiceUnavailable},
		Middlewares: huma.Middlewares{a.limited},
	}, func(ctx context.Context, in *In) (*output[Out], error) {
		out, err := work(ctx, in)
		if err != nil {
			return nil, a.problem(ctx, err)
		}
		return out, nil
	})
}

// problem returns the problem of an error, and logs one of ours.
func (a *API) problem(ctx context.Context, err error) *Problem {
	p, unexpected := problemOf(err)
	if unexpected && ctx.Err() == nil {
		a.Log.ErrorContext(ctx, "web: the API failed", "error", err)
	}
	return p
}

type dailyQuestion struct {
	Date  string `query:"date" doc:"the day, such as 2026-01-31 (default: today, by UTC)"`
	Shape string `query:"shape" enum:"sudoku,6x6" default:"sudoku" doc:"sudoku is 9×9, 6x6 has boxes of 2 rows and 3 columns"`
}

// Daily is the daily of a day.
type Daily struct {
	Date     string       `json:"date"`
	Number   int          `json:"number" doc:"counted from the first"`
	Shape    string       `json:"shape"`
	Puzzle   sudoku.Grid  `json:"puzzle"`
	Clues    int          `json:"clues"`
	Tier     logic.Tier   `json:"tier" doc:"1 singletons, 2 hidden, 3 locked, 4 x-wing, 5 guessing"`
	TierName string       `json:"tier_name"`
	Score    float64      `json:"score" doc:"expected solving time in seconds"`
	Key      string       `json:"key,omitempty" doc:"the same for all isomorphs; once nobody can solve it for a rank"`
	Solution *sudoku.Grid `json:"solution,omitempty" doc:"once nobody can solve it for a rank"`
}

// DailyOf returns a daily without its key and its solution, which would help to solve it for a rank.
func DailyOf(d daily.Daily) Daily {
	clues := d.Clues()
	return Daily{
		Date: d.Date.String(), Number: d.Number, Shape: d.Shape.String(), Puzzle: clues, Clues: clues.Len(),
		Tier: d.Puzzle.Tier, TierName: d.Puzzle.Tier.String(), Score: d.Puzzle.Score,
	}
}

func (a *API) daily(ctx context.Context, in *dailyQuestion) (*output[Daily], error) {
	today := a.Store.GlobalToday()
	date := today
	if in.Date != "" {
		var err error
		if date, err = calendar.ParseDate(in.Date); err != nil {
			return nil, invalid("date", err)
		}
	}
	shape, err := sudoku.ParseShape(in.Shape)
	if err != nil {
		return nil, invalid("shape", err)
	}
	d, err := a.Store.GlobalDaily(ctx, date, shape)
	if errors.Is(err, postgres.ErrNotFound) {
		return nil, NotFound.New("there is no daily of " + date.String() + ": today is " + today.String() + " by UTC, and days before the first one have none")
	}
	if err != nil {
		return nil, err
	}
	clues := d.Clues()
	inPlay, err := a.Store.IsGuarded(ctx, clues)
	switch {
	case err != nil:
		return nil, err
	case inPlay && date.Before(a.Store.Rankable()):
		return nil, guarded(d.Puzzle.Tier)
	}
	out := DailyOf(d)
	if !inPlay {
		solution, err := solver.Solve(clues)
		if err != nil {
			return nil, err
		}
		out.Key, out.Solution = d.Puzzle.Key.String(), &solution
		return kept(out, time.Hour), nil
	}
	return kept(out, today.AddDays(1).Midnight().Sub(a.Store.Now())), nil
}

type puzzleQuestion struct {
	Puzzle string `path:"puzzle" maxLength:"2000" example:"gk:0123456789abcdef0123456789abcdef" doc:"its key, gk: and its key, its number, or its text"`
}

// Puzzle is a puzzle of the open archive.
type Puzzle struct {
	ID            int64                   `json:"id" doc:"its number in this archive"`
	Puzzle        sudoku.Grid             `json:"puzzle" doc:"as in the first of its lines"`
	Key           string                  `json:"key" doc:"the same for all isomorphs, in every archive"`
	Canonical     sudoku.Grid             `json:"canonical" doc:"the smallest text of all isomorphs"`
	Shape         string                  `json:"shape"`
	Clues         int                     `json:"clues"`
	Tier          int                     `json:"tier"`
	TierName      string                  `json:"tier_name"`
	Score         float64                 `json:"score" doc:"expected solving time in seconds"`
	Hardest       string                  `json:"hardest" doc:"the hardest technique that it needs"`
	Techniques    map[string]int          `json:"techniques" doc:"how often the rating counts each"`
	Symmetries    []criteria.Symmetry     `json:"symmetries" doc:"of the cells with clues"`
	Automorphisms int                     `json:"automorphisms" doc:"the ways to turn, permute and relabel it into itself"`
	Ratings       []library.OtherRating   `json:"ratings" doc:"by other programs"`
	Lines         []library.PublishedLine `json:"lines" doc:"the first of each open collection that has it"`
	Plays         int                     `json:"plays" doc:"0 if fewer than 10 people have solved it who let their times be used"`
	Solved        int                     `json:"solved"`
	Median        *float64                `json:"median" doc:"of people's times, in seconds"`
}

func (a *API) puzzle(ctx context.Context, in *puzzleQuestion) (*output[Puzzle], error) {
	key, err := a.key(ctx, in.Puzzle)
	if err != nil {
		return nil, err
	}
	p, err := a.Store.OpenPuzzle(ctx, key)
	switch {
	case errors.Is(err, postgres.ErrNotFound):
		return nil, NotFound.New("the open archive has no puzzle " + excerpt(in.Puzzle) + ": 'rate' and 'check' take any puzzle, whether it is there or not")
	case err != nil:
		return nil, err
	case p.Guarded:
		return nil, guarded(p.Tier)
	}
	known := library.Known{Puzzle: p.Puzzle, Ratings: p.Ratings, Plays: p.Plays}
	for _, l := range p.Lines {
		known.Lines = append(known.Lines, library.KnownLine{Record: l.Record, Collection: l.Collection.Name, Licence: l.Collection.Licence})
	}
	k := library.PublishKnown(known)
	out := Puzzle{
		ID: k.ID, Puzzle: k.Puzzle, Key: k.Key, Canonical: k.Canonical, Shape: k.Shape, Clues: k.Clues, Tier: k.Tier, TierName: k.TierName, Score: k.Score,
		Hardest: k.Hardest, Techniques: map[string]int{}, Symmetries: k.Symmetries, Automorphisms: k.Automorphisms, Ratings: k.Ratings, Lines: k.Lines,
		Plays: k.Plays, Solved: k.Solved, Median: k.Median,
	}
	for technique, n := range k.Techniques.All() {
		out.Techniques[string(technique)] = n
	}
	return kept(out, fresh), nil
}

// key returns the key of a puzzle by any of its names. A puzzle by number that is not open has a key that nothing has, so
// that its answer takes as long as that of a number without a puzzle.
func (a *API) key(ctx context.Context, name string) (key canon.Key, err error) {
	text := strings.TrimSpace(name)
	if key, ok := canon.ParseKey(text); ok {
		return key, nil
	}
	if id, err := strconv.ParseInt(text, 10, 32); err == nil && id > 0 {
		p, err := a.Store.Puzzle(ctx, id)
		if errors.Is(err, postgres.ErrNotFound) {
			err = nil
		}
		return p.Key, err
	}
	if strings.HasPrefix(text, canon.Prefix) {
		return key, invalid("puzzle", fmt.Errorf("%s: want a key of 32 hex digits behind %s", excerpt(text), canon.Prefix))
	}
	e, err := read(text)
	if err != nil {
		return key, invalid("puzzle", fmt.Errorf("%w; nor is it a key of 32 hex digits, or a number of the archive", err))
	}
	return canon.KeyOf(e.Grid), nil
}

// Collection is an open collection.
type Collection struct {
	Name    string  `json:"name"`
	Puzzles int     `json:"puzzles" doc:"how many essentially different ones"`
	Lines   int     `json:"lines"`
	Shared  bool    `json:"shared" doc:"a server shares it; else it is of the operator"`
	Licence *string `json:"licence"`
	Source  *string `json:"source" doc:"where it is from"`
}

// Collections are the open collections.
type Collections struct {
	Collections []Collection `json:"collections"`
}

func (a *API) collections(ctx context.Context, _ *struct{}) (*output[Collections], error) {
	all, err := a.Store.OpenCollections(ctx)
	if err != nil {
		return nil, err
	}
	out := Collections{[]Collection{}}
	orNull := func(text string) *string {
		if text == "" {
			return nil
		}
		return &text
	}
	for _, c := range all {
		puzzles := 0
		for _, n := range c.Puzzles {
			puzzles += n
		}
		out.Collections = append(out.Collections, Collection{c.Name, puzzles, int(c.Entries), c.Shared, orNull(c.Licence), orNull(c.Source)})
	}
	return kept(out, fresh), nil
}

// Filters are the parameters of a search: the flags of 'gridkeeper search'.
type Filters struct {
	Shape            string   `query:"shape" enum:"sudoku,6x6,shidoku" doc:"sudoku is 9×9, 6x6 has boxes of 2 rows and 3 columns, shidoku is 4×4 (default: any)"`
	Tier             []string `query:"tier,explode" maxItems:"10" doc:"one of these: 1 singletons, 2 hidden, 3 locked, 4 x-wing, 5 guessing, or the names"`
	Score            string   `query:"score" maxLength:"100" doc:"expected solving time from-to, such as 300-600 (seconds), 5m-10m or 10m-"`
	Clues            string   `query:"clues" maxLength:"100" doc:"how many clues, such as 24, 22-25 or -20"`
	Needs            []string `query:"needs,explode" maxItems:"50" doc:"techniques that the puzzle needs, such as x-wing, or x-wing:2 for twice or more"`
	Only             []string `query:"only,explode" maxItems:"100" doc:"techniques that solve the puzzle"`
	NoUniqueness     bool     `query:"no_uniqueness" doc:"leave out techniques that rest on the puzzle having one solution"`
	Symmetry         string   `query:"symmetry" maxLength:"100" doc:"of the cells with clues, such as half-turn"`
	IsomorphSymmetry string   `query:"isomorph_symmetry" maxLength:"100" doc:"that the cells with clues have in some isomorph"`
	Pattern          string   `query:"pattern" maxLength:"200" doc:"where the clues are: a character for each cell, x for a clue, else ."`
	IsomorphPattern  string   `query:"isomorph_pattern" maxLength:"200" doc:"a pattern that the cells with clues have in some isomorph"`
	Solution         string   `query:"solution" maxLength:"2000" doc:"a puzzle: finds those of the same solution, in whatever disguise; or the rank of the solution"`
	Automorphisms    string   `query:"automorphisms" maxLength:"100" doc:"in how many ways it can be turned, permuted and relabelled into itself, such as 2-"`
	ER               string   `query:"er" maxLength:"100" doc:"rating of Sudoku Explainer, of puzzles for which it was computed, such as 7.1-7.6"`
	Depth            string   `query:"depth" maxLength:"100" doc:"depth of trial and error, of the same, such as 2 or 0-1, or class: B4 or B3-B5"`
	HoDoKu           string   `query:"hodoku" maxLength:"100" doc:"HoDoKu's score, of the same, such as 1000-1600"`
	Collection       []string `query:"collection,explode" maxItems:"50" doc:"in one of these collections"`
	NotIn            []string `query:"not_in,explode" maxItems:"50" doc:"collections that do not have it or an isomorph"`
	Since            string   `query:"since" maxLength:"100" doc:"imported on this day or later, such as 2026-01-31"`
	Until            string   `query:"until" maxLength:"100" doc:"imported on this day or earlier"`
}

// query returns the search of the filters.
func (a *API) query(ctx context.Context, f *Filters) (q search.Query, err error) {
	words := search.Words{
		Shape: f.Shape, Score: f.Score, Clues: f.Clues, ER: f.ER, Depth: f.Depth, HoDoKu: f.HoDoKu, Needs: f.Needs, Only: f.Only, NoUniqueness: f.NoUniqueness,
		Automorphisms: f.Automorphisms, Since: f.Since, Until: f.Until, Symmetry: f.Symmetry, IsomorphSymmetry: f.IsomorphSymmetry,
		Pattern: f.Pattern, IsomorphPattern: f.IsomorphPattern, Solution: f.Solution,
	}
	for _, name := range f.Tier {
		tier, err := logic.ParseTier(name)
		if err != nil {
			return q, invalid("tier", err)
		}
		words.Tiers = append(words.Tiers, tier)
	}
	if q.Search, err = words.Search(); err != nil {
		of := new(search.WordError)
		if errors.As(err, &of) {
			return q, invalid(strings.ReplaceAll(of.Name, "-", "_"), of.Err)
		}
		return q, Invalid.New(err.Error())
	}
	if q.Solution.Shape() == sudoku.Sudoku && q.Solution.Len() > 0 { // of a puzzle in play, it would find puzzles that tell the solution
		if is, err := a.Store.IsGuarded(ctx, q.Solution); err != nil || is {
			return q, cmp.Or[error](err, guarded(0))
		}
	}
	if len(f.Collection)+len(f.NotIn) == 0 {
		return q, nil
	}
	all, err := a.Store.OpenCollections(ctx)
	if err != nil {
		return q, err
	}
	for _, of := range []struct {
		name  string
		names []string
		into  *[]int32
	}{{"collection", f.Collection, &q.In}, {"not_in", f.NotIn, &q.NotIn}} {
		for _, name := range of.names {
			before := len(*of.into)
			for _, c := range all {
				if c.Name == name {
					*of.into = append(*of.into, c.ID)
				}
			}
			if len(*of.into) == before {
				return q, invalid(of.name, errors.New("there is no open collection "+excerpt(name)+": 'collections' lists them"))
			}
		}
	}
	return q, nil
}

type searchQuestion struct {
	Filters
	Sort   string `query:"sort" enum:"score,-score,clues,-clues,date,-date" doc:"the order; a minus in front reverses it (default: that of the keys)"`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"how many puzzles a page has at most; to have all, take the dump"`
	Cursor string `query:"cursor" maxLength:"200" doc:"that came as next with the page before"`
}

// Found is a page of a search.
type Found struct {
	Puzzles []library.Published `json:"puzzles" doc:"as lines of 'gridkeeper export --format jsonl'; guild is always empty"`
	Next    string              `json:"next,omitempty" doc:"the cursor of the next page"`
}

// searchTime is the limit of a search or a count: a little more than the archive gives a page.
const searchTime = 10 * time.Second

func (a *API) search(ctx context.Context, in *searchQuestion) (*output[Found], error) {
	q, err := a.query(ctx, &in.Filters)
	if err != nil {
		return nil, err
	}
	if q.Sort, q.Descending, err = search.ParseSort(in.Sort); err != nil {
		return nil, invalid("sort", err)
	}
	q.Limit = in.Limit
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	records, next, err := a.Store.OpenSearch(ctx, q, in.Cursor)
	if err != nil {
		return nil, tooLong(err)
	}
	collections, err := a.Store.OpenCollections(ctx)
	if err != nil {
		return nil, err
	}
	of := map[int32]library.Collection{}
	for _, c := range collections {
		of[c.ID] = c
	}
	out := Found{[]library.Published{}, next}
	for _, r := range records {
		if c, isOpen := of[r.CollectionID]; isOpen { // else it was made private just now
			out.Puzzles = append(out.Puzzles, library.Publish(r, c))
		}
	}
	return kept(out, fresh), nil
}

// tooLong turns the end of the time of a search into its problem.
func tooLong(err error) error {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, search.ErrTooLong) {
		return TooHard.New("the search takes too long: ask for fewer puzzles, by a tier or a range of scores; to have all, take the dump")
	}
	return err
}

type countQuestion struct{ Filters }

// Count is how many puzzles a search finds.
type Count struct {
	Count int  `json:"count"`
	More  bool `json:"more" doc:"there are more: counting them takes too long"`
}

func (a *API) count(ctx context.Context, in *countQuestion) (*output[Count], error) {
	q, err := a.query(ctx, &in.Filters)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	n, more, err := a.Store.CountOpen(ctx, q)
	if err != nil {
		return nil, tooLong(err)
	}
	return kept(Count{n, more}, fresh), nil
}
