package logic

import (
	"fmt"
	"slices"
	"sync"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Paths keeps the paths that were asked for last: those of hard puzzles take a good part of a second, and whoever goes
// through one asks for it again and again. It is safe for concurrent use. The zero value is empty.
type Paths struct {
	search sync.Mutex // one search at a time, so that people with hard puzzles leave a processor to the boards
	mu     sync.Mutex
	kept   []keptPath // the last one first
}

type keptPath struct {
	clues   sudoku.Grid
	without string
	path    []Step
	err     error // ErrTooHard: the path ends before the solution
}

// mostPaths limits memory: a path of long contradictions takes some hundred kilobytes.
const mostPaths = 32

// Of is [Path] for a puzzle whose path may be kept. Do not change the steps.
func (p *Paths) Of(clues sudoku.Grid, without ...Technique) ([]Step, error) {
	wanted := keptPath{clues: clues, without: fmt.Sprint(without)}
	if found, ok := p.find(wanted); ok {
		return found.path, found.err
	}
	p.search.Lock()
	defer p.search.Unlock()
	if found, ok := p.find(wanted); ok { // the search before this one was the same
		return found.path, found.err
	}
	wanted.path, wanted.err = Path(clues, without...)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept = slices.Insert(p.kept, 0, wanted)
	p.kept = p.kept[:min(len(p.kept), mostPaths)]
	return wanted.path, wanted.err
}

// find returns a kept path, and moves it to the front.
func (p *Paths) find(wanted keptPath) (found keptPath, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.kept, func(k keptPath) bool { return k.clues == wanted.clues && k.without == wanted.without })
	if i < 0 {
		return keptPath{}, false
	}
	found = p.kept[i]
	p.kept = slices.Insert(slices.Delete(p.kept, i, i+1), 0, found)
	return found, true
}
