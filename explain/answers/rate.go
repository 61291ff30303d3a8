// Package answers has the answers to questions about a puzzle as published data: how hard it is, whether it is unique and
// minimal, its canonical form, a hint, the path to its solution, and whether claimed steps follow. The command line prints
// them, language models and the API of the site get them, all in one form.
//
//	rated, err := answers.Rate(play.NewBoard(clues), false, false)
//	text, err := json.Marshal(rated)
//
// A question is about a [play.Board]: the clues, and in a position digits and candidates. A sukaku has candidates alone.
// Nothing here has a limit of time: callers that answer strangers choose one.
package answers

import (
	"context"
	"fmt"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/depth"
	"github.com/gridkeeper/gridkeeper/rating/hodoku"
	"github.com/gridkeeper/gridkeeper/rating/se"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// english has the words of ratings, which are the same in every language.
var english = explain.In(locale.Match("en"))

// Rated is the rating of a puzzle.
type Rated struct {
	Puzzle      sudoku.Grid        `json:"puzzle"`
	Tier        logic.Tier         `json:"tier"`
	Name        string             `json:"name"`
	Score       float64            `json:"score"` // seconds, as are the two below
	Low         float64            `json:"low"`
	High        float64            `json:"high"`
	Hardest     logic.Technique    `json:"hardest"`
	Counts      rating.Counts      `json:"counts"`
	Needs       rating.Needs       `json:"needs"`
	Certificate rating.Certificate `json:"certificate"`
	Sentence    string             `json:"sentence"`
	Ladder      *Climbed           `json:"ladder,omitempty"`
	Version     int                `json:"version"`
}

// Climbed is a [logic.Climb].
type Climbed struct {
	Hardest logic.Technique   `json:"hardest"`
	Needs   []logic.Technique `json:"needs"`
	Rounds  logic.Rungs       `json:"rounds"`
	Steps   []steps.Step      `json:"steps"`
}

// Rate returns the rating of the clues of a board, with the ladder if it is asked for and the puzzle needs it.
func Rate(b play.Board, ladder, noUniqueness bool) (Rated, error) {
	r, err := rating.Rate(b.Clues)
	if err != nil {
		return Rated{}, err
	}
	rated := Rated{
		Puzzle: b.Clues, Tier: r.Tier, Name: r.Tier.String(),
		Score: r.Score, Low: r.Low, High: r.High,
		Hardest: r.Hardest, Counts: r.Counts, Needs: r.Needs,
		Certificate: r.Certificate, Sentence: english.Certificate(r.Certificate),
		Version: rating.Version,
	}
	if ladder && r.Tier == logic.TierGuessing {
		rated.Ladder, err = Climb(b, noUniqueness)
	}
	return rated, err
}

// Climb returns the climb of a board, nil if it needs none.
func Climb(b play.Board, noUniqueness bool) (*Climbed, error) {
	climb, err := logic.ClimbFrom(b.State(), without(noUniqueness)...)
	if err != nil || climb.Hardest == "" {
		return nil, err
	}
	made := make([]steps.Step, len(climb.Steps))
	for i, step := range climb.Steps {
		made[i] = steps.Of(step, english)
	}
	return &Climbed{climb.Hardest, climb.Needs, climb.Rounds, made}, nil
}

// without returns the techniques that a question leaves out.
func without(noUniqueness bool) []logic.Technique {
	if noUniqueness {
		return logic.Uniqueness
	}
	return nil
}

// RatedPosition is the rating of a position that has one solution by its candidates only.
type RatedPosition struct {
	Candidates string          `json:"candidates"`
	Tier       logic.Tier      `json:"tier"`
	Name       string          `json:"name"`
	Hardest    logic.Technique `json:"hardest"`
	Ladder     *Climbed        `json:"ladder,omitempty"`
	Version    int             `json:"version"`
}

// RatePosition returns the rating of a board for which [ByMarks] is true.
func RatePosition(b play.Board, ladder, noUniqueness bool) (RatedPosition, error) {
	state := b.State()
	tier, hardest, err := state.Needs()
	if err != nil {
		return RatedPosition{}, OfPosition(b, err)
	}
	r := RatedPosition{Candidates: steps.StateOf(state.Completed()).Candidates, Tier: tier, Name: tier.String(), Hardest: hardest, Version: rating.Version}
	if ladder && tier == logic.TierGuessing {
		r.Ladder, err = Climb(b, noUniqueness)
	}
	return r, err
}

// ByMarks reports whether a board is a position whose clues have several solutions.
func ByMarks(b play.Board) bool {
	if !isPosition(b) {
		return false
	}
	_, byMarks, _ := b.State().Solution()
	return byMarks
}

// Deep is a depth with its certificate, and a class with its own: see [depth.Certificate] and [depth.Classified].
type Deep struct {
	Puzzle       sudoku.Grid       `json:"puzzle"`
	Depth        int               `json:"depth"`
	Open         map[string]string `json:"open"`                   // "r1c1": "456"
	Eliminations []string          `json:"eliminations,omitempty"` // "r1c1-4"
	Class        Class             `json:"class"`
	Version      int               `json:"version"`
}

// Class is a class with its certificate. A bound has none.
type Class struct {
	Name    string            `json:"name"` // "B4", or ">=B4"
	Open    map[string]string `json:"open,omitempty"`
	Braids  []Braid           `json:"braids,omitempty"`
	Version int               `json:"version"`
}

// Braid is an elimination by braids.
type Braid struct {
	Removes string   `json:"removes"` // "r1c1-4"
	Length  int      `json:"length"`
	Singles []string `json:"singles,omitempty"` // "r1c2=5"
}

// Depth returns the depth and the class of a puzzle.
func Depth(g sudoku.Grid) (Deep, error) {
	c, err := depth.Of(g)
	if err != nil {
		return Deep{}, err
	}
	certified := Deep{Puzzle: g, Depth: c.Depth, Open: digitsByCell(c.Open), Class: Class{Version: depth.ClassVersion}, Version: depth.Version}
	for _, e := range c.Eliminations {
		certified.Eliminations = append(certified.Eliminations, removal(e))
	}
	classified, err := depth.ClassOf(g)
	certified.Class.Name = classified.Class.String()
	certified.Class.Open = digitsByCell(classified.Open)
	for _, e := range classified.Eliminations {
		braid := Braid{Removes: removal(e.Candidate), Length: e.Length}
		for _, c := range e.Braid {
			braid.Singles = append(braid.Singles, fmt.Sprintf("%v=%v", c.Cell, c.Digit))
		}
		certified.Class.Braids = append(certified.Class.Braids, braid)
	}
	return certified, err
}

func digitsByCell(marks sudoku.Pencilmarks) map[string]string {
	by := map[string]string{}
	for cell, digits := range marks {
		if digits != 0 {
			by[sudoku.Cell(cell).String()] = digits.String()
		}
	}
	return by
}

func removal(c sudoku.Candidate) string { return fmt.Sprintf("%v-%v", c.Cell, c.Digit) }

// Others are the ratings of a puzzle by other programs, as far as they were asked for.
type Others struct {
	SE     *SE     `json:"se,omitempty" jsonschema:"ratings of Sudoku Explainer 1.2.1, such as 7.2; >=10.0 is a lower bound"`
	HoDoKu *HoDoKu `json:"hodoku,omitempty" jsonschema:"HoDoKu's score and level"`
	Depth  *int    `json:"depth,omitempty" jsonschema:"how deep trial and error with singles has to go, 0 to 3"`
	Class  string  `json:"class,omitempty" jsonschema:"how long the trials have to be: B4 for a braid of 4 at depth 1, B4B at depth 2, B4BB at depth 3; >=B4 is a lower bound"`
}

// SE has the ratings of Sudoku Explainer.
type SE struct {
	ER string `json:"er" jsonschema:"the hardest step"`
	EP string `json:"ep" jsonschema:"the hardest step up to the first placement"`
	ED string `json:"ed" jsonschema:"the first step"`
}

// HoDoKu has the rating of HoDoKu.
type HoDoKu struct {
	Score int    `json:"score"`
	Level string `json:"level" jsonschema:"easy, medium, hard, unfair or extreme"`
}

// seEffort takes less than three seconds, within the time of a request. Few puzzles need a hundredth of that.
const seEffort = 1_000_000

// RateByOthers returns the ratings of a puzzle by the programs that are wanted: "se", "hodoku", "depth", "class". A class
// that needs more placements is a lower bound (see [depth.ClassWithin]). The context is looked at before each program. The
// error is its, or that of the first program that refuses the puzzle.
func RateByOthers(ctx context.Context, g sudoku.Grid, classPlacements int, wanted func(program string) bool) (o Others, err error) {
	if wanted("se") && ctx.Err() == nil {
		r, err := se.RateWithin(g, seEffort)
		if err != nil {
			return o, err
		}
		o.SE = &SE{r.ER.String(), r.EP.String(), r.ED.String()}
	}
	if wanted("hodoku") && ctx.Err() == nil {
		r, err := hodoku.Rate(g)
		if err != nil {
			return o, err
		}
		o.HoDoKu = &HoDoKu{r.Score, r.Level.String()}
	}
	if wanted("depth") && ctx.Err() == nil {
		certificate, err := depth.Of(g)
		if err != nil {
			return o, err
		}
		o.Depth = &certificate.Depth
	}
	if wanted("class") && ctx.Err() == nil {
		classified, err := depth.ClassWithin(g, classPlacements)
		if err != nil {
			return o, err
		}
		o.Class = classified.Class.String()
	}
	return o, ctx.Err()
}
