package outbox

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// side is how far a player of a duel is, as others may see it: how many digits, and not which.
type side struct {
	games.Game // of who has not begun, the player alone
	begun      bool
}

// placed is how many digits the player has placed, right or wrong, and of how many.
func (s side) placed() int { return s.Grid.Len() - s.Clues.Len() }
func (s side) of() int     { return len(s.Shape.Cells()) - s.Clues.Len() }

func (s side) solved() bool { return !s.Finished.IsZero() }

// elapsed is the time of a side that has solved the puzzle, 0 for others.
func (s side) elapsed() time.Duration {
	if !s.solved() {
		return 0
	}
	return s.Finished.Sub(s.Started)
}

// SidesOf returns how far both players are, the challenger first; of a race, those who have joined.
func SidesOf(d games.Duel, played []games.Game) []side {
	if d.IsRace() {
		all := make([]side, len(played))
		for i, g := range played {
			all[i] = side{g, true}
		}
		return all
	}
	both := make([]side, 2)
	for i, p := range []games.Player{d.Challenger, OpponentOf(d)} {
		both[i].Player = p
		for _, g := range played {
			if g.Player.ID == p.ID {
				both[i] = side{g, true}
			}
		}
	}
	return both
}

// class orders sides before their times count: solved alone, with hints, not on the board, not solved.
func (s side) class() int {
	switch {
	case !s.solved():
		return 3
	case s.HandedIn:
		return 2
	case s.Hints > 0:
		return 1
	}
	return 0
}

// compareSides orders sides, the better one first. Times are compared as they are shown, to the second.
func compareSides(a, b side) int {
	return cmp.Or(cmp.Compare(a.class(), b.class()), cmp.Compare(a.elapsed().Round(time.Second), b.elapsed().Round(time.Second)))
}

// winner returns who won a duel that is over; ok is false for nobody.
func winner(d games.Duel, both []side) (p games.Player, ok bool) {
	if d.State == games.DuelGivenUp {
		if d.ByOpponent {
			return both[0].Player, true
		}
		return both[1].Player, true
	}
	order := compareSides(both[0], both[1])
	switch {
	case order < 0:
		return both[0].Player, true
	case order > 0:
		return both[1].Player, true
	}
	return games.Player{}, false
}

// DuelReply is the public message of a duel, as it stands.
func DuelReply(ctx context.Context, env *handler.Env, s chat.Speech, d games.Duel) (chat.Reply, error) {
	var played []games.Game
	if !d.Accepted.IsZero() {
		var err error
		if played, err = env.Store.DuelGames(ctx, d.ID); err != nil {
			return chat.Reply{}, err
		}
	}
	lines := Standing(s, d, SidesOf(d, played))
	switch now := env.Config.Now(); {
	case d.IsOpen() && d.IsRace() && d.Closed:
		lines = append(lines, s.Say("race.until", locale.Args{"FromNow": s.FromNow(d.Until(), now)}))
	case d.IsOpen() && d.IsRace():
		lines = append(lines, s.Say("race.join", locale.Args{
			"Join": raceByNumber(d), "FromNow": s.FromNow(d.JoinUntil(), now),
		}))
	case d.IsOpen():
		lines = append(lines, s.Say("duel.until."+string(d.State), locale.Args{
			"Accept": chat.Asking("duel", chat.Chosen("answer", "accept")), "FromNow": s.FromNow(d.Until(), now),
		}))
	}
	title := s.Text("title.duel", nil)
	if d.IsRace() {
		title = s.Text("title.race", locale.Args{"Number": strconv.FormatInt(d.ID, 10)})
	}
	reply := chat.Reply{Screen: chat.Screen{Title: chat.Plain(title), Body: chat.Join("\n", lines...)}, Tracks: fmt.Sprintf("duel %d %d", d.ID, d.Standing)}
	reply.Screen.Rows = duelButtons(s, d)
	return reply.Limited(s), nil
}

// OpponentOf returns who was challenged. Of someone who has never played the archive has only the id,
// which at a prompt is a name.
func OpponentOf(d games.Duel) games.Player {
	return games.Player{ID: d.Opponent.ID, Name: cmp.Or(d.Opponent.Name, d.Opponent.ID)}
}

// Standing says how a duel or a race stands, or how it ended, and how far its players are.
func Standing(s chat.Speech, d games.Duel, both []side) []chat.Text {
	if d.IsRace() {
		return raceStanding(s, d, both)
	}
	args := locale.Args{
		"Challenger": s.PlayerPart(d.Challenger), "Opponent": s.PlayerPart(OpponentOf(d)), "Puzzle": duelPuzzle(s, d),
		"Play": chat.Asking("duel", chat.Chosen("answer", "play")),
	}
	if d.State == games.DuelGivenUp && d.ByOpponent {
		args["Challenger"], args["Opponent"] = args["Opponent"], args["Challenger"] // who gave up is named first
	}
	lines := []chat.Text{s.Say("duel.state."+string(d.State), args)}
	if d.Accepted.IsZero() {
		return lines
	}
	for _, one := range both {
		lines = append(lines, sideLine(s, one))
	}
	if !d.IsOpen() {
		key := "duel.drawn"
		who, ok := winner(d, both)
		if ok {
			key = "duel.won"
		}
		lines = append(lines, s.Say(key, locale.Args{"Player": s.PlayerPart(who)}))
	}
	return lines
}

// duelPuzzle says what is played: "a Medium sudoku", "a shidoku".
func duelPuzzle(s chat.Speech, d games.Duel) string {
	if d.Tier == 0 || d.Shape == sudoku.Shidoku {
		return s.Text("duel.puzzle", locale.Args{"Shape": s.Shape(d.Shape)})
	}
	return s.Text("duel.puzzle-tier", locale.Args{"Shape": s.Shape(d.Shape), "Tier": s.Difficulty(d.Tier)})
}

func sideLine(s chat.Speech, one side) chat.Text {
	args := locale.Args{
		"Player": s.PlayerPart(one.Player), "Placed": one.placed(), "Time": s.Elapsed(one.elapsed()),
		"Help": s.Helped(games.Result{Hints: one.Hints, Deepest: one.Deepest, Checks: one.Checks}),
	}
	switch {
	case !one.begun:
		return s.Say("duel.side.waits", args)
	case one.solved() && one.HandedIn:
		return s.Say("duel.side.handed-in", args)
	case one.solved():
		return s.Say("duel.side.solved", args)
	}
	return s.SayCount("duel.side.plays", one.of(), args)
}

// duelButtons are those of the message of a duel. Who may press which is checked when they are.
func duelButtons(s chat.Speech, d games.Duel) [][]chat.Button {
	button := func(label string, verb chat.Verb) chat.Button {
		return chat.Button{Label: s.Text(label, nil), Press: chat.Press{Verb: verb, Argument: strconv.FormatInt(d.ID, 10)}}
	}
	switch {
	case d.State == games.DuelInvited && d.IsRace():
		return chat.Buttons(button("button.play", chat.PlayDuel), button("button.cancel", chat.CancelDuel))
	case d.State == games.DuelInvited:
		return chat.Buttons(button("button.accept", chat.AcceptDuel), button("button.decline", chat.DeclineDuel), button("button.cancel", chat.CancelDuel))
	case d.State == games.DuelRunning:
		return chat.Buttons(button("button.play", chat.PlayDuel), button("button.give-up", chat.GiveUpDuel))
	}
	return nil
}
