// Package steps has the published form of a step: one deduction with its reason, the state before it and its sentence, as
// JSON. Commands print it and read it, the judge reads it, and boards draw from it. Its schema is [Schema]; docs/steps.md
// explains every field.
//
//	step := steps.Of(deduction, words)
//	text, err := json.Marshal(step)
//	step, err = steps.Parse(text)
//	deduction, err = step.Logic()
//
// Of and Logic are inverses. A step that others wrote may leave out everything but its conclusion.
package steps

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Version of the form. A new field does not raise it; a field that goes, or means something else, does.
const Version = 1

// Schema is the JSON Schema (2020-12) of a [Step], and in its $defs of a [Path] and a [Hint].
//
//go:embed steps.schema.json
var Schema []byte

// Step is the form of a [logic.Step]. Houses are "r4", "c2" and "b9", cells "r4c2"; lists that a technique does not use are
// empty. A step of a chain has no Version, State and words: it follows from the state before, the candidate that the
// contradiction assumes, and the steps of the chain before it.
type Step struct {
	Version      int             `json:"version,omitempty"`
	Technique    logic.Technique `json:"technique"`
	Tier         logic.Tier      `json:"tier"`
	Houses       []string        `json:"houses"`
	Cover        []string        `json:"cover"` // the houses that cross them, of a fish
	Cells        []string        `json:"cells"`
	Digits       []int           `json:"digits"`
	Candidates   []Candidate     `json:"candidates"` // on which the step rests: of its parts, else the digits in the cells, as far as they are there
	Parts        []Part          `json:"parts,omitempty"`
	Links        []Link          `json:"links"`
	Chain        []Step          `json:"chain,omitempty"`
	Placements   []Candidate     `json:"placements"`
	Eliminations []Candidate     `json:"eliminations"`
	State        *State          `json:"state,omitempty"` // before the step
	Notation     string          `json:"notation,omitempty"`
	Sentence     string          `json:"sentence,omitempty"`
	Language     string          `json:"language,omitempty"`
}

// Candidate is a digit in a cell.
type Candidate struct {
	Cell  string `json:"cell"`
	Digit int    `json:"digit"`
}

// Part is the form of a [logic.Part].
type Part struct {
	Cells  []string `json:"cells"`
	Digits []int    `json:"digits"`
}

// Link is the form of a [logic.Link]; Kind is "strong", "weak" or "follows".
type Link struct {
	From Candidate `json:"from"`
	To   Candidate `json:"to"`
	Kind string    `json:"kind"`
}

// Path is all steps of a puzzle. Solved is false if the search for steps ended before the solution; the state where it ended
// is then in Left.
type Path struct {
	Version int         `json:"version"`
	Puzzle  sudoku.Grid `json:"puzzle"`
	Solved  bool        `json:"solved"`
	Steps   []Step      `json:"steps"`
	Left    *State      `json:"left,omitempty"`
}

// Hint is the form of a [logic.Hint]: mistakes, else a step, else neither, for a grid that is solved.
type Hint struct {
	Version  int         `json:"version"`
	Puzzle   sudoku.Grid `json:"puzzle"`
	Solved   bool        `json:"solved"`
	Mistakes []Mistake   `json:"mistakes"`
	Step     *Step       `json:"step,omitempty"`
}

// Mistake is a wrong digit in a cell, or candidates that leave the right one out.
type Mistake struct {
	Cell       string `json:"cell"`
	Digit      int    `json:"digit,omitempty"`
	Candidates []int  `json:"candidates,omitempty"`
}

// Of returns the form of a deduction, in some words.
func Of(d logic.Deduction, w explain.Words) Step {
	before := d.Before.Completed()
	step, state := of(d.Step, before), StateOf(before)
	step.Version, step.State = Version, &state
	step.Notation, step.Sentence, step.Language = w.Notation(d.Step), w.Reasons(d.Step, before), w.Tag()
	return step
}

