package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/engine"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/explain/answers"
	"github.com/gridkeeper/gridkeeper/explain/claims"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/rating/depth"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// addEngine adds the tools that need no database.
func addEngine(s *server) {
	add(s, tool{
		name: "solve", title: "Solve a sudoku",
		description: "Returns the solution of a sudoku, and proves that it is the only one. A grid without a solution, or with several, is an error that explains why.",
	}, solve)
	add(s, tool{
		name: "rate", title: "Rate a sudoku",
		description: "Returns how hard a sudoku is: its tier (1 singletons, 2 hidden, 3 locked, 4 x-wing, 5 guessing: the easiest set of techniques that solves it), the seconds that people are expected to need, and the techniques. " +
			"also adds ladder (for tier 5: the hardest technique between x-wing and guessing), se (Sudoku Explainer) and hodoku, both for 9×9 only, depth (of trial and error) and class (how long the trials have to be; the hardest take some seconds).",
		choices: map[string][]any{"also": {"ladder", "se", "hodoku", "depth", "class"}},
	}, rate)
	add(s, tool{
		name: "check", title: "Check a sudoku",
		description: "Returns whether a sudoku has exactly one solution and is minimal (no clue can go), the symmetries of its clues, the number of its automorphisms, and its canonical form.",
	}, check)
	add(s, tool{
		name: "canon", title: "Canonical form of a sudoku",
		description: "Returns the canonical form. Two puzzles are the same up to relabelled digits, swapped rows, columns, bands, stacks and a transposition if their canonical forms are the same text.",
	}, canonical)
	add(s, tool{
		name: "minimize", title: "Make a sudoku minimal",
		description: "Takes clues away from a sudoku, or from a full grid, until each clue that is left is needed for the one solution.",
		between:     map[string][2]float64{"seed": {0, 1 << 32}},
	}, minimize)
	add(s, tool{
		name: "hint", title: "Next step of a sudoku",
		description: "Returns the easiest next step of a sudoku, or the mistakes in a position. To help without spoiling, ask for level 1 (where to look) or 2 (which technique) first; from level 3 on the step is there as data, with the state before it.",
		between:     map[string][2]float64{"level": {1, 4}},
		choices:     map[string][]any{"language": languages()},
	}, hint)
	add(s, tool{
		name: "explain", title: "Explain a sudoku step by step",
		description: fmt.Sprintf("Returns the steps of the logical path from a sudoku, or a position, to its solution, each with its technique, in notation and as a sentence with reasons. At most %d steps a call: first says which to begin with. With data, at most %d, each with its houses, cells, candidates, links and the state before it.", maxSteps, maxStepsAsData),
		between:     map[string][2]float64{"first": {1, 1000}, "most": {1, maxSteps}},
		choices:     map[string][]any{"language": languages()},
	}, explained)
	add(s, tool{
		name: "judge", title: "Judge steps of a solution",
		description: fmt.Sprintf("Says for each claimed step of a solution whether it follows (a technique proves it now), is not-shown (agrees with the solution, but nothing proves it yet), is false, foreign (not of this puzzle) or known already, and names the first bad one. Each claim is judged in the position after the true ones before it. At most %d claims a call.", maxClaims),
		choices:     map[string][]any{"language": languages()},
		slow:        true,
	}, judged)
}

func languages() (tags []any) {
	for _, l := range locale.Languages() {
		tags = append(tags, l.Tag())
	}
	return tags
}

type solveArguments struct {
	Puzzle string `json:"puzzle" jsonschema:"the sudoku: its cells row by row, . for an empty one"`
}

type solved struct {
	Solution string `json:"solution" jsonschema:"the digits of all cells, row by row"`
}

func solve(_ context.Context, in solveArguments) (solved, error) {
	e, err := puzzleIn(in.Puzzle)
	if err != nil {
		return solved{}, err
	}
	solution, err := engine.Solve(e, 2)
	return solved{solution}, err
}

