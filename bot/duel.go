package bot

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
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

func duelCommand() handler {
	return handler{
		name: "duel",
		options: []Option{
			{Name: "player", Kind: PlayerOption}, tierOption(), shapeOption(),
			{Name: "answer", Kind: ChoiceOption, Choices: duelAnswers},
			{Name: "quiet", Kind: ChoiceOption, Choices: []string{"yes"}},
		},
		example: []Given{{Name: "answer", Value: acceptAnswer}}, writes: true, answer: (*Bot).duel,
		buttons: answers("duel-", duelAnswers),
	}
}

func (b *Bot) duel(ctx context.Context, q query) (Reply, error) {
	answer := q.option("answer")
	switch {
	case q.Place.GuildID == people.PrivateGuild(q.Player.ID):
		return Reply{}, refuse("refusal.meet-alone", nil)
	case answer != "":
		return b.answerDuel(ctx, q, answer)
	case q.option("player") != "":
		return b.challenge(ctx, q)
	case q.option("tier") != "" || q.option("shape") != "" || q.option("quiet") != "":
		return Reply{}, refuse("refusal.duel-player", locale.Args{"Duel": command("duel")})
	}
	open, err := b.store.OpenDuels(ctx, q.Player.ID, q.Place.GuildID)
	if err != nil || len(open) == 0 {
		return private(q.Text("title.duel", nil), q.Say("duel.none", locale.Args{"Duel": command("duel")})), err
	}
	reply, err := b.duelReply(ctx, q.speech, open[0])
	reply.Private, reply.Tracks = true, ""
	return reply, err
}

// challenge invites a player.
func (b *Bot) challenge(ctx context.Context, q query) (Reply, error) {
	tier, shape, err := kindOf(q)
	if err != nil {
		return Reply{}, err
	}
	if quiet := q.option("quiet"); quiet != "" && quiet != "yes" {
		return Reply{}, q.refuseGiven("quiet")
	}
	opponent, err := q.playerNamed("player")
	if err != nil {
		return Reply{}, err
	}
	d, err := b.store.Challenge(ctx, games.Duel{
		GuildID: q.Place.GuildID, ChannelID: q.Place.ChannelID, Language: q.Language,
		Challenger: q.Player, Opponent: opponent, Shape: shape, Tier: tier,
	})
	if err != nil {
		return Reply{}, q.notChallenged(err, opponent)
	}
	d.Opponent.Name = opponent.Name // the archive has it only of those who have played
	reply, err := b.duelReply(ctx, speechIn(d.Language), d)
	if q.option("quiet") == "" {
		reply.Pings = []string{opponent.ID}
	}
	return reply, err
}

// maxName is how long a name may be that is typed at a prompt.
const maxName = 64

// playerNamed returns the player whom an option names: another one, who can answer. A prompt has names in
// place of ids.
func (q query) playerNamed(option string) (games.Player, error) {
	person, known := q.Players[option]
	if !known {
		name := strings.TrimPrefix(strings.TrimSpace(q.option(option)), "@")
		if !q.Place.Private || name == "" || len(name) > maxName {
			return games.Player{}, refuse("refusal.no-player", locale.Args{"Text": quoted(q.option(option))})
		}
		person.Player = games.Player{ID: name, Name: name}
	}
	args := locale.Args{"Player": q.player(person.Player)}
	switch {
	case person.ID == q.Player.ID:
		return person.Player, refuse("refusal.duel-self", args)
	case person.Bot:
		return person.Player, refuse("refusal.duel-bot", args)
	case person.Absent:
		return person.Player, refuse("refusal.duel-absent", args)
	}
	return person.Player, nil
}

// notChallenged says why an invitation was not made.
func (q query) notChallenged(err error, opponent games.Player) error {
	var open *games.OpenDuelError
	args := locale.Args{"Player": q.player(opponent), "Duel": command("duel")}
	switch {
	case errors.As(err, &open):
		return refuse("refusal.duel-open", args)
	case errors.Is(err, games.ErrNoDuels):
		return refuse("refusal.duels-off", args)
	case errors.Is(err, games.ErrManyInvited):
		return refuse("refusal.duel-often", args)
	}
	return err
}

// answerDuel does what a button of a duel says, or its word at a prompt.
func (b *Bot) answerDuel(ctx context.Context, q query, answer string) (Reply, error) {
	d, err := b.meantDuel(ctx, q, answer)
	if err != nil {
		return Reply{}, err
	}
	switch {
	case !d.Has(q.Player.ID):
		return Reply{}, refuse("refusal.duel-of-others", locale.Args{"Duel": command("duel")})
	case (answer == acceptAnswer || answer == declineAnswer) && q.Player.ID != d.Opponent.ID:
		return Reply{}, refuse("refusal.duel-answer", locale.Args{"Player": q.player(opponentOf(d))})
	case answer == cancelAnswer && q.Player.ID != d.Challenger.ID:
		return Reply{}, refuse("refusal.duel-cancel", locale.Args{"Player": q.player(d.Challenger)})
	case answer == playAnswer:
		return b.playDuel(ctx, q, d)
	}
	d, err = b.changeDuel(ctx, q, d, answer)
	if errors.Is(err, games.ErrNotOpen) {
		d, err = b.store.Duel(ctx, d.ID) // as it stands: the button is that of an older message
	}
	if err != nil {
		return Reply{}, err
	}
	return b.changedDuel(ctx, q, d)
}