// of returns the form of a step and of its chain.
func of(s logic.Step, before logic.State) Step {
	step := Step{
		Technique: s.Technique, Tier: s.Technique.Tier(), Houses: houses(s.Houses), Cover: houses(s.Cover),
		Cells: cells(s.Cells), Digits: digits(s.Digits), Candidates: []Candidate{}, Links: []Link{},
		Placements: candidates(s.Placements), Eliminations: candidates(s.Eliminations),
	}
	var pattern sudoku.Pencilmarks
	for _, p := range s.Parts {
		step.Parts = append(step.Parts, Part{cells(p.Cells), digits(p.Digits)})
		for c := range p.Cells.All() {
			pattern[c] |= p.Digits
		}
	}
	for c := range s.Cells.All() {
		if len(s.Parts) == 0 {
			pattern[c] = s.Digits
		}
		for d := range (pattern[c] & before.Marks[c].With(before.Grid.At(c))).All() { // an avoidable rectangle has filled cells
			step.Candidates = append(step.Candidates, candidate(sudoku.Candidate{Cell: c, Digit: d}))
		}
	}
	for _, l := range s.Links(before) {
		step.Links = append(step.Links, Link{candidate(l.From), candidate(l.To), l.Kind.String()})
	}
	if s.Technique == logic.Contradiction {
		step.Candidates = step.Eliminations // the assumption
		then := before.Apply(logic.Step{Placements: s.Eliminations})
		for _, inner := range s.Chain {
			step.Chain = append(step.Chain, of(inner, then))
			then = then.Apply(inner)
		}
	}
	return step
}

// PathOf returns the form of the steps from a state on; before is the state before the first.
func PathOf(before logic.State, path []logic.Step, w explain.Words) Path {
	p := Path{Version: Version, Puzzle: before.Clues(), Steps: []Step{}}
	for _, step := range path {
		p.Steps = append(p.Steps, Of(logic.Deduction{Step: step, Before: before}, w))
		before = before.Apply(step)
	}
	if p.Solved = before.Solved(); !p.Solved {
		left := StateOf(before)
		p.Left = &left
	}
	return p
}

// HintOf returns the form of a hint on a board.
func HintOf(h logic.Hint, board logic.State, w explain.Words) Hint {
	hint := Hint{Version: Version, Puzzle: board.Clues(), Solved: h.Solved, Mistakes: []Mistake{}}
	for _, m := range h.Mistakes {
		hint.Mistakes = append(hint.Mistakes, Mistake{m.Cell.String(), int(m.Digit), digits(m.Marks)})
	}
	if !h.Solved && len(h.Mistakes) == 0 {
		step := Of(logic.Deduction{Step: h.Step, Before: board}, w)
		hint.Step = &step
	}
	return hint
}

func candidate(c sudoku.Candidate) Candidate { return Candidate{c.Cell.String(), int(c.Digit)} }

func candidates(list []sudoku.Candidate) []Candidate {
	form := []Candidate{}
	for _, c := range list {
		form = append(form, candidate(c))
	}
	return form
}

func houses(list []sudoku.House) []string {
	form := []string{}
	for _, h := range list {
		form = append(form, h.String())
	}
	return form
}

func cells(set sudoku.Cells) []string {
	form := []string{}
	for c := range set.All() {
		form = append(form, c.String())
	}
	return form
}

func digits(set sudoku.Digits) []int {
	form := []int{}
	for d := range set.All() {
		form = append(form, int(d))
	}
	return form
}

// Parse reads a step. Unknown fields are ignored; a field of the wrong type, and a version of the form that is not known here,
// are errors. [Step.Logic] checks the rest.
func Parse(text []byte) (Step, error) {
	var s Step
	err := json.Unmarshal(text, &s)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return Step{}, fmt.Errorf("step %s: field %q has a %s: see the schema of steps", sudoku.Excerpt(string(text)), wrong.Field, wrong.Value)
	}
	if err != nil {
		return Step{}, fmt.Errorf("step %s: %w", sudoku.Excerpt(string(text)), err)
	}
	if s.Version < 0 || s.Version > Version {
		return Step{}, fmt.Errorf("step of version %d: this program reads version %d", s.Version, Version)
	}
	return s, nil
}