type rateArguments struct {
	Puzzle       string   `json:"puzzle" jsonschema:"the sudoku: its cells row by row, . for an empty one"`
	Also         []string `json:"also,omitempty" jsonschema:"further ratings, which take longer"`
	NoUniqueness bool     `json:"no_uniqueness,omitempty" jsonschema:"for the ladder: leave out techniques that rest on the puzzle having one solution"`
}

// rated is a rating with others beside it.
type rated struct {
	answers.Rated
	Ladder *ladder `json:"ladder,omitempty" jsonschema:"for a puzzle of tier 5, if asked for: the techniques between x-wing and guessing; explain has the steps"`
	answers.Others
}

type ladder struct {
	Hardest logic.Technique   `json:"hardest" jsonschema:"the hardest technique needed; contradiction stands for guessing"`
	Needs   []logic.Technique `json:"needs" jsonschema:"the techniques needed"`
	Rounds  logic.Rungs       `json:"rounds" jsonschema:"how often each technique is applied"`
}

func rate(ctx context.Context, in rateArguments) (r rated, err error) {
	e, err := cluesIn(in.Puzzle)
	if err != nil {
		return r, err
	}
	wanted := map[string]bool{}
	for _, name := range in.Also {
		wanted[name] = true
	}
	if r.Rated, err = answers.Rate(engine.BoardOf(e), wanted["ladder"], in.NoUniqueness); err != nil {
		return r, err
	}
	if l := r.Rated.Ladder; l != nil {
		r.Ladder = &ladder{l.Hardest, l.Needs, l.Rounds}
	}
	r.Others, err = answers.RateByOthers(ctx, e.Grid, depth.MaxPlacements, func(program string) bool { return wanted[program] })
	return r, err
}

type checkArguments struct {
	Puzzle string `json:"puzzle" jsonschema:"the sudoku: its cells row by row, . for an empty one"`
}

func check(_ context.Context, in checkArguments) (answers.Checked, error) {
	e, err := cluesIn(in.Puzzle)
	if err != nil {
		return answers.Checked{}, err
	}
	return answers.Check(engine.BoardOf(e))
}

type canonArguments struct {
	Puzzle  string `json:"puzzle" jsonschema:"the sudoku: its cells row by row, . for an empty one"`
	Pattern bool   `json:"pattern,omitempty" jsonschema:"return the form of the pattern of clues, where each clue is a 1"`
}

func canonical(_ context.Context, in canonArguments) (c answers.Canonical, err error) {
	e, err := cluesIn(in.Puzzle)
	if err != nil {
		return c, err
	}
	c.Canonical, err = answers.Canon(e.Grid, in.Pattern)
	return c, err
}

type minimizeArguments struct {
	Puzzle string `json:"puzzle" jsonschema:"the sudoku or full grid: its cells row by row, . for an empty one"`
	Seed   int64  `json:"seed,omitempty" jsonschema:"another seed takes other clues away"`
}

func minimize(_ context.Context, in minimizeArguments) (m answers.Minimal, err error) {
	e, err := cluesIn(in.Puzzle)
	if err != nil {
		return m, err
	}
	m.Puzzle, err = answers.Minimize(e.Grid, uint64(in.Seed))
	m.Clues = m.Puzzle.Len()
	return m, err
}

type hintArguments struct {
	Puzzle       string `json:"puzzle" jsonschema:"the sudoku, or a position in it with pencil marks"`
	Level        int    `json:"level,omitempty" jsonschema:"how much to reveal: 1 where to look, 2 the technique, 3 the whole reason (default), 4 the digits to write"`
	Language     string `json:"language,omitempty" jsonschema:"of the text (default en)"`
	NoUniqueness bool   `json:"no_uniqueness,omitempty" jsonschema:"leave out techniques that rest on the puzzle having one solution"`
}

