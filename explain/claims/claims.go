// Package claims reads claims about a puzzle as programs and people write them, has package judge judge them, and puts the
// answers into words and JSON.
//
//	j, err := judge.New(state, judge.Options{})
//	for answer, err := range claims.Judge(j, text, words) {
//		fmt.Println(answer)
//	}
//
// A claim is a step of package steps as JSON, alone, in a list, a path or a hint; or a line: "r4c5=7", "r4c2<>8, r8c19<>8",
// "r4c5<>7 by x-wing", or as [explain.Words.Notation] writes steps. The schema of an answer is [Schema].
package claims

import (
	_ "embed"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/judge"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Version of the form of an [Answer]. A new field does not raise it.
const Version = 1

// Schema is the JSON Schema (2020-12) of an [Answer].
//
//go:embed claims.schema.json
var Schema []byte

// Answer is the published form of a [judge.Answer].
type Answer struct {
	Version     int             `json:"version"`
	Claim       int             `json:"claim"` // counted from 1
	Line        int             `json:"line"`  // of the text, in which the claim begins
	Text        string          `json:"text"`  // the conclusions of the claim
	Verdict     string          `json:"verdict"`
	Conclusions []Conclusion    `json:"conclusions"`
	Technique   logic.Technique `json:"technique,omitempty"` // the hardest of Steps
	Claimed     *Claimed        `json:"claimed,omitempty"`
	Steps       []steps.Step    `json:"steps"` // the easiest that make the conclusions: one if a step makes all of them
	Reason      string          `json:"reason"`
	Language    string          `json:"language"` // of the reason

	good bool
	name string // of the verdict
}

// Conclusion is a conclusion of a claim with its own verdict.
type Conclusion struct {
	Conclusion string `json:"conclusion"` // r4c5=7 or r4c5<>7
	Verdict    string `json:"verdict"`
}

// Claimed is the technique of a claim, and whether it is there: "there", "elsewhere" for other cells or houses, "absent", or
// "unclaimed" if it has nothing to conclude.
type Claimed struct {
	Technique logic.Technique `json:"technique"`
	Pattern   string          `json:"pattern"`
}

// Good reports whether the claim follows, or is known already.
func (a Answer) Good() bool { return a.good }

// String returns the answer as a line of text.
func (a Answer) String() string { return fmt.Sprintf("%d: %s: %s", a.Claim, a.name, a.Reason) }

// FirstBad names the first claim that is not good.
func FirstBad(claim int, w explain.Words) string {
	return w.Text("judge.first-bad", locale.Args{"N": claim})
}

// Error is the error of a claim that cannot be read.
type Error struct {
	Claim, Line int
	Text        string
	Err         error
}

func (e *Error) Error() string {
	text := sudoku.Excerpt(e.Text)
	if strings.Contains(e.Err.Error(), text) {
		return fmt.Sprintf("line %d: %v", e.Line, e.Err)
	}
	return fmt.Sprintf("line %d: claim %s: %v", e.Line, text, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// Judge yields the answers to the claims of a text, in their order. The error is an [*Error] for a claim that cannot be
// read; the others are judged. Lines about cells that a path has left open are no claims.
func Judge(j *judge.Judge, text string, w explain.Words) iter.Seq2[Answer, error] {
	return func(yield func(Answer, error) bool) {
		n, ended := 0, false
		r := reader{shape: j.State().Grid.Shape(), words: w}
		r.yield = func(c claim) bool {
			if c.err != nil && (endsPath(c.text, j.State()) || ended && leftOver.MatchString(c.text)) {
				ended = true
				return true
			}
			ended = false
			if n++; c.err != nil {
				return yield(Answer{}, &Error{n, c.line, c.text, c.err})
			}
			a := answerOf(c.Step.Technique, j.Judge(c.Claim), w)
			a.Claim, a.Line, a.Text = n, c.line, c.text
			return yield(a, nil)
		}
		r.read(text)
	}
}

// endsPath reports whether a line is the one that ends a path without a solution. The candidates that are left follow it.
func endsPath(text string, s logic.State) bool {
	return slices.ContainsFunc(locale.Languages(), func(l locale.Language) bool { return text == explain.In(l).Left(s) })
}

func answerOf(claimed logic.Technique, a judge.Answer, w explain.Words) Answer {
	form := Answer{
		Version: Version, Verdict: a.Verdict.String(), Conclusions: []Conclusion{}, Steps: []steps.Step{},
		Reason: w.Verdict(claimed, a), Language: w.Tag(), good: a.Verdict.Good(), name: w.Text("judge."+a.Verdict.String(), nil),
	}
	for _, k := range a.Conclusions {
		form.Conclusions = append(form.Conclusions, Conclusion{k.String(), k.Verdict.String()})
	}
	for _, step := range a.Steps {
		form.Steps = append(form.Steps, steps.Of(logic.Deduction{Step: step, Before: a.Before}, w))
		if form.Technique == "" || slices.Index(logic.Techniques, step.Technique) > slices.Index(logic.Techniques, form.Technique) {
			form.Technique = step.Technique
		}
	}
	if claimed != "" {
		form.Claimed = &Claimed{claimed, a.Pattern.String()}
	}
	return form
}
