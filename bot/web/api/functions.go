package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/explain/answers"
	"github.com/gridkeeper/gridkeeper/explain/claims"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// addFunctions adds the operations that answer about any puzzle, whether the archive has it or not.
func (a *API) addFunctions(api huma.API) {
	function(a, api, "canon", "Canonical form",
		"Two puzzles are the same up to relabelled digits, swapped rows, columns, bands, stacks and a transposition if their canonical forms are the same text.",
		clues, func(_ context.Context, b play.Board, q *CanonQuestion) (c answers.Canonical, err error) {
			c.Canonical, err = answers.Canon(b.Clues, q.Pattern)
			return c, err
		})
	function(a, api, "check", "Check a puzzle", "Whether a puzzle has exactly one solution and is minimal, its symmetries, its automorphisms and its canonical form.",
		clues, func(_ context.Context, b play.Board, _ *CheckQuestion) (answers.Checked, error) {
			return answers.Check(b)
		})
	function(a, api, "minimize", "Make a puzzle minimal", "Takes clues away until each one that is left is needed for the one solution.",
		clues, func(_ context.Context, b play.Board, q *MinimizeQuestion) (m answers.Minimal, err error) {
			m.Puzzle, err = answers.Minimize(b.Clues, uint64(q.Seed))
			m.Clues = m.Puzzle.Len()
			return m, err
		})
	function(a, api, "rate", "Rate a puzzle",
		"How hard a puzzle is: its tier (the easiest set of techniques that solves it), the seconds that people are expected to need, and the techniques. "+
			"`also` adds the ladder (of tier 5: the hardest technique between x-wing and guessing), the ratings of other programs, for 9×9, "+
			"the depth of trial and error, and the class, which tells how long the trials have to be. A class that takes longer than a few seconds is a lower bound, such as >=B7B.",
		clues, rate)
	function(a, api, "hint", "Next step", "The easiest next step of a puzzle or a position, or the mistakes in it.", position, hint)
	function(a, api, "explain", "Path to the solution", "All steps from a puzzle, or a position, to its solution, each with its reasons, in words and as data (docs/steps.md).", position,
		func(_ context.Context, b play.Board, q *ExplainQuestion) (steps.Path, error) {
			state, path, err := answers.Path(b, q.NoUniqueness)
			if err != nil {
				return steps.Path{}, err
			}
			return steps.PathOf(state, path, words(q.Language)), nil
		})
	function(a, api, "judge", "Judge steps", fmt.Sprintf(
		"Whether each claimed step of a solution follows. Each claim is judged in the position after the true ones before it. At most %d claims are judged.", maxClaims), position, judge)
}

// question is a question about a puzzle.
type question interface {
	puzzle() string
	weight() weight
}

// Asked is the puzzle of a question.
type Asked struct {
	Puzzle string `query:"puzzle" json:"puzzle" required:"true" minLength:"1" maxLength:"16384" example:"1.....3..2.....4" doc:"its cells row by row, . for an empty one; or any text or link that 'gridkeeper convert' reads"`
}

func (q *Asked) puzzle() string { return q.Puzzle }
func (q *Asked) weight() weight { return quick }

// The questions. As JSON and as parameters they have the same names.
type (
	CanonQuestion struct {
		Asked
		Pattern bool `query:"pattern" json:"pattern,omitempty" doc:"the form of the pattern of clues, where each clue is a 1"`
	}
	CheckQuestion    struct{ Asked }
	MinimizeQuestion struct {
		Asked
		Seed int64 `query:"seed" json:"seed,omitempty" minimum:"0" maximum:"4294967296" doc:"another seed takes other clues away"`
	}
	RateQuestion struct {
		Asked
		Also         []string `query:"also,explode" json:"also,omitempty" enum:"ladder,se,hodoku,depth,class" maxItems:"5" doc:"further ratings, which take longer"`
		NoUniqueness bool     `query:"no_uniqueness" json:"no_uniqueness,omitempty" doc:"of the ladder: leave out techniques that rest on the puzzle having one solution"`
	}
	HintQuestion struct {
		Asked
		Level        int    `query:"level" json:"level,omitempty" minimum:"1" maximum:"4" default:"3" doc:"how much to reveal: 1 where to look, 2 the technique, 3 the whole reason, 4 the digits to write"`
		Language     string `query:"language" json:"language,omitempty" enum:"en,de,zh-TW" doc:"of the text (default en)"`
		NoUniqueness bool   `query:"no_uniqueness" json:"no_uniqueness,omitempty" doc:"leave out techniques that rest on the puzzle having one solution"`
	}
	ExplainQuestion struct {
		Asked
		Language     string `query:"language" json:"language,omitempty" enum:"en,de,zh-TW" doc:"of the sentences (default en)"`
		NoUniqueness bool   `query:"no_uniqueness" json:"no_uniqueness,omitempty" doc:"leave out techniques that rest on the puzzle having one solution"`
	}
	JudgeQuestion struct {
		Asked
		Claims       string `query:"claims" json:"claims" required:"true" minLength:"1" maxLength:"60000" example:"r1c4=2" doc:"one a line: r4c5=7, or r4c2<>8, r8c19<>8, or r4c5<>7 by x-wing; or steps as data"`
		UpTo         string `query:"up_to" json:"up_to,omitempty" maxLength:"100" doc:"the hardest tier (1-5) or technique that may prove a claim (default: all)"`
		Language     string `query:"language" json:"language,omitempty" enum:"en,de,zh-TW" doc:"of the reasons (default en)"`
		NoUniqueness bool   `query:"no_uniqueness" json:"no_uniqueness,omitempty" doc:"leave out techniques that rest on the puzzle having one solution"`
	}
)

