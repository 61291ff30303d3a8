package meet

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A race is several players on one puzzle, each on a private board, and a public message that shows how far they are, never
// with which digits. /race opens one for all, /duel challenges one player, who accepts or declines. /duel with an answer does the same
// as the buttons of the message. The time of each player counts from when they open their board, which shows the puzzle for the first
// time: a challenge accepted in the morning may be played in the evening.

// The answers to a race, which are also the ends of its verbs.
const (
	acceptAnswer  = "accept"
	declineAnswer = "decline"
	cancelAnswer  = "cancel"
	playAnswer    = "play"
	giveUpAnswer  = "give-up"
)

var raceAnswers = []string{acceptAnswer, declineAnswer, cancelAnswer, playAnswer, giveUpAnswer}

// RaceCommand is /race.
func RaceCommand() handler.Handler {
	return handler.Handler{
		Name: "race",
		Options: []chat.Option{
			chat.OptionOfTier(), handler.ShapeOption(), {Name: "rated", Kind: chat.ChoiceOption, Choices: []string{"yes"}},
			{Name: "number", Kind: chat.TextOption, Narrow: true}, {Name: handler.PuzzleOption, Kind: chat.TextOption, Narrow: true},
		},
		Example: []chat.Given{{Name: "tier", Value: "hidden"}}, Prepare: handler.Writes, Before: outbox.FindSite, Play: race,
		Buttons: []handler.Button{
			{Verb: chat.Challenge, Handler: &handler.Handler{Name: "challenging", Answer: challenge}},
			{Verb: chat.RaceOn, Handler: &handler.Handler{Name: "racing-on", Prepare: handler.Writes, Before: outbox.FindSite, Answer: raceOn}},
		},
	}
}

// race opens a race for all, or the player's board in one by its number.
func race(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	switch number := q.Option("number"); {
	case q.Place.GuildID == people.PrivateGuild(q.Player.ID):
		return handler.Done{}, chat.Refuse("refusal.meet-alone", nil)
	case number != "":
		r, err := raceNumbered(ctx, env, q, number)
		if err == nil && !r.IsFor(q.Player.ID) {
			err = noRace()
		}
		if err != nil {
			return handler.Done{}, err
		}
		game, err := env.Store.StartRaceGame(ctx, r.ID, q.Player)
		if errors.Is(err, games.ErrNotOpen) {
			err = games.ErrRaceClosed
		}
		return screen.Started(q, game), notJoined(r, err)
	}
	var pasted sudoku.Grid
	if text := q.Option(handler.PuzzleOption); text != "" {
		if q.Option("rated") != "" || q.Option("tier") != "" || q.Option("shape") != "" {
			return handler.Done{}, chat.Refuse("refusal.race-pasted", nil)
		}
		start, err := handler.ReadPuzzle(q, text)
		if err != nil {
			return handler.Done{}, err
		}
		pasted = start.Clues
	}
	reply, err := openRace(ctx, env, q, games.Player{}, pasted)
	// A page joins races, and opens none.
	return handler.Done{Outcome: chat.Outcome{Problem: reply.Screen.Body}, Screen: func() chat.Reply { return reply }}, err
}

// DuelCommand is /duel.
func DuelCommand() handler.Handler {
	return handler.Handler{
		Name: "duel",
		Options: []chat.Option{
			{Name: "player", Kind: chat.PlayerOption}, chat.OptionOfTier(), handler.ShapeOption(),
			{Name: "answer", Kind: chat.ChoiceOption, Choices: raceAnswers},
			{Name: "quiet", Kind: chat.ChoiceOption, Choices: []string{"yes"}},
		},
		Example: []chat.Given{{Name: "answer", Value: acceptAnswer}}, Prepare: handler.Writes, Before: outbox.FindSite, Answer: duel,
		Buttons: handler.Answers("duel-", raceAnswers),
	}
}

