package bot

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A party solves one board together, in public: in a thread, or where a network has none, in the
// channel. The board has the pad that every board has, and what a participant presses or types there
// counts for all. Its game is one of the archive's, with revisions as any: of two who press at
// once one changes the board, and the other sees it.

// The answers to a party, which are also the ends of its verbs.
const (
	joinAnswer  = "join"
	closeAnswer = "close"
)

var partyAnswers = []string{joinAnswer, closeAnswer}

// dailyPuzzle is the option of a party that solves today's daily.
const dailyPuzzle = "daily"

func togetherCommand() handler {
	puzzles := []string{dailyPuzzle}
	for _, t := range logic.Tiers {
		puzzles = append(puzzles, t.String())
	}
	return handler{
		name: "together",
		options: []Option{
			{Name: "puzzle", Kind: TierOption, Choices: puzzles},
			{Name: "answer", Kind: ChoiceOption, Choices: partyAnswers},
		},
		example: []Given{{Name: "puzzle", Value: dailyPuzzle}}, writes: true, threads: true, answer: (*Bot).together,
		buttons: append(answers("party-", partyAnswers), button{verb: StartParty, options: argumentAs("puzzle")}),
	}
}

func (b *Bot) together(ctx context.Context, q query) (Reply, error) {
	if q.Place.GuildID == people.PrivateGuild(q.Player.ID) {
		return Reply{}, refuse("refusal.meet-alone", nil)
	}
	switch answer := q.option("answer"); answer {
	case "":
		return b.startParty(ctx, q)
	case joinAnswer:
		return b.joinParty(ctx, q)
	case closeAnswer:
		return b.closeParty(ctx, q)
	default:
		return Reply{}, q.refuseGiven("answer")
	}
}

// startParty starts a party here, where this is a thread, else below the reply.
func (b *Bot) startParty(ctx context.Context, q query) (Reply, error) {
	if err := q.site.refusal(q); err != nil {
		return Reply{}, err
	}
	guild, daily, tier, err := b.puzzleForAll(ctx, q)
	if err != nil {
		return Reply{}, err
	}
	wish := games.Party{GuildID: q.Place.GuildID, ChannelID: q.Place.ChannelID, Starter: q.Player, Language: q.Tag()}
	if q.site.here {
		wish.ThreadID = q.Place.ChannelID
	}
	party, err := b.store.StartParty(ctx, wish, guild, daily, tier)
	if open := (*games.OpenPartyError)(nil); errors.As(err, &open) {
		return Reply{}, refuse("refusal.party-open", locale.Args{"Channel": channelPart(partyChannel(open.Party)), "Close": asking("together", chosen("answer", closeAnswer))})
	}
	if err != nil {
		return Reply{}, err
	}
	if !q.site.here {
		return speechIn(party.Language).partyInvitation(party), nil
	}
	game, err := b.partyGame(ctx, q, &party, nil)
	if err != nil {
		return Reply{}, err
	}
	reply := q.board(game, q.partyRules(party))
	reply.InPlace = false // below the board that is over, whose button it was
	return reply, nil
}

// puzzleForAll returns what a party is to solve: a daily, or a tier, 0 for any.
func (b *Bot) puzzleForAll(ctx context.Context, q query) (guild daily.Guild, daily daily.Daily, tier logic.Tier, err error) {
	text := q.option("puzzle")
	if text != "" && text != dailyPuzzle {
		if tier, err = q.ParseTier(text); err != nil {
			return guild, daily, tier, err
		}
	}
	if text != dailyPuzzle {
		guild, err = b.store.Guild(ctx, q.Place.GuildID)
		return guild, daily, tier, err
	}
	s, err := b.schedule(ctx, q.Place.GuildID)
	if err == nil && s.Rules.Sealed { // all in the channel would see it, and not only who presses Play
		err = refuse("refusal.sealed-together", locale.Args{"Daily": command("daily"), "Together": command("together")})
	}
	if err == nil {
		daily, err = b.store.Daily(ctx, s.Guild, s.Today(b.config.Now()), sudoku.Sudoku, 0)
	}
	return s.Guild, daily, tier, err
}

// meantParty returns the party of a button, or the open one of this channel. Its starter can close one
// from elsewhere too: its thread may have been deleted, and no other can be opened before it ends.
func (b *Bot) meantParty(ctx context.Context, q query) (games.Party, error) {
	none := refuse("refusal.no-party", locale.Args{"Together": command("together")})
	if q.pressed == nil {
		party, err := b.store.PartyIn(ctx, q.Place.GuildID, q.Place.ChannelID)
		if errors.Is(err, postgres.ErrNotFound) && q.option("answer") == closeAnswer {
			party, err = b.store.PartyStartedBy(ctx, q.Place.GuildID, q.Player.ID)
		}
		if errors.Is(err, postgres.ErrNotFound) {
			err = none
		}
		return party, err
	}
	id, err := strconv.ParseInt(strings.TrimSpace(q.pressed.Argument), 10, 64)
	if err != nil {
		return games.Party{}, none
	}
	party, err := b.store.Party(ctx, id)
	if errors.Is(err, postgres.ErrNotFound) || err == nil && party.GuildID != q.Place.GuildID {
		err = none
	}
	return party, err
}

