package claims

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/judge"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// claim is a claim of a text, or the reason why it could not be read.
type claim struct {
	judge.Claim
	line int // in which it begins
	text string
	err  error
}

// reader reads the claims of a text.
type reader struct {
	shape sudoku.Shape
	words explain.Words
	yield func(claim) bool
}

// read yields the claims of a text, in their order.
func (r reader) read(text string) {
	line := 0
	for text != "" {
		line++
		here, rest, _ := strings.Cut(text, "\n")
		here = strings.TrimSpace(strings.TrimPrefix(here, "\ufeff"))
		switch {
		case here == "" || strings.HasPrefix(here, "#"):
		case here[0] == '{' || here[0] == '[':
			used, ok := r.readJSON(line, text)
			if !ok {
				return
			}
			line += strings.Count(text[:used], "\n")
			if rest = text[used:]; used > 0 && text[used-1] == '\n' {
				line--
			}
		case !r.readLine(line, here):
			return
		}
		text = rest
	}
}

// readJSON reads the JSON value at the beginning of a text: a step, a path, a hint, or a list of them. It returns how much of
// the text it has read. After an error that is the lines before the one with the error, at least one.
func (r reader) readJSON(line int, text string) (used int, ok bool) {
	var value json.RawMessage
	in := json.NewDecoder(strings.NewReader(text))
	err := in.Decode(&value)
	if err == nil {
		used = int(in.InputOffset())
		if end := strings.IndexByte(text[used:], '\n'); end >= 0 && strings.TrimSpace(text[used:used+end]) == "" {
			used += end + 1
		}
		return used, r.readValue(line, value, 0)
	}
	first := strings.IndexByte(text, '\n') + 1
	if first == 0 || errors.Is(err, io.ErrUnexpectedEOF) {
		first = len(text)
	}
	if fault := (*json.SyntaxError)(nil); errors.As(err, &fault) {
		first = max(first, strings.LastIndexByte(text[:min(int(fault.Offset), len(text))], '\n')+1)
	}
	here, _, _ := strings.Cut(text, "\n")
	return first, r.yield(claim{line: line, text: here, err: fmt.Errorf("not JSON: %w", err)})
}

// readValue yields the claims of a JSON value. A path without an own state of its steps begins where the claims before end.
func (r reader) readValue(line int, value json.RawMessage, depth int) bool {
	fail := func(err error) bool { return r.yield(claim{line: line, text: string(value), err: err}) }
	if depth > 3 { // a list of paths has two
		return fail(errors.New("nested too deep: want a step, a path or a hint"))
	}
	if value[0] == '[' {
		var list []json.RawMessage
		if err := json.Unmarshal(value, &list); err != nil {
			return fail(err)
		}
		for _, each := range list {
			if !r.readValue(line, each, depth+1) {
				return false
			}
		}
		return true
	}
	var several struct {
		Steps []json.RawMessage `json:"steps"`
		Step  json.RawMessage   `json:"step"`
	}
	if err := json.Unmarshal(value, &several); err != nil {
		return fail(errors.New("want a step, a path or a hint"))
	}
	switch {
	case several.Steps != nil:
		for _, each := range several.Steps {
			if !r.readValue(line, each, depth+1) {
				return false
			}
		}
		return true
	case several.Step != nil:
		return r.readValue(line, several.Step, depth+1)
	}
	form, err := steps.Parse(bytes.TrimSpace(value))
	if err != nil {
		return fail(err)
	}
	step, err := form.Logic()
	if err != nil {
		return fail(err)
	}
	c := claim{Claim: judge.Claim{Step: step}, line: line, text: r.words.Conclusion(step)}
	if form.State != nil {
		state, err := form.State.Logic()
		if err != nil {
			return fail(err)
		}
		c.State = &state
	}
	return r.yield(c)
}

// readLine yields the claims of a line, which semicolons part.
func (r reader) readLine(line int, text string) bool {
	for part := range strings.SplitSeq(text, ";") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		all, err := r.readClaims(part)
		if err != nil {
			all = []claim{{text: part, err: err}}
		}
		for _, c := range all {
			c.line = line
			if !r.yield(c) {
				return false
			}
		}
	}
	return true
}