// duel challenges a player, answers, or shows a player's newest race, a challenge if there is one.
func duel(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	answer := q.Option("answer")
	switch {
	case q.Place.GuildID == people.PrivateGuild(q.Player.ID):
		return chat.Reply{}, chat.Refuse("refusal.meet-alone", nil)
	case answer != "":
		return answerRace(ctx, env, q, answer)
	case q.Option("player") != "":
		opponent, err := playerNamed(q, "player")
		if err != nil {
			return chat.Reply{}, err
		}
		return openRace(ctx, env, q, opponent, sudoku.Grid{})
	case q.Option("tier") != "" || q.Option("shape") != "" || q.Option("quiet") != "":
		return chat.Reply{}, chat.Refuse("refusal.race-player", locale.Args{"Duel": chat.Mention("duel")})
	}
	open, err := env.Store.OpenRacesOf(ctx, q.Player.ID, q.Place.GuildID)
	if err != nil {
		return chat.Reply{}, err
	}
	if len(open) == 0 {
		return chat.Private("", q.Say("race.none", locale.Args{"Duel": chat.Mention("duel"), "Race": chat.Mention("race")})), nil
	}
	reply, err := outbox.RaceReply(ctx, env, q.Speech, open[0])
	reply.Private, reply.Tracks = true, ""
	return reply, err
}

