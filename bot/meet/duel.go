package meet

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
)

// A duel is two players on one puzzle, each on a private board. One asks in public, the other accepts,
// and a public message says how far both are, never with which digits. What the buttons of the
// message do, /duel does too. The time of each counts from when they open their board: it shows
// the puzzle for the first time, so who accepts in the morning may play in the evening.

// The answers to a duel, which are also the ends of its verbs.
const (
	acceptAnswer  = "accept"
	declineAnswer = "decline"
	cancelAnswer  = "cancel"
	playAnswer    = "play"
	giveUpAnswer  = "give-up"
)

var duelAnswers = []string{acceptAnswer, declineAnswer, cancelAnswer, playAnswer, giveUpAnswer}

// DuelCommand is /duel.
func DuelCommand() handler.Handler {
	return handler.Handler{
		Name: "duel",
		Options: []chat.Option{
			{Name: "player", Kind: chat.PlayerOption}, chat.OptionOfTier(), handler.ShapeOption(),
			{Name: "answer", Kind: chat.ChoiceOption, Choices: duelAnswers},
			{Name: "quiet", Kind: chat.ChoiceOption, Choices: []string{"yes"}},
		},
		Example: []chat.Given{{Name: "answer", Value: acceptAnswer}}, Writes: true, Posts: true, Answer: duel,
		Buttons: handler.Answers("duel-", duelAnswers),
	}
}

func duel(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	answer := q.Option("answer")
	switch {
	case q.Place.GuildID == people.PrivateGuild(q.Player.ID):
		return chat.Reply{}, chat.Refuse("refusal.meet-alone", nil)
	case answer != "":
		return answerDuel(ctx, env, q, answer)
	case q.Option("player") != "":
		return challenge(ctx, env, q)
	case q.Option("tier") != "" || q.Option("shape") != "" || q.Option("quiet") != "":
		return chat.Reply{}, chat.Refuse("refusal.duel-player", locale.Args{"Duel": chat.Mention("duel")})
	}
	open, err := env.Store.OpenDuels(ctx, q.Player.ID, q.Place.GuildID)
	if err != nil || len(open) == 0 {
		return chat.Private(q.Text("title.duel", nil), q.Say("duel.none", locale.Args{"Duel": chat.Mention("duel")})), err
	}
	reply, err := outbox.DuelReply(ctx, env, q.Speech, open[0])
	reply.Private, reply.Tracks = true, ""
	return reply, err
}

// challenge invites a player.
func challenge(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	tier, shape, err := handler.KindOf(q)
	if err != nil {
		return chat.Reply{}, err
	}
	if quiet := q.Option("quiet"); quiet != "" && quiet != "yes" {
		return chat.Reply{}, q.RefuseGiven("quiet")
	}
	opponent, err := playerNamed(q, "player")
	if err != nil {
		return chat.Reply{}, err
	}
	if err := outbox.Refusal(q.Site, q); err != nil {
		return chat.Reply{}, err
	}
	wish := games.Duel{
		GuildID: q.Place.GuildID, ChannelID: cmp.Or(q.Site.GamesID, q.Place.ChannelID), Language: q.Language,
		Challenger: q.Player, Opponent: opponent, Shape: shape, Tier: tier,
	}
	if err := env.Store.MayChallenge(ctx, wish); err != nil {
		return chat.Reply{}, notChallenged(q, err, opponent)
	}
	if err := env.CountPost(ctx, q, 1); err != nil { // a refusal counts as no post
		return chat.Reply{}, err
	}
	d, err := env.Store.Challenge(ctx, wish)
	if err != nil {
		return chat.Reply{}, notChallenged(q, err, opponent)
	}
	if q.Site.GamesID != "" {
		version := int64(0)
		if q.Option("quiet") != "" {
			version = daily.QuietDuel
		}
		return outbox.InGames(q, q.Site.GamesID), env.Store.AddMeeting(ctx, d.GuildID, daily.DuelMessage, d.ID, d.ChannelID, version)
	}
	d.Opponent.Name = opponent.Name // the archive has it only of those who have played
	reply, err := outbox.DuelReply(ctx, env, chat.SpeechIn(d.Language), d)
	if q.Option("quiet") == "" {
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
		return person.Player, chat.Refuse("refusal.duel-self", args)
	case person.Bot:
		return person.Player, chat.Refuse("refusal.duel-bot", args)
	case person.Absent:
		return person.Player, chat.Refuse("refusal.duel-absent", args)
	}
	return person.Player, nil
}