type hinted struct {
	Level    int             `json:"level"`
	Text     string          `json:"text" jsonschema:"the hint in words"`
	Solved   bool            `json:"solved" jsonschema:"the grid is solved: there is no step"`
	Mistakes []steps.Mistake `json:"mistakes,omitempty" jsonschema:"from level 2 on: wrong digits, and cells whose candidates leave the right digit out"`
	Step     *steps.Step     `json:"step,omitempty" jsonschema:"from level 3 on: the step as data"`
}

func hint(_ context.Context, in hintArguments) (h hinted, err error) {
	e, err := puzzleIn(in.Puzzle)
	if err != nil {
		return h, err
	}
	w, err := wordsIn(in.Language)
	if err != nil {
		return h, err
	}
	h.Level = cmp.Or(in.Level, int(play.HintReason))
	if h.Text, err = answers.HintText(engine.BoardOf(e), play.HintLevel(h.Level), w, in.NoUniqueness); err != nil {
		return h, err
	}
	whole, err := answers.Hint(engine.BoardOf(e), w, in.NoUniqueness)
	h.Solved = whole.Solved
	if h.Level >= int(play.HintTechnique) {
		h.Mistakes = whole.Mistakes
	}
	if h.Level >= int(play.HintReason) {
		h.Step = whole.Step
	}
	return h, err
}

// wordsIn returns the words of a language.
func wordsIn(tag string) (w explain.Words, err error) {
	l, err := input.Language(cmp.Or(tag, "en"))
	if err != nil {
		return w, asArgument(err)
	}
	return explain.In(l), nil
}

const (
	maxSteps       = 100
	maxStepsAsData = 10 // each is some thousand characters
)

type explainArguments struct {
	Puzzle       string `json:"puzzle" jsonschema:"the sudoku, or a position in it with pencil marks"`
	First        int    `json:"first,omitempty" jsonschema:"the number of the first step to return (default 1)"`
	Most         int    `json:"most,omitempty" jsonschema:"how many steps to return (default and at most: 100, with data 10)"`
	Data         bool   `json:"data,omitempty" jsonschema:"return the steps as data too"`
	Language     string `json:"language,omitempty" jsonschema:"of the sentences (default en)"`
	NoUniqueness bool   `json:"no_uniqueness,omitempty" jsonschema:"leave out techniques that rest on the puzzle having one solution"`
}

type explanation struct {
	Puzzle sudoku.Grid  `json:"puzzle"`
	Solved bool         `json:"solved" jsonschema:"the steps lead to the solution; else the search for steps ended before"`
	Count  int          `json:"count" jsonschema:"how many steps there are in all"`
	Lines  []stepLine   `json:"lines" jsonschema:"the steps in words"`
	Steps  []steps.Step `json:"steps,omitempty" jsonschema:"the same steps as data"`
}

type stepLine struct {
	Number    int             `json:"number" jsonschema:"counted from 1"`
	Technique logic.Technique `json:"technique"`
	Notation  string          `json:"notation" jsonschema:"as solvers write it: = places, <> removes"`
	Sentence  string          `json:"sentence" jsonschema:"with the reasons"`
}

func explained(_ context.Context, in explainArguments) (x explanation, err error) {
	e, err := puzzleIn(in.Puzzle)
	if err != nil {
		return x, err
	}
	w, err := wordsIn(in.Language)
	if err != nil {
		return x, err
	}
	most := maxSteps
	if in.Data {
		most = maxStepsAsData
	}
	first, most := max(in.First, 1), min(cmp.Or(in.Most, most), most)
	state, path, err := answers.Path(engine.BoardOf(e), in.NoUniqueness)
	if err != nil {
		return x, err
	}
	x = explanation{Puzzle: e.Grid, Count: len(path), Lines: []stepLine{}}
	for i, step := range path {
		if i+1 >= first && i+1 < first+most {
			x.Lines = append(x.Lines, stepLine{i + 1, step.Technique, w.Notation(step), w.Reasons(step, state)})
			if in.Data {
				x.Steps = append(x.Steps, steps.Of(logic.Deduction{Step: step, Before: state}, w))
			}
		}
		state = state.Apply(step)
	}
	x.Solved = state.Solved()
	return x, nil
}