// challenge offers to send the puzzle of a game to others.
func challenge(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	game, err := puzzleOfOwn(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	reply := chat.Private("", q.Say("pasted.challenge", locale.Args{"Game": q.NameOf(game)}))
	reply.Screen.Rows = chat.Buttons(
		chat.Button{Label: q.Text("button.race-on", nil), Press: chat.Press{Verb: chat.RaceOn, GameID: game.ID}},
		chat.Button{Label: q.Text("button.party-on", nil), Press: chat.Press{Verb: chat.PartyOn, GameID: game.ID}},
	)
	return reply, nil
}

// puzzleOfOwn returns the game that a button names, if its player can challenge others on its puzzle.
func puzzleOfOwn(ctx context.Context, env *handler.Env, q handler.Query) (games.Game, error) {
	game, err := env.Store.Game(ctx, q.Pressed.GameID)
	if errors.Is(err, postgres.ErrNotFound) || err == nil && (game.Player.ID != q.Player.ID || game.GuildID != q.Place.GuildID || !screen.Challengeable(game)) {
		err = chat.Refuse("refusal.old-button", locale.Args{"Help": chat.Mention("help")})
	}
	return game, err
}

// raceOn opens a race for all on the puzzle of a game.
func raceOn(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	game, err := puzzleOfOwn(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	return openRace(ctx, env, q, games.Player{}, game.Clues)
}

// openRace opens a race for all, on a pasted puzzle if there is one, or challenges an opponent. A player who has such a race is
// shown that.
func openRace(ctx context.Context, env *handler.Env, q handler.Query, opponent games.Player, pasted sudoku.Grid) (chat.Reply, error) {
	tier, shape, err := handler.KindOf(q)
	if err != nil {
		return chat.Reply{}, err
	}
	for _, option := range []string{"rated", "quiet"} {
		if given := q.Option(option); given != "" && given != "yes" {
			return chat.Reply{}, q.RefuseGiven(option)
		}
	}
	if q.Option("rated") != "" && shape != sudoku.Sudoku {
		return chat.Reply{}, chat.Refuse("refusal.rated-shape", locale.Args{"Shape": q.Shape(shape), "Option": q.OptionLabel("rated")})
	}
	if err := outbox.Refusal(q.Site, q); err != nil {
		return chat.Reply{}, err
	}
	wish := games.Race{
		GuildID: q.Place.GuildID, ChannelID: cmp.Or(q.Site.GamesID, q.Place.ChannelID), Language: q.Language,
		Opener: q.Player, Opponent: opponent, Shape: shape, Tier: tier, Rated: q.Option("rated") != "", Pasted: pasted,
	}
	var r games.Race
	if err = env.Store.MayOpenRace(ctx, wish); err == nil { // a refusal counts as no post
		if err = env.CountPost(ctx, q, 1); err == nil { // before the race has a number, which players see
			r, err = env.Store.OpenRace(ctx, wish)
		}
	}
	args := locale.Args{"Player": q.PlayerPart(opponent)}
	switch at, isOpen := errors.AsType[*games.OpenRaceError](err); {
	case isOpen:
		reply, err := outbox.RaceReply(ctx, env, q.Speech, at.Race)
		reply.Private, reply.Tracks = true, ""
		reply.Screen.Body = chat.Join("\n", q.Say("race.already", nil), reply.Screen.Body)
		return reply, err
	case errors.Is(err, games.ErrNoChallenges):
		return chat.Reply{}, chat.Refuse("refusal.challenges-off", args)
	case errors.Is(err, games.ErrManyInvited):
		return chat.Reply{}, chat.Refuse("refusal.race-often", args)
	case err != nil:
		return chat.Reply{}, handler.NotPlayable(q, pasted, err)
	}
	quiet := q.Option("quiet") != ""
	if q.Site.GamesID != "" {
		version := int64(0)
		if quiet {
			version = daily.QuietRace
		}
		return outbox.InGames(q, q.Site.GamesID), env.Store.AddMeeting(ctx, r.GuildID, daily.RaceMessage, r.ID, r.ChannelID, version)
	}
	r.Opponent.Name = opponent.Name // the archive has the names only of players who have played
	reply, err := outbox.RaceReply(ctx, env, chat.SpeechIn(r.Language), r)
	if r.IsChallenge() && !quiet {
		reply.Pings = []string{opponent.ID}
	}
	return reply, err
}

// maxName is how long a name may be that is typed at a prompt.
const maxName = 64

// playerNamed returns the player whom an option names: another one, who can answer. A prompt has names in
// place of ids.
func playerNamed(q handler.Query, option string) (games.Player, error) {
	person, known := q.Players[option]
	if !known {
		name := strings.TrimPrefix(strings.TrimSpace(q.Option(option)), "@")
		if !q.Place.Private || name == "" || len(name) > maxName {
			return games.Player{}, chat.Refuse("refusal.no-player", locale.Args{"Text": chat.Quoted(q.Option(option))})
		}
		person.Player = games.Player{ID: name, Name: name}
	}
	args := locale.Args{"Player": q.PlayerPart(person.Player)}
	switch {
	case person.ID == q.Player.ID:
		return person.Player, chat.Refuse("refusal.race-self", args)
	case person.Bot:
		return person.Player, chat.Refuse("refusal.race-bot", args)
	case person.Absent:
		return person.Player, chat.Refuse("refusal.race-absent", args)
	}
	return person.Player, nil
}

// answerRace gives the answer of a button below a race, or of one that was typed, and shows how the race stands then.
func answerRace(ctx context.Context, env *handler.Env, q handler.Query, answer string) (chat.Reply, error) {
	r, err := meantRace(ctx, env, q, answer)
	if err != nil {
		return chat.Reply{}, err
	}
	switch {
	case !r.IsFor(q.Player.ID):
		return chat.Reply{}, chat.Refuse("refusal.race-of-others", locale.Args{"Duel": chat.Mention("duel")})
	case (answer == acceptAnswer || answer == declineAnswer) && q.Player.ID != r.Opponent.ID:
		return chat.Reply{}, chat.Refuse("refusal.race-answer", locale.Args{"Player": q.PlayerPart(outbox.OpponentOf(r))})
	case answer == cancelAnswer && q.Player.ID != r.Opener.ID:
		return chat.Reply{}, chat.Refuse("refusal.race-cancel", locale.Args{"Player": q.PlayerPart(r.Opener)})
	}
	now := r
	switch answer {
	case acceptAnswer:
		var guild daily.Guild
		if guild, err = env.Store.Guild(ctx, r.GuildID); err == nil {
			now, err = env.Store.AcceptRace(ctx, r.ID, q.Player, guild)
		}
	case declineAnswer:
		now, err = env.Store.EndRace(ctx, r.ID, games.RaceDeclined, true)
	case cancelAnswer:
		now, err = env.Store.EndRace(ctx, r.ID, games.RaceCancelled, false)
	case playAnswer:
		var game games.Game
		if game, err = env.Store.StartRaceGame(ctx, r.ID, q.Player); err == nil {
			return screen.Opened(q, game), nil
		}
	case giveUpAnswer:
		now, err = giveUp(ctx, env, q, r)
	}
	if errors.Is(err, games.ErrNotOpen) {
		now, err = env.Store.Race(ctx, r.ID) // the button is on an older message
	}
	if err != nil {
		return chat.Reply{}, notJoined(r, err)
	}
	reply, err := outbox.RaceReply(ctx, env, chat.SpeechIn(now.Language), now)
	reply.InPlace = q.Pressed != nil
	if q.Pressed == nil && now.MessageID != "" { // whose message is changed soon
		reply.Private, reply.Tracks = true, ""
	}
	return reply, err
}

// meantRace returns the race of a button, or the newest open one to which an answer may be.
func meantRace(ctx context.Context, env *handler.Env, q handler.Query, answer string) (games.Race, error) {
	if q.Pressed != nil {
		return raceNumbered(ctx, env, q, q.Pressed.Argument)
	}
	if !slices.Contains(raceAnswers, answer) {
		return games.Race{}, q.RefuseGiven("answer")
	}
	open, err := env.Store.OpenRacesOf(ctx, q.Player.ID, q.Place.GuildID)
	if err != nil {
		return games.Race{}, err
	}
	other := ""
	if q.Option("player") != "" {
		p, err := playerNamed(q, "player")
		if err != nil {
			return games.Race{}, err
		}
		other = p.ID
	}
	for _, r := range open {
		invited, awaited := r.State == games.RaceInvited, false
		switch answer {
		case acceptAnswer, declineAnswer:
			awaited = invited && q.Player.ID == r.Opponent.ID
		case cancelAnswer:
			awaited = invited && q.Player.ID == r.Opener.ID
		default:
			awaited = !invited || !r.IsChallenge()
		}
		if awaited && (other == "" || other == r.Opener.ID || other == r.Opponent.ID) {
			return r, nil
		}
	}
	return games.Race{}, chat.Refuse("refusal.no-open-race", locale.Args{"Duel": chat.Mention("duel")})
}

// raceNumbered returns a race of the guild by its number.
func raceNumbered(ctx context.Context, env *handler.Env, q handler.Query, number string) (games.Race, error) {
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return games.Race{}, noRace()
	}
	r, err := env.Store.Race(ctx, id)
	if errors.Is(err, postgres.ErrNotFound) || err == nil && r.GuildID != q.Place.GuildID {
		err = noRace()
	}
	return r, err
}

func noRace() error { return chat.Refuse("refusal.no-race", locale.Args{"Race": chat.Mention("race")}) }

// giveUp gives up for a player, unless they have solved the puzzle: a wrong button would lose a race that is as good as won.
func giveUp(ctx context.Context, env *handler.Env, q handler.Query, r games.Race) (games.Race, error) {
	played, err := env.Store.RaceGames(ctx, r.ID)
	if err != nil {
		return r, err
	}
	for _, g := range played {
		if r.State == games.RaceRunning && g.Player.ID == q.Player.ID && !g.Finished.IsZero() {
			return r, chat.Refuse("refusal.race-solved", locale.Args{"Until": q.FromNow(r.Until(), q.Now)})
		}
	}
	return env.Store.LeaveRace(ctx, r, q.Player.ID)
}

// notJoined is the refusal of a player who cannot join a race; other errors are returned unchanged.
func notJoined(r games.Race, err error) error {
	again := locale.Args{"Race": chat.Mention("race")}
	switch {
	case errors.Is(err, games.ErrRaceClosed):
		return chat.Refuse("refusal.race-closed", again)
	case errors.Is(err, games.ErrHad):
		return chat.Refuse("refusal.race-had", again)
	}
	return handler.Spoils(r.Shape, err)
}

// Settled ends the race of a finished game if it was the last one, and shows below the result how the race stands. The end of a
// challenge is posted in its channel, as both players have agreed to that, unless the result is announced already.
func Settled(ctx context.Context, env *handler.Env, q handler.Query, f screen.Finished) (handler.Done, error) {
	r, err := env.Store.SettleRace(ctx, f.Game.Race)
	if err != nil {
		return handler.Done{}, err
	}
	played, err := env.Store.RaceGames(ctx, r.ID)
	if err != nil {
		return handler.Done{}, err
	}
	f.Standing = outbox.Standing(q.Speech, r, played)
	if r.IsOpen() { // the first line is about how to begin
		f.Standing = f.Standing[1:]
	}
	if r.State == games.RaceSolved && r.IsChallenge() && !f.Shared && (q.Place.Page || q.Place.ChannelID == r.ChannelID) {
		f.Notices, err = outbox.Notify(ctx, env, q, f.Game, daily.EndOfRace, chat.Join("\n", outbox.Standing(chat.SpeechIn(r.Language), r, played)...))
	}
	return f.Done(q), err
}
