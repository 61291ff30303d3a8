package screen

import (
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/submissions"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Finished is a game that its player has solved.
type Finished struct {
	Game     games.Game
	Words    chat.Text     // time, rank and more
	Place    string        // among the results of a daily
	Standing []chat.Text   // of the race
	Shared   bool          // others learn of it already
	Notices  []chat.Notice // of that, in the channel
	Remind   bool          // a reminder is offered
}

// Done leaves the game out of its outcome, which has changed with its result.
func (d Finished) Done(q handler.Query) handler.Done {
	o := chat.Outcome{Revision: d.Game.Revision, Judged: &chat.Judged{Solved: true, Words: d.Words, Place: d.Place}}
	return handler.Done{Outcome: o, Screen: func() chat.Reply { return d.screen(q) }}
}

// screen shows a finished game to its player, who may share the result.
func (d Finished) screen(q handler.Query) chat.Reply {
	reply := Board(q, d.Game, chat.Join("\n", append([]chat.Text{d.Words}, d.Standing...)...))
	reply.Screen.Over, reply.Notices = true, d.Notices
	below := afterwards(q, d.Game, !d.Shared)
	if d.Remind {
		below = append(below, RemindMe(q.Speech))
	}
	reply.Screen.Rows = append(chat.Buttons(below...), votes(q, d.Game, submissions.Vote{}, "")...)
	return reply
}

// afterwards are the buttons below a finished game: to share its result, to see the leaderboard, and the steps of its
// solution. A practice, whose time is not comparable, leads to the next.
func afterwards(q handler.Query, game games.Game, shareable bool) []chat.Button {
	show := chat.Press{Verb: chat.ShowResults}
	if game.IsDaily() { // its own date's, which is not always today's
		show = chat.ResultsOf(game.Date, game.Shape)
	}
	below := []chat.Button{{Label: q.Text("button.leaderboard", nil), Press: show}}
	if game.Race != 0 || game.Pasted { // which no leaderboard has
		below = nil
	}
	if game.Practice != "" {
		below = PractiseMore(q, game)
	} else if shareable && !q.Place.Private {
		below = append(below, chat.Button{Label: q.Text("button.share", nil), Press: chat.Press{Verb: chat.ShareResult, GameID: game.ID}})
	}
	if Challengeable(game) && !q.Place.Private {
		below = append(below, chat.Button{Label: q.Text("button.challenge", nil), Press: chat.Press{Verb: chat.Challenge, GameID: game.ID}})
	}
	return append(below, chat.Button{Label: q.Text("button.steps", nil), Press: chat.Press{Verb: chat.ShowStep, Argument: "1", GameID: game.ID}})
}

// Challengeable reports whether the player of a game can challenge others on its puzzle, which is the player's own choice.
func Challengeable(game games.Game) bool {
	return !game.IsDaily() && game.Race == 0 && game.Party == 0 && game.Practice == ""
}

// RemindMe is the button that opens the form for a reminder.
func RemindMe(s chat.Speech) chat.Button {
	return chat.Button{Label: s.Text("button.remind-me", nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.RemindMe}}
}

// practiceStart is the text at the start of a practice.
func practiceStart(q handler.Query, game games.Game) chat.Text {
	args := locale.Args{
		"Technique": q.Technique(game.Practice),
		"Move":      chat.Mention("move"), "Hint": chat.Mention("hint"), "Lesson": chat.Asking("technique", chat.Given{Name: "name", Value: string(game.Practice), Kind: chat.TechniqueOption}), "Example": chat.Typed("r4c5=?37"),
	}
	key := "practice.start-elimination"
	if game.Practice == logic.NakedSingle || game.Practice == logic.HiddenSingle {
		args["Example"] = chat.Typed("r4c5=7")
		key = "practice.start-single"
	}
	return q.Credited(q.Say(key, args), game.Puzzle)
}

// PractiseMore are the buttons below a practice that start the next: of the same technique, or of one that the player is
// weak at.
func PractiseMore(q handler.Query, game games.Game) (below []chat.Button) {
	for _, next := range []struct{ label, technique string }{{"button.practise-another", string(game.Practice)}, {"button.practise-mixed", ""}} {
		below = append(below, chat.Button{Label: q.Text(next.label, nil), Press: chat.Press{
			Verb: chat.StartPractice, Argument: next.technique, GameID: game.ID, Revision: game.Revision,
		}})
	}
	return below
}

// OutcomeOf is the outcome of a change whose only result is the board.
func OutcomeOf(game games.Game) chat.Outcome {
	return chat.Outcome{Game: game, GameID: game.ID, Revision: game.Revision}
}

// Judged is the outcome of a check or an answer.
func Judged(game games.Game, found chat.Judged) chat.Outcome {
	o := OutcomeOf(game)
	o.Judged = &found
	return o
}

// Hinted is a game after a hint about the board before, at which the outcome points.
func Hinted(q handler.Query, game games.Game, before play.Board, hint play.Hint) handler.Done {
	h := &chat.Hinted{Board: pointAt(picture.Diagram{Clues: before.Clues, Grid: before.Grid, Marks: before.Marks}, hint)}
	h.Level, h.Most = hint.Place()
	h.Words = q.Brief(hint)
	h.Step = shown(hint, q.Speech.Words)
	if hint.Level == play.HintApply {
		h.Words = q.Done(hint)
	}
	h.Words = chat.Cut(h.Words, chat.MaxText)
	o := OutcomeOf(game)
	o.Hint = h
	return handler.Done{Outcome: o, Screen: func() chat.Reply { return hintReply(q, game, hint) }}
}

// shown returns the step of a hint in its published form, as far as the level of the hint shows it; nil for a hint without one.
// HintWhere shows the houses to look at. HintTechnique also shows the technique, its tier and digits, and the candidate that a
// contradiction assumes; all other fields are empty then. A whole step leaves out its chain, which can take 100 kB: its links
// have what follows from what.
func shown(h play.Hint, w explain.Words) *steps.Step {
	if h.Step.Technique != "" {
		whole := steps.Of(logic.Deduction{Step: h.Step, Before: h.Before}, w)
		whole.Chain = nil
		whole.Sentence, whole.Notation = chat.Cut(whole.Sentence, chat.MaxText), chat.Cut(whole.Notation, chat.MaxText)
		return &whole
	}
	if len(h.Where) == 0 {
		return nil
	}
	part := steps.Step{
		Version: steps.Version, Technique: h.Technique, Tier: h.Technique.Tier(), Houses: []string{}, Cover: []string{}, Cells: []string{}, Digits: []int{},
		Candidates: []steps.Candidate{}, Links: []steps.Link{}, Placements: []steps.Candidate{}, Eliminations: []steps.Candidate{},
	}
	for _, house := range h.Where {
		part.Houses = append(part.Houses, house.String())
	}
	for d := range h.Digits.All() {
		part.Digits = append(part.Digits, int(d))
	}
	if h.Suppose.Digit != 0 {
		part.Candidates = append(part.Candidates, steps.Candidate{Cell: h.Suppose.Cell.String(), Digit: int(h.Suppose.Digit)})
	}
	return &part
}