// readClaims reads claims in the notation of solvers: conclusions, perhaps with a technique and its pattern before them, or
// " by " and a technique behind them. A technique makes them one claim. Without one, each placement is a claim, and
// eliminations beside each other are one.
func (r reader) readClaims(text string) ([]claim, error) {
	var whole judge.Claim
	conclusions := text
	if before, after, ok := cutLast(text, "=>"); ok {
		conclusions = after
		name, pattern, _ := strings.Cut(strings.Replace(before, "：", ":", 1), ":")
		t, err := r.technique(name)
		if err != nil {
			return nil, err
		}
		if whole.Step.Technique = t; strings.TrimSpace(pattern) != "" {
			whole.Is = func(step logic.Step) bool { return writtenAs(before, step) }
		}
	} else if before, after, ok := cutLast(strings.ToLower(text), " by "); ok {
		t, err := r.technique(after)
		if err != nil {
			return nil, err
		}
		conclusions, whole.Step.Technique = before, t
	} else if name, after, ok := strings.Cut(strings.Replace(text, "：", ":", 1), ":"); ok {
		if t, err := r.words.ParseTechnique(name); err == nil {
			conclusions, whole.Step.Technique = after, t
		}
	}
	list, err := r.conclusions(conclusions)
	if err != nil {
		return nil, err
	}
	var all []claim
	for i, k := range list {
		if i == 0 || whole.Step.Technique == "" && (k.Placed || list[i-1].Placed) {
			all = append(all, claim{Claim: whole})
		}
		step := &all[len(all)-1].Step
		if k.Placed {
			step.Placements = append(step.Placements, k.Candidate)
		} else {
			step.Eliminations = append(step.Eliminations, k.Candidate)
		}
	}
	for i := range all {
		all[i].text = r.words.Conclusion(all[i].Step)
	}
	return all, nil
}

func (r reader) technique(name string) (logic.Technique, error) {
	t, err := r.words.ParseTechnique(name)
	if err != nil {
		return "", fmt.Errorf("unknown technique %s: want a name such as x-wing or naked pair", sudoku.Excerpt(strings.TrimSpace(name)))
	}
	return t, nil
}

func cutLast(text, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(text, sep)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(sep):], true
}

// writtenAs reports whether a step is written so before its conclusions, in any language.
func writtenAs(text string, step logic.Step) bool {
	return slices.ContainsFunc(locale.Languages(), func(l locale.Language) bool {
		before, _, _ := cutLast(explain.In(l).Notation(step), "=>")
		return bare(before) == bare(text)
	})
}

// bare returns a text in lower case without blanks and punctuation.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t,:：()（）", r) {
			return -1
		}
		return r
	}, strings.ToLower(text))
}

var (
	sign       = regexp.MustCompile(`\s*(<>|!=|≠|=|:)\s*`)
	conclusion = regexp.MustCompile(`^(?:r([1-9]{1,9})c([1-9]{1,9})|([a-i])([1-9]))(<>|!=|≠|=)([1-9]{1,9})$`)
	leftOver   = regexp.MustCompile(`^(r[1-9]c[1-9]=\?[1-9]* ?)+$`)
)

// conclusions reads conclusions, separated by commas or blanks: r4c5=7, r8c19<>8, E4=7, 457.
func (r reader) conclusions(text string) (list []judge.Judged, err error) {
	words := strings.FieldsFunc(sign.ReplaceAllString(strings.ToLower(text), "$1"), func(c rune) bool { return strings.ContainsRune(", \t\r\u00a0\u3000", c) })
	known := map[judge.Judged]bool{}
	for i := 0; i < len(words); i++ {
		m := conclusion.FindStringSubmatch(words[i])
		if m == nil {
			move, err := r.move(words[i])
			if err != nil && i+1 < len(words) { // "E4 7"
				if move, err = r.move(words[i] + " " + words[i+1]); err == nil {
					i++
				}
			}
			if err != nil {
				return nil, err
			}
			list = append(list, move)
			continue
		}
		rows, columns := m[1], m[2]
		if m[3] != "" {
			rows, columns = m[4], string('1'+m[3][0]-'a')
		}
		for _, row := range rows {
			for _, column := range columns {
				for _, digit := range m[6] {
					k := judge.Judged{Placed: m[5] == "="}
					k.Cell, k.Digit = sudoku.CellAt(int(row-'1'), int(column-'1')), sudoku.Digit(digit-'0')
					if max(row, column, digit) > '0'+rune(r.shape.Side()) {
						return nil, fmt.Errorf("%s is outside of a %s", sudoku.Excerpt(words[i]), r.shape)
					}
					if !known[k] {
						known[k], list = true, append(list, k)
					}
				}
			}
		}
	}
	if len(list) == 0 {
		return nil, errors.New("no conclusion: want such as r4c5=7 or r4c5<>7")
	}
	return list, nil
}

// move reads a placement in the notation of play.
func (r reader) move(text string) (judge.Judged, error) {
	moves, err := play.ParseMoves(r.shape, text)
	if err == nil && len(moves) == 1 && moves[0].Kind == play.Place {
		return judge.Judged{Candidate: sudoku.Candidate{Cell: moves[0].Cell, Digit: moves[0].Digit}, Placed: true}, nil
	}
	if fault := (*play.MoveError)(nil); errors.As(err, &fault) && (fault.Reason == play.OutsideGrid || fault.Reason == play.OutsideDigits) {
		return judge.Judged{}, fmt.Errorf("%s is outside of a %s", sudoku.Excerpt(text), r.shape)
	}
	return judge.Judged{}, fmt.Errorf("%s is not a conclusion: want such as r4c5=7 or r4c5<>7", sudoku.Excerpt(text))
}