func (q *HintQuestion) weight() weight    { return hinting }
func (q *ExplainQuestion) weight() weight { return slow }
func (q *JudgeQuestion) weight() weight   { return slow }

func (q *RateQuestion) weight() weight {
	if len(q.Also) > 0 {
		return slow
	}
	return quick
}

func words(language string) explain.Words { return explain.In(locale.Match(cmp.Or(language, "en"))) }

// settled is how long caches keep an answer of a function: it changes only when its puzzle comes into play.
const settled = 5 * time.Minute

// function adds an operation as a GET and as a POST. Before its work it looks whether the puzzle is in play. take returns the
// board that the work needs.
func function[Q any, In interface {
	*Q
	question
}, Out any](a *API, api huma.API, name, summary, about string, take func(format.Entry) (play.Board, error), work func(context.Context, play.Board, *Q) (Out, error)) {
	operation := huma.Operation{
		OperationID: name, Method: http.MethodGet, Path: "/" + name, Summary: summary, Description: about, Tags: []string{"functions"},
		Errors:       []int{http.StatusForbidden, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusServiceUnavailable},
		MaxBodyBytes: maxBody, Middlewares: huma.Middlewares{a.limited},
	}
	answer := func(ctx context.Context, q *Q) (*output[Out], error) {
		client, _ := ctx.Value(clientKey{}).(string)
		if In(q).weight() == slow && !a.Limits.Function.Allow(client) {
			return nil, TooMany.New("slow down: " + client + " asks for paths and further ratings too often")
		}
		out, err := within(ctx, a.effort, In(q).weight(), client, func(ctx context.Context) (none Out, err error) {
			e, err := read(In(q).puzzle())
			if err != nil {
				return none, invalid("puzzle", err)
			}
			if err := a.guard(ctx, e); err != nil {
				return none, err
			}
			board, err := take(e)
			if err != nil {
				return none, err
			}
			out, err := work(ctx, board, q)
			switch _, problem := err.(*Problem); {
			case err == nil || problem:
			case errors.Is(err, rating.ErrSolved):
				err = invalid("puzzle", err)
			default:
				if p, unexpected := problemOf(answers.OfPosition(board, err)); !unexpected {
					err = p
				} else {
					err = invalid("puzzle", err) // the engine's errors are about the puzzle
				}
			}
			return out, err
		})
		if err != nil {
			return nil, a.problem(ctx, err)
		}
		return kept(out, settled), nil
	}
	huma.Register(api, operation, answer)
	operation.OperationID, operation.Method = name+"-posted", http.MethodPost
	operation.Errors = append(slices.Clone(operation.Errors), http.StatusBadRequest, http.StatusUnsupportedMediaType)
	huma.Register(api, operation, func(ctx context.Context, in *struct{ Body Q }) (*output[Out], error) { return answer(ctx, &in.Body) })
}

// read reads the one puzzle or position of a text.
func read(text string) (e format.Entry, err error) {
	g, notPuzzle := sudoku.Parse(text)
	if notPuzzle == nil {
		return format.Entry{Text: text, Grid: g}, nil
	}
	found := 0
	reason := notPuzzle
	for one := range format.Read(strings.NewReader("\n" + text)) { // behind a line end, no text is taken for a packed file
		if one.Err == nil {
			found++
			e = one
		} else if errors.As(one.Err, new(*format.Error)) {
			reason = one.Err
		}
	}
	switch {
	case found == 1:
		return e, nil
	case found > 1:
		return e, fmt.Errorf("%d puzzles in one text: want one", found)
	}
	return e, reason
}

// position returns the board of a puzzle, a position or a sukaku.
func position(e format.Entry) (play.Board, error) {
	grid, marks := e.Position()
	return play.Board{Clues: e.Grid, Grid: grid, Marks: marks}, nil
}

// clues returns the board of a puzzle, for work that uses the clues alone.
func clues(e format.Entry) (play.Board, error) {
	if e.IsSukaku() {
		return play.Board{}, invalid("puzzle", errors.New("a sukaku, which has candidates and no clues: want a puzzle of clues"))
	}
	return play.NewBoard(e.Grid), nil
}