const maxClaims = 100

type judgeArguments struct {
	Puzzle       string `json:"puzzle" jsonschema:"the sudoku, or a position in it with pencil marks"`
	Claims       string `json:"claims" jsonschema:"one a line: r4c5=7, or r4c2<>8, r8c19<>8, or r4c5<>7 by x-wing; or steps as data"`
	UpTo         string `json:"up_to,omitempty" jsonschema:"the hardest tier (1-5) or technique that may prove a claim (default: all)"`
	Data         bool   `json:"data,omitempty" jsonschema:"return the proving steps as data too"`
	Language     string `json:"language,omitempty" jsonschema:"of the reasons (default en)"`
	NoUniqueness bool   `json:"no_uniqueness,omitempty" jsonschema:"leave out techniques that rest on the puzzle having one solution"`
}

type judgement struct {
	Answers  []judgedClaim `json:"answers"`
	FirstBad int           `json:"first_bad,omitempty" jsonschema:"the number of the first claim that neither follows nor is known"`
	Note     string        `json:"note,omitempty" jsonschema:"why there are fewer answers than claims"`
}

type judgedClaim struct {
	Claim       int                 `json:"claim" jsonschema:"counted from 1"`
	Text        string              `json:"text" jsonschema:"the conclusions of the claim"`
	Verdict     string              `json:"verdict" jsonschema:"follows, known, not-shown, foreign or false; unreadable if it is not a claim"`
	Reason      string              `json:"reason" jsonschema:"in words"`
	Technique   logic.Technique     `json:"technique,omitempty" jsonschema:"the easiest that proves it"`
	Claimed     *claims.Claimed     `json:"claimed,omitempty" jsonschema:"the technique that was claimed, and whether its pattern is there, elsewhere or absent"`
	Conclusions []claims.Conclusion `json:"conclusions,omitempty" jsonschema:"each with its own verdict"`
	Steps       []steps.Step        `json:"steps,omitempty" jsonschema:"the steps that prove it, as data"`
}

func judged(ctx context.Context, in judgeArguments) (r judgement, err error) {
	e, err := puzzleIn(in.Puzzle)
	if err != nil {
		return r, err
	}
	w, err := wordsIn(in.Language)
	if err != nil {
		return r, err
	}
	techniques, err := answers.TechniquesUpTo(in.UpTo, in.NoUniqueness)
	if err != nil {
		return r, fmt.Errorf("up-to %w", err)
	}
	j, err := answers.Judge(engine.BoardOf(e), techniques)
	if err != nil {
		return r, err
	}
	r.Answers = []judgedClaim{}
	for a, failed := range claims.Judge(j, in.Claims, w) {
		switch {
		case len(r.Answers) == maxClaims:
			r.Note = fmt.Sprintf("only %d claims are judged in a call: give the rest with the position after them", maxClaims)
			return r, nil
		case ctx.Err() != nil:
			r.Note = "the time of the call is over"
			return r, nil
		}
		claim := judgedClaim{
			Claim: a.Claim, Text: a.Text, Verdict: a.Verdict, Reason: a.Reason, Technique: a.Technique, Claimed: a.Claimed, Conclusions: a.Conclusions,
		}
		if unread := new(claims.Error); errors.As(failed, &unread) {
			claim = judgedClaim{Claim: unread.Claim, Text: sudoku.Excerpt(unread.Text), Verdict: "unreadable", Reason: failed.Error()}
		} else if failed != nil {
			return r, failed
		}
		if in.Data {
			claim.Steps = a.Steps
		}
		if r.FirstBad == 0 && (failed != nil || !a.Good()) {
			r.FirstBad = claim.Claim
		}
		r.Answers = append(r.Answers, claim)
	}
	if len(r.Answers) == 0 {
		return r, errors.New("claims: there is none: want one a line, such as r4c5=7")
	}
	return r, nil
}