// notChallenged says why an invitation was not made.
func notChallenged(q handler.Query, err error, opponent games.Player) error {
	var open *games.OpenDuelError
	args := locale.Args{"Player": q.PlayerPart(opponent), "Duel": chat.Mention("duel")}
	switch {
	case errors.As(err, &open):
		return chat.Refuse("refusal.duel-open", args)
	case errors.Is(err, games.ErrNoDuels):
		return chat.Refuse("refusal.duels-off", args)
	case errors.Is(err, games.ErrManyInvited):
		return chat.Refuse("refusal.duel-often", args)
	}
	return err
}

// answerDuel does what a button of a duel says, or its word at a prompt.
func answerDuel(ctx context.Context, env *handler.Env, q handler.Query, answer string) (chat.Reply, error) {
	d, err := meantDuel(ctx, env, q, answer)
	if err != nil {
		return chat.Reply{}, err
	}
	switch {
	case !d.IsRace() && !d.Has(q.Player.ID):
		return chat.Reply{}, chat.Refuse("refusal.duel-of-others", locale.Args{"Duel": chat.Mention("duel")})
	case (answer == acceptAnswer || answer == declineAnswer) && q.Player.ID != d.Opponent.ID:
		return chat.Reply{}, chat.Refuse("refusal.duel-answer", locale.Args{"Player": q.PlayerPart(outbox.OpponentOf(d))})
	case answer == cancelAnswer && q.Player.ID != d.Challenger.ID:
		return chat.Reply{}, chat.Refuse("refusal.duel-cancel", locale.Args{"Player": q.PlayerPart(d.Challenger)})
	case answer == playAnswer:
		return playDuel(ctx, env, q, d)
	}
	d, err = changeDuel(ctx, env, q, d, answer)
	if errors.Is(err, games.ErrNotOpen) {
		d, err = env.Store.Duel(ctx, d.ID) // as it stands: the button is that of an older message
	}
	if err != nil {
		return chat.Reply{}, err
	}
	return changedDuel(ctx, env, q, d)
}

// meantDuel returns the duel of a button, or the newest open one that an answer can be meant for.
func meantDuel(ctx context.Context, env *handler.Env, q handler.Query, answer string) (games.Duel, error) {
	if q.Pressed != nil {
		return duelNumbered(ctx, env, q, q.Pressed.Argument, chat.Refuse("refusal.no-duel", locale.Args{"Duel": chat.Mention("duel")}))
	}
	if !slices.Contains(duelAnswers, answer) {
		return games.Duel{}, q.RefuseGiven("answer")
	}
	open, err := env.Store.OpenDuels(ctx, q.Player.ID, q.Place.GuildID)
	if err != nil {
		return games.Duel{}, err
	}
	other := ""
	if q.Option("player") != "" {
		p, err := playerNamed(q, "player")
		if err != nil {
			return games.Duel{}, err
		}
		other = p.ID
	}
	for _, d := range open {
		if (other == "" || d.Has(other)) && awaits(d, q.Player.ID, answer) {
			return d, nil
		}
	}
	return games.Duel{}, chat.Refuse("refusal.no-open-duel", locale.Args{"Duel": chat.Mention("duel")})
}

// awaits reports whether an answer of a player makes sense in an open duel.
func awaits(d games.Duel, playerID, answer string) bool {
	invited := d.State == games.DuelInvited
	switch answer {
	case acceptAnswer, declineAnswer:
		return invited && playerID == d.Opponent.ID
	case cancelAnswer:
		return invited && playerID == d.Challenger.ID
	}
	return !invited || d.IsRace()
}

