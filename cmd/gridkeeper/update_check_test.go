package main

import (
	"slices"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// check compares what players were shown with what is kept and posted.
func (u *update) check() {
	u.t.Helper()
	u.checkAnswers()
	u.checkKept()
	u.checkPosts()
	for _, b := range u.started {
		if strings.Contains(b.log.String(), "failed") {
			u.t.Errorf("something failed in a process of %s", b.Path)
		}
	}
}

func (u *update) checkAnswers() {
	t := u.t
	t.Helper()
	most, n := map[string]time.Duration{}, map[string]int{}
	var phases []string
	for _, p := range u.plays {
		if !slices.Contains(phases, p.phase) {
			phases = append(phases, p.phase)
		}
		n[p.phase]++
		most[p.phase] = max(most[p.phase], p.took)
	}
	for _, p := range u.plays {
		replies := len(u.stand.Replies(p.Call))
		switch strict := sudokutest.Proving(); {
		case p.took == 0 && most[p.phase] > busy && !strict:
			t.Logf("with %s, when the machine was too busy, /%s was not answered", p.phase, p.command)
		case p.took == 0, replies > 1, p.took > slowest && strict:
			t.Errorf("with %s /%s is answered %d times, after %s", p.phase, p.command, replies, p.took)
		}
	}
	for _, phase := range phases {
		t.Logf("%s: %d commands, answered after %s at most", phase, n[phase], most[phase].Round(time.Millisecond))
	}
}

// checkKept wants each answered move in the journals, and each solved daily among the results, once.
func (u *update) checkKept() {
	u.t.Helper()
	var moves, results []string
	for _, p := range u.plays {
		if p.command == "move" && p.took > 0 {
			moves = append(moves, p.ID)
		}
		if p.solves != "" && p.took > 0 {
			results = append(results, p.solves)
		}
	}
	u.wantKept("moves", moves, `select request from event`)
	u.wantKept("results", results, `select player from result where not extra`)
}

// wantKept wants what was answered to be kept once. What was not answered may be kept too.
func (u *update) wantKept(what string, answered []string, query string) {
	u.t.Helper()
	kept := map[string]int{}
	for _, id := range archivetest.Read[string](u.t, u.database, query) {
		kept[id]++
	}
	for _, id := range answered {
		if kept[id] != 1 {
			u.t.Errorf("%s: %s is kept %d times", what, id, kept[id])
		}
	}
	u.t.Logf("%d %s are answered, and %d kept", len(answered), what, len(kept))
}

func (u *update) awaitPosts() {
	u.t.Helper()
	u.stand.Await(u.t, "all dailies", func() bool {
		return !slices.ContainsFunc(u.due, func(channel string) bool { return len(u.stand.Messages(channel)) == 0 })
	})
}

// checkPosts wants one message for each daily that is due, which counts.
func (u *update) checkPosts() {
	t := u.t
	t.Helper()
	posted := map[int]int{}
	u.stand.Await(t, "all dailies", func() bool {
		return !slices.ContainsFunc(u.due, func(channel string) bool { return len(u.stand.Messages(channel)) == 0 })
	})
	for _, channel := range u.due {
		posted[len(u.stand.Messages(channel))]++
	}
	t.Logf("%d dailies are posted", len(u.due))
	if posted[1] != len(u.due) {
		t.Errorf("messages in the channels of one daily each: %v", posted)
	}
	counted := archivetest.Read[int](t, u.database, `select count(*) from outbox o join daily d using (guild, date, shape, tier) where kind = 'daily' and state = 'done' and counts`)
	if counted[0] != len(u.due) {
		t.Errorf("%d dailies of %d count", counted[0], len(u.due))
	}
}