// guard returns the problem of a puzzle in play. A position is one of a puzzle in play also if only its digits, or its
// solution, are: candidates can stand for clues.
func (a *API) guard(ctx context.Context, e format.Entry) error {
	board, _ := position(e)
	forms := []sudoku.Grid{board.Clues}
	if board != play.NewBoard(board.Clues) {
		forms = append(forms, board.Grid)
		if solution, _, err := board.State().Solution(); err == nil {
			forms = append(forms, solution)
		}
	}
	for _, g := range forms {
		is, err := a.Store.IsGuarded(ctx, g)
		if err != nil {
			return err
		}
		if is {
			r, _ := rating.Rate(board.Clues) // a sukaku has none
			return guarded(r.Tier)
		}
	}
	return nil
}

// Rated is a rating with others beside it.
type Rated struct {
	answers.Rated
	answers.Others
}

// classPlacements take less than three seconds, within the time of a request. The class of most puzzles takes a thousandth of that.
const classPlacements = 30_000_000

func rate(ctx context.Context, b play.Board, q *RateQuestion) (r Rated, err error) {
	if r.Rated, err = answers.Rate(b, slices.Contains(q.Also, "ladder"), q.NoUniqueness); err == nil {
		r.Others, err = answers.RateByOthers(ctx, b.Clues, classPlacements, func(program string) bool { return slices.Contains(q.Also, program) })
	}
	return r, err
}

// Hinted is a hint, as far as its level reveals it.
type Hinted struct {
	steps.Hint
	Level int    `json:"level"`
	Text  string `json:"text" doc:"the hint in words"`
}

func hint(_ context.Context, b play.Board, q *HintQuestion) (h Hinted, err error) {
	h.Level = cmp.Or(q.Level, int(play.HintReason))
	w := words(q.Language)
	if h.Hint, err = answers.Hint(b, w, q.NoUniqueness); err == nil {
		h.Text, err = answers.HintText(b, play.HintLevel(h.Level), w, q.NoUniqueness)
	}
	if h.Level < int(play.HintTechnique) {
		h.Mistakes = []steps.Mistake{}
	}
	if h.Level < int(play.HintReason) {
		h.Step = nil
	}
	return h, err
}

// maxClaims is how many claims are judged in a request.
const maxClaims = 100

// Judgement is the answers to claims.
type Judgement struct {
	Answers  []Judged `json:"answers"`
	FirstBad int      `json:"first_bad,omitempty" doc:"the number of the first claim that neither follows nor is known"`
	Note     string   `json:"note,omitempty" doc:"why there are fewer answers than claims"`
}

// Judged is the answer to a claim. One that cannot be read has the verdict unreadable.
type Judged = claims.Answer

func judge(ctx context.Context, b play.Board, q *JudgeQuestion) (r Judgement, err error) {
	techniques, err := answers.TechniquesUpTo(q.UpTo, q.NoUniqueness)
	if err != nil {
		return r, invalid("up_to", err)
	}
	j, err := answers.Judge(b, techniques)
	if err != nil {
		return r, err
	}
	r.Answers = []Judged{}
	for answer, failed := range claims.Judge(j, q.Claims, words(q.Language)) {
		switch {
		case len(r.Answers) == maxClaims:
			r.Note = fmt.Sprintf("only %d claims are judged: give the rest with the position after them", maxClaims)
			return r, nil
		case ctx.Err() != nil:
			r.Note = "the time of the request is over"
			return r, nil
		}
		if bad := new(claims.Error); errors.As(failed, &bad) {
			answer = Judged{
				Version: claims.Version, Claim: bad.Claim, Line: bad.Line, Text: excerpt(bad.Text), Verdict: "unreadable", Reason: cut(failed.Error()),
				Conclusions: []claims.Conclusion{}, Steps: []steps.Step{}, Language: cmp.Or(q.Language, "en"),
			}
		} else if failed != nil {
			return r, failed
		}
		if r.FirstBad == 0 && (failed != nil || !answer.Good()) {
			r.FirstBad = answer.Claim
		}
		r.Answers = append(r.Answers, answer)
	}
	if len(r.Answers) == 0 {
		return r, invalid("claims", errors.New("there is none: want one a line, such as r4c5=7"))
	}
	return r, nil
}

// clientKey is the key of a request's address in its context.
type clientKey struct{}

// limited refuses an address that asks, or searches, more often than the limits of the site allow.
func (a *API) limited(ctx huma.Context, next func(huma.Context)) {
	request, w := humago.Unwrap(ctx)
	client := a.Client(request)
	switch id := ctx.Operation().OperationID; {
	case !a.Limits.API.Allow(client):
		TooMany.New("slow down: " + client + " asks too often").Write(w)
	case (id == "search" || id == "count") && !a.Limits.Search.Allow(client):
		TooMany.New("slow down: " + client + " searches too often; to have all puzzles, take the dump").Write(w)
	default:
		next(huma.WithValue(ctx, clientKey{}, client))
	}
}