// meantDuel returns the duel of a button, or the newest open one that an answer can be meant for.
func (b *Bot) meantDuel(ctx context.Context, q query, answer string) (games.Duel, error) {
	if q.pressed != nil {
		id, err := strconv.ParseInt(q.pressed.Argument, 10, 64)
		if err != nil {
			return games.Duel{}, refuse("refusal.no-duel", locale.Args{"Duel": command("duel")})
		}
		d, err := b.store.Duel(ctx, id)
		if errors.Is(err, postgres.ErrNotFound) || err == nil && d.GuildID != q.Place.GuildID {
			err = refuse("refusal.no-duel", locale.Args{"Duel": command("duel")})
		}
		return d, err
	}
	if !slices.Contains(duelAnswers, answer) {
		return games.Duel{}, q.refuseGiven("answer")
	}
	open, err := b.store.OpenDuels(ctx, q.Player.ID, q.Place.GuildID)
	if err != nil {
		return games.Duel{}, err
	}
	other := ""
	if q.option("player") != "" {
		p, err := q.playerNamed("player")
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
	return games.Duel{}, refuse("refusal.no-open-duel", locale.Args{"Duel": command("duel")})
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
	return !invited
}

// changeDuel changes the state of a duel, or returns [games.ErrNotOpen].
func (b *Bot) changeDuel(ctx context.Context, q query, d games.Duel, answer string) (games.Duel, error) {
	switch answer {
	case acceptAnswer:
		guild, err := b.store.Guild(ctx, d.GuildID)
		if err != nil {
			return d, err
		}
		return b.store.AcceptDuel(ctx, d.ID, q.Player, guild)
	case declineAnswer:
		return b.store.EndDuel(ctx, d.ID, games.DuelDeclined, true)
	case cancelAnswer:
		return b.store.EndDuel(ctx, d.ID, games.DuelCancelled, false)
	}
	return b.giveUpDuel(ctx, q, d)
}

// giveUpDuel lets the other player win, unless this one has solved the puzzle: a wrong button would lose
// what is as good as won.
func (b *Bot) giveUpDuel(ctx context.Context, q query, d games.Duel) (games.Duel, error) {
	played, err := b.store.DuelGames(ctx, d.ID)
	if err != nil {
		return d, err
	}
	for _, g := range played {
		if d.State == games.DuelRunning && g.Player.ID == q.Player.ID && !g.Finished.IsZero() {
			return d, refuse("refusal.duel-solved", locale.Args{"Until": q.fromNow(d.Until(), q.now)})
		}
	}
	return b.store.EndDuel(ctx, d.ID, games.DuelGivenUp, q.Player.ID == d.Opponent.ID)
}

// changedDuel shows a duel after an answer: in its message, where that is the one with the button.
// What was typed changes a message that is known later, and only says so here.
func (b *Bot) changedDuel(ctx context.Context, q query, d games.Duel) (Reply, error) {
	reply, err := b.duelReply(ctx, speechIn(d.Language), d)
	reply.InPlace = q.pressed != nil
	if q.pressed == nil && d.MessageID != "" {
		reply.Private, reply.Tracks = true, ""
	}
	return reply, err
}

// playDuel opens the player's board.
func (b *Bot) playDuel(ctx context.Context, q query, d games.Duel) (Reply, error) {
	game, err := b.store.StartDuelGame(ctx, d.ID, q.Player)
	if errors.Is(err, games.ErrNotOpen) {
		if d, err = b.store.Duel(ctx, d.ID); err == nil {
			return b.changedDuel(ctx, q, d)
		}
	}
	if err != nil {
		return Reply{}, err
	}
	return q.opened(game), nil
}

// settled ends the duel of a finished game where the other one is finished too, and shows how it
// stands below the result. All in the channel of the duel learn how it ended, unless the result is announced
// already: both have agreed to that.
func (b *Bot) settled(ctx context.Context, q query, f finished) (done, error) {
	d, err := b.store.SettleDuel(ctx, f.game.Duel)
	if err != nil {
		return nil, err
	}
	played, err := b.store.DuelGames(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	sides := sidesOf(d, played)
	f.standing = q.standing(d, sides)
	if d.IsOpen() { // the first line says how to begin
		f.standing = f.standing[1:]
	}
	if d.State == games.DuelSolved && !f.shared && (q.Place.Page || q.Place.ChannelID == d.ChannelID) {
		f.notices, err = b.notify(ctx, q, f.game, daily.EndOfDuel, join("\n", speechIn(d.Language).standing(d, sides)...))
	}
	return f, err
}

// duelTrack names a duel for [Bot.Shown].
func duelTrack(id int64) string { return "duel " + strconv.FormatInt(id, 10) }