// changeDuel changes the state of a duel, or returns [games.ErrNotOpen].
func changeDuel(ctx context.Context, env *handler.Env, q handler.Query, d games.Duel, answer string) (games.Duel, error) {
	switch answer {
	case acceptAnswer:
		guild, err := env.Store.Guild(ctx, d.GuildID)
		if err != nil {
			return d, err
		}
		return env.Store.AcceptDuel(ctx, d.ID, q.Player, guild)
	case declineAnswer:
		return env.Store.EndDuel(ctx, d.ID, games.DuelDeclined, true)
	case cancelAnswer:
		return env.Store.EndDuel(ctx, d.ID, games.DuelCancelled, false)
	}
	if d.IsRace() {
		return leaveRace(ctx, env, q, d)
	}
	return giveUpDuel(ctx, env, q, d)
}

// giveUpDuel lets the other player win, unless this one has solved the puzzle: a wrong button would lose
// what is as good as won.
func giveUpDuel(ctx context.Context, env *handler.Env, q handler.Query, d games.Duel) (games.Duel, error) {
	played, err := env.Store.DuelGames(ctx, d.ID)
	if err != nil {
		return d, err
	}
	for _, g := range played {
		if d.State == games.DuelRunning && g.Player.ID == q.Player.ID && !g.Finished.IsZero() {
			return d, chat.Refuse("refusal.duel-solved", locale.Args{"Until": q.FromNow(d.Until(), q.Now)})
		}
	}
	return env.Store.EndDuel(ctx, d.ID, games.DuelGivenUp, q.Player.ID == d.Opponent.ID)
}

// changedDuel shows a duel after an answer: in its message, where that is the one with the button.
// What was typed changes a message that is known later, and only says so here.
func changedDuel(ctx context.Context, env *handler.Env, q handler.Query, d games.Duel) (chat.Reply, error) {
	reply, err := outbox.DuelReply(ctx, env, chat.SpeechIn(d.Language), d)
	reply.InPlace = q.Pressed != nil
	if q.Pressed == nil && d.MessageID != "" {
		reply.Private, reply.Tracks = true, ""
	}
	return reply, err
}

// playDuel opens the player's board.
func playDuel(ctx context.Context, env *handler.Env, q handler.Query, d games.Duel) (chat.Reply, error) {
	game, err := env.Store.StartDuelGame(ctx, d.ID, q.Player)
	if errors.Is(err, games.ErrNotOpen) {
		if d, err = env.Store.Duel(ctx, d.ID); err == nil {
			return changedDuel(ctx, env, q, d)
		}
	}
	if err != nil {
		return chat.Reply{}, notJoined(err)
	}
	return screen.Opened(q, game), nil
}

// Settled ends the duel of a finished game where the other one is finished too, and shows how it
// stands below the result. All in the channel of the duel learn how it ended, unless the result is announced
// already: both have agreed to that. Of a race the message itself is the end.
func Settled(ctx context.Context, env *handler.Env, q handler.Query, f screen.Finished) (handler.Done, error) {
	d, err := env.Store.SettleDuel(ctx, f.Game.Duel)
	if err != nil {
		return handler.Done{}, err
	}
	played, err := env.Store.DuelGames(ctx, d.ID)
	if err != nil {
		return handler.Done{}, err
	}
	sides := outbox.SidesOf(d, played)
	f.Standing = outbox.Standing(q.Speech, d, sides)
	if d.IsOpen() { // the first line says how to begin
		f.Standing = f.Standing[1:]
	}
	if d.State == games.DuelSolved && !d.IsRace() && !f.Shared && (q.Place.Page || q.Place.ChannelID == d.ChannelID) {
		f.Notices, err = outbox.Notify(ctx, env, q, f.Game, daily.EndOfDuel, chat.Join("\n", outbox.Standing(chat.SpeechIn(d.Language), d, sides)...))
	}
	return f.Done(q), err
}