// joinParty makes the player a participant.
func (b *Bot) joinParty(ctx context.Context, q query) (Reply, error) {
	party, err := b.meantParty(ctx, q)
	if err != nil {
		return Reply{}, err
	}
	party, err = b.store.JoinParty(ctx, party.ID, q.Player)
	if errors.Is(err, games.ErrNotOpen) {
		err = refuse("refusal.party-over", locale.Args{"Together": command("together")})
	}
	if err != nil {
		return Reply{}, err
	}
	switch {
	case q.pressed == nil:
		return private("", q.joined()), nil
	case q.pressed.GameID == 0:
		reply := speechIn(party.Language).partyInvitation(party)
		reply.InPlace = true
		return reply, nil
	}
	game, err := b.partyGame(ctx, q, &party, nil)
	if err != nil {
		return Reply{}, err
	}
	q = q.inLanguageOf(party)
	return q.board(game, q.joined()), nil
}

// joined says that the player is a participant now.
func (q query) joined() Text {
	return q.Say("together.joined", locale.Args{"Player": q.player(q.Player)})
}

// closeParty ends a party for its starter, or for an admin.
func (b *Bot) closeParty(ctx context.Context, q query) (Reply, error) {
	party, err := b.meantParty(ctx, q)
	if err != nil {
		return Reply{}, err
	}
	if q.Player.ID != party.Starter.ID && !q.Rights.ManageGuild {
		return Reply{}, refuse("refusal.party-close", locale.Args{"Player": q.player(party.Starter)})
	}
	party, err = b.store.EndParty(ctx, party.ID)
	if errors.Is(err, games.ErrNotOpen) {
		err = refuse("refusal.party-over", locale.Args{"Together": command("together")})
	}
	if err != nil {
		return Reply{}, err
	}
	if q.pressed != nil && q.pressed.GameID == 0 {
		reply := speechIn(party.Language).partyInvitation(party)
		reply.InPlace = true
		return reply, nil
	}
	end, err := b.endOf(ctx, party)
	if err != nil {
		return Reply{}, err
	}
	reply := end.screen(q)
	if q.pressed == nil && q.Place.ChannelID != partyChannel(party) { // whose readers have nothing to do with it
		reply.Private, reply.Tracks = true, ""
	}
	return reply, nil
}

// partyHere returns the party that a request is about: that of the board with the button, or
// for what was typed the open one of the channel; nil where there is none.
func (b *Bot) partyHere(ctx context.Context, q query) (*games.Party, error) {
	if q.pressed != nil && q.pressed.GameID == 0 || q.Place.ChannelID == "" {
		return nil, nil
	}
	find := func() (games.Party, error) { return b.store.PartyIn(ctx, q.Place.GuildID, q.Place.ChannelID) }
	if q.pressed != nil {
		find = func() (games.Party, error) { return b.store.PartyOf(ctx, q.pressed.GameID) }
	}
	party, err := find()
	switch {
	case errors.Is(err, postgres.ErrNotFound) || err == nil && party.GuildID != q.Place.GuildID:
		return nil, nil
	case err != nil:
		return nil, err
	case q.pressed == nil && q.Place.Private: // a prompt has one channel for all players and all games
		if joined, err := b.store.IsParticipant(ctx, party.ID, q.Player.ID); err != nil || !joined {
			return nil, err
		}
	}
	return &party, nil
}

// inLanguageOf answers in the language of a party, which all who see its board share.
func (q query) inLanguageOf(party games.Party) query {
	q.speech = speechIn(party.Language)
	return q
}

// partyGame returns the board of a party to a participant, who makes the next change.
func (b *Bot) partyGame(ctx context.Context, q query, party *games.Party, err error) (games.Game, error) {
	if err != nil {
		return games.Game{}, err
	}
	joined, err := b.store.IsParticipant(ctx, party.ID, q.Player.ID)
	switch {
	case err != nil:
		return games.Game{}, err
	case party.State == games.PartyClosed || party.State == games.PartyIdle:
		return games.Game{}, refuse("refusal.party-over", locale.Args{"Together": command("together")})
	case !joined:
		return games.Game{}, refuse("refusal.party-join", locale.Args{"Join": asking("together", chosen("answer", joinAnswer))})
	}
	game, err := b.store.PartyGame(ctx, party.ID)
	game.By = q.Player
	return game, err
}

// finishTogether is about a board that was just solved.
func (b *Bot) finishTogether(ctx context.Context, party int64) (done, error) {
	p, err := b.store.Party(ctx, party)
	if err != nil {
		return nil, err
	}
	return b.endOf(ctx, p)
}

func (d partyEnd) screen(q query) Reply {
	reply := speechIn(d.party.Language).partyEnded(d)
	reply.InPlace = q.pressed != nil
	return reply
}

func (d partyEnd) outcome(query) Outcome { return Outcome{Revision: d.game.Revision} }
