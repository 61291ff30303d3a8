package outbox

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// side is how far a player of a race is, as others may see it: how many digits, not which.
type side struct {
	games.Game // before it is begun, the player alone
	begun      bool
}

// placed is how many digits the player has placed, right or wrong, and of how many.
func (s side) placed() int { return s.Grid.Len() - s.Clues.Len() }
func (s side) of() int     { return len(s.Shape.Cells()) - s.Clues.Len() }

func (s side) solved() bool { return !s.Finished.IsZero() }

// elapsed is the time of a player who has solved the puzzle, 0 for others.
func (s side) elapsed() time.Duration {
	if !s.solved() {
		return 0
	}
	return s.Finished.Sub(s.Started)
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

// sidesOf returns how far the players of a race are, the first one first. Both players of a challenge belong to it before they begin.
func sidesOf(r games.Race, played []games.Game) (sides []side) {
	for _, g := range played {
		sides = append(sides, side{g, true})
	}
	if r.IsChallenge() {
		for _, p := range []games.Player{r.Opener, OpponentOf(r)} {
			if !slices.ContainsFunc(played, func(g games.Game) bool { return g.Player.ID == p.ID }) {
				sides = append(sides, side{Game: games.Game{Player: p}})
			}
		}
	}
	slices.SortStableFunc(sides, func(a, b side) int { return cmp.Or(compareSides(a, b), cmp.Compare(b.placed(), a.placed())) })
	return sides
}

// winner returns the player who won a race that is over; ok is false for none, or for several.
func winner(r games.Race, sides []side) (p games.Player, ok bool) {
	switch {
	case r.State == games.RaceGivenUp && r.ByOpponent:
		return r.Opener, true
	case r.State == games.RaceGivenUp:
		return OpponentOf(r), true
	case len(sides) == 0 || !sides[0].solved() || len(sides) > 1 && compareSides(sides[0], sides[1]) == 0:
		return games.Player{}, false
	}
	return sides[0].Player, true
}

// RaceReply is the public message of a race, as it stands.
func RaceReply(ctx context.Context, env *handler.Env, s chat.Speech, r games.Race) (chat.Reply, error) {
	var played []games.Game
	if !r.Begun.IsZero() {
		var err error
		if played, err = env.Store.RaceGames(ctx, r.ID); err != nil {
			return chat.Reply{}, err
		}
	}
	lines := Standing(s, r, played)
	args := locale.Args{
		"Accept": chat.Asking("duel", chat.Chosen("answer", "accept")), "Join": raceByNumber(r), "FromNow": s.FromNow(r.Until(), env.Config.Now()),
	}
	switch {
	case !r.IsOpen():
	case r.IsChallenge() && r.Begun.IsZero():
		lines = append(lines, s.Say("race.accept", args))
	case r.IsChallenge():
		lines = append(lines, s.Say("race.until", args))
	case r.Closed:
		lines = append(lines, s.Sentences(s.Say("race.closed", nil), s.Say("race.until", args)))
	default:
		args["FromNow"] = s.FromNow(r.JoinUntil(), env.Config.Now())
		lines = append(lines, s.Say("race.join", args))
	}
	reply := chat.Reply{
		Screen: chat.Screen{Title: raceTitle(s, r.ID), Body: chat.Join("\n", lines...), Rows: raceButtons(s, r)},
		Tracks: fmt.Sprintf("duel %d %d", r.ID, r.Standing), // also read by older programs; see [Outbox.Shown]
	}
	return reply.Limited(s), nil
}

func raceTitle(s chat.Speech, number int64) chat.Text {
	return chat.Plain(s.Text("title.race", locale.Args{"Number": strconv.FormatInt(number, 10)}))
}

// raceButtons are the buttons below a race. Who may press which is checked when they are pressed.
func raceButtons(s chat.Speech, r games.Race) [][]chat.Button {
	button := func(label string, verb chat.Verb) chat.Button {
		return chat.Button{Label: s.Text(label, nil), Press: chat.Press{Verb: verb, Argument: strconv.FormatInt(r.ID, 10)}}
	}
	switch {
	case r.State == games.RaceInvited && r.IsChallenge():
		return chat.Buttons(button("button.accept", chat.AcceptRace), button("button.decline", chat.DeclineRace), button("button.cancel", chat.CancelRace))
	case r.State == games.RaceInvited:
		return chat.Buttons(button("button.play", chat.PlayRace), button("button.cancel", chat.CancelRace))
	case r.State == games.RaceRunning:
		return chat.Buttons(button("button.play", chat.PlayRace), button("button.give-up", chat.GiveUpRace))
	}
	return nil
}

// OpponentOf returns the player who was challenged. Of a player who has never played the archive has only the id,
// which at a prompt is a name.
func OpponentOf(r games.Race) games.Player {
	return games.Player{ID: r.Opponent.ID, Name: cmp.Or(r.Opponent.Name, r.Opponent.ID)}
}

// raceByNumber is the command that opens a player's board in a race, for prompts, which have no buttons.
func raceByNumber(r games.Race) chat.Part {
	return chat.Asking("race", chat.Given{Name: "number", Value: strconv.FormatInt(r.ID, 10)})
}

// Standing describes how a race stands, or how it ended: first the race itself, then each of its players in a line, by place.
func Standing(s chat.Speech, r games.Race, played []games.Game) []chat.Text {
	puzzle := s.Text("race.puzzle", locale.Args{"Shape": s.Shape(r.Shape)}) // "a shidoku"
	if r.Tier != 0 && library.HasTiers(r.Shape) {
		puzzle = s.Text("race.puzzle-tier", locale.Args{"Shape": s.Shape(r.Shape), "Tier": s.Difficulty(r.Tier)})
	}
	if r.IsPasted() {
		puzzle = s.Text("race.puzzle-pasted", locale.Args{"Shape": s.Shape(r.Shape), "Tier": s.Difficulty(r.Tier)})
	}
	key := "race.state."
	if r.IsChallenge() && r.Begun.IsZero() && r.State != games.RaceCancelled {
		key = "race.challenge."
	}
	args := locale.Args{"Player": s.PlayerPart(r.Opener), "Opponent": s.PlayerPart(OpponentOf(r)), "Puzzle": puzzle, "Join": raceByNumber(r)}
	if r.ByOpponent {
		args["Player"] = args["Opponent"] // who gave up
	}
	first := s.Say(key+string(r.State), args)
	if r.Rated && r.IsOpen() {
		first = s.Sentences(first, s.Say("race.rated", nil))
	}
	lines := []chat.Text{first}
	if r.Begun.IsZero() {
		return lines
	}
	place, sides := 0, sidesOf(r, played)
	for i, one := range sides {
		if i == 0 || compareSides(sides[i-1], one) != 0 {
			place = i + 1
		}
		full := barCells * one.placed() / max(one.of(), 1)
		mark := strings.Repeat("▰", full) + strings.Repeat("▱", barCells-full)
		if one.solved() {
			if mark = s.Ordinal(place); place <= len(medals) {
				mark = medals[place-1]
			}
		}
		lines = append(lines, chat.Join(" ", chat.Plain(mark), sideLine(s, one)))
	}
	if who, ok := winner(r, sides); ok && !r.IsOpen() {
		lines = append(lines, s.Say("race.won", locale.Args{"Player": s.PlayerPart(who)}))
	}
	return lines
}

// barCells is how long the bar is that draws how far a player is.
const barCells = 8

// medals mark the first places.
var medals = []string{"🥇", "🥈", "🥉"}

// sideLine describes how far a player is.
func sideLine(s chat.Speech, one side) chat.Text {
	args := locale.Args{
		"Player": s.PlayerPart(one.Player), "Placed": one.placed(), "Time": s.Elapsed(one.elapsed()),
		"Help": s.Helped(games.Result{Hints: one.Hints, Deepest: one.Deepest, Checks: one.Checks}),
	}
	switch {
	case !one.begun:
		return s.Say("race.side.waits", args)
	case one.solved() && one.HandedIn:
		return s.Say("race.side.handed-in", args)
	case one.solved():
		return s.Say("race.side.solved", args)
	}
	return s.SayCount("race.side.plays", one.of(), args)
}

// showRace changes the message of a race, or sends it into the channel of games.
func showRace(ctx context.Context, env *handler.Env, poster chat.Poster, guild daily.Guild, post daily.Post) (chat.Posted, error) {
	if post.Target != "" {
		return edited(raceMessage)(ctx, env, poster, guild, post)
	}
	at, err := makePost(ctx, env, poster, kind{reply: raceMessage}, guild, post)
	if err == nil {
		err = env.Store.SetRaceMessage(ctx, post.Number, post.ChannelID, at.MessageID)
	}
	return at, err
}

// raceMessage is the message of a race as it stands. The first one notifies the player who is challenged.
func raceMessage(ctx context.Context, env *handler.Env, _ daily.Guild, post daily.Post) (chat.Reply, error) {
	r, err := env.Store.Race(ctx, post.Number)
	if err != nil {
		return chat.Reply{}, err
	}
	reply, err := RaceReply(ctx, env, chat.SpeechIn(r.Language), r)
	if post.Target == "" && post.Version != daily.QuietRace && r.IsChallenge() {
		reply.Pings = []string{r.Opponent.ID}
	}
	return reply, err
}

// raceShown forgets a message that is gone: a command then answers with another.
func raceShown(ctx context.Context, env *handler.Env, post daily.Post, o outcome) error {
	if !o.closed {
		return nil
	}
	return env.Store.LoseRaceMessage(ctx, post.Number, post.Target)
}

// raceDeleted is the message of a deleted race, without names and buttons.
func raceDeleted(_ context.Context, _ *handler.Env, _ daily.Guild, post daily.Post) (chat.Reply, error) {
	s := chat.SpeechIn(post.Language)
	reply := chat.Reply{Screen: chat.Screen{Title: raceTitle(s, post.Number), Body: s.Say("race.deleted", nil)}}
	return reply.Limited(s), nil
}
