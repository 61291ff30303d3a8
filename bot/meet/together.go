package meet

import (
	"cmp"
	"context"
	"errors"
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
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

var partyAnswers = []string{screen.JoinAnswer, screen.CloseAnswer}

// The dailies that a party can be asked for. Today's is refused, as others have yet to solve it.
const (
	dailyPuzzle     = "daily"
	yesterdayPuzzle = "yesterday"
)

// TogetherCommand is /together.
func TogetherCommand() handler.Handler {
	puzzles := []string{dailyPuzzle, yesterdayPuzzle}
	for _, t := range logic.Tiers {
		puzzles = append(puzzles, t.String())
	}
	return handler.Handler{
		Name: "together",
		Options: []chat.Option{
			{Name: "puzzle", Kind: chat.TierOption, Choices: puzzles}, handler.ShapeOption(),
			{Name: "answer", Kind: chat.ChoiceOption, Choices: partyAnswers, Narrow: true},
		},
		Example: []chat.Given{{Name: "puzzle", Value: yesterdayPuzzle}}, Prepare: handler.Writes, Before: outbox.FindThread, Answer: together,
		Buttons: append(handler.Answers("party-", partyAnswers),
			handler.Button{Verb: chat.StartParty, Options: func(f chat.Fill) (map[string]string, bool) {
				puzzle, shape, _ := strings.Cut(f.Press.Argument, "/")
				return map[string]string{"puzzle": puzzle, "shape": shape}, true
			}},
			handler.Button{Verb: chat.PartyOn, Handler: &handler.Handler{Name: "meeting-on", Prepare: handler.Writes, Before: outbox.FindThread, Answer: partyOn}}),
	}
}

func together(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	if q.Place.GuildID == people.PrivateGuild(q.Player.ID) {
		return chat.Reply{}, chat.Refuse("refusal.meet-alone", nil)
	}
	switch answer := q.Option("answer"); answer {
	case "":
		if party, err := env.Store.PartyIn(ctx, q.Place.GuildID, q.Place.ChannelID); err == nil && atPrompt(q) && q.Option("puzzle") == "" && q.Option("shape") == "" && party.Until().After(q.Now) {
			return joinParty(ctx, env, q)
		}
		return startParty(ctx, env, q, sudoku.Grid{})
	case screen.JoinAnswer:
		return joinParty(ctx, env, q)
	case screen.CloseAnswer:
		return closeParty(ctx, env, q)
	default:
		return chat.Reply{}, q.RefuseGiven("answer")
	}
}

// atPrompt reports whether a request was typed at a prompt, which is one channel for all players and all games. It is meant
// for the board that its player opened last.
func atPrompt(q handler.Query) bool { return q.Pressed == nil && q.Place.Private }

// messagesOfParty is how many posts a party counts as: an invitation, a thread and a board.
const messagesOfParty = 3

// partyOn starts a party on the puzzle of a game.
func partyOn(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	game, err := puzzleOfOwn(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	return startParty(ctx, env, q, game.Clues)
}

// startParty starts a party in the channel of games, on a pasted puzzle if there is one. Without a channel of games the board
// is in this channel if that is a thread, else in a thread below the reply.
func startParty(ctx context.Context, env *handler.Env, q handler.Query, pasted sudoku.Grid) (chat.Reply, error) {
	if q.Option("puzzle") == dailyPuzzle {
		return notYet(ctx, env, q)
	}
	if err := outbox.Refusal(q.Site, q); err != nil {
		return chat.Reply{}, err
	}
	guild, yesterdays, shape, tier, err := puzzleForAll(ctx, env, q)
	if err != nil {
		start, unread := games.ReadPasted(q.Option("puzzle"))
		if unread != nil {
			return chat.Reply{}, err
		}
		pasted = start.Clues
	}
	if pasted != (sudoku.Grid{}) {
		if err := env.Store.MayStartPasted(ctx, q.Player.ID, guild, pasted); err != nil { // before it counts as a post
			return chat.Reply{}, handler.NotPlayable(q, pasted, err)
		}
	}
	if err := mayStart(ctx, env, q); err != nil {
		return chat.Reply{}, err
	}
	wish := games.Party{GuildID: q.Place.GuildID, ChannelID: cmp.Or(q.Site.GamesID, q.Place.ChannelID), Starter: q.Player, Language: q.Tag(), Shape: shape, Pasted: pasted}
	if q.Site.Here {
		wish.ThreadID = q.Place.ChannelID
	}
	party, err := env.Store.StartParty(ctx, wish, guild, yesterdays, tier)
	if open := (*games.OpenPartyError)(nil); errors.As(err, &open) {
		return chat.Reply{}, isOpen(open.Party)
	}
	if err != nil {
		return chat.Reply{}, err
	}
	if q.Site.GamesID != "" {
		return outbox.InGames(q, party.ChannelID), env.Store.AddMeeting(ctx, party.GuildID, daily.PartyBoard, party.ID, party.ChannelID, 0)
	}
	if !q.Site.Here {
		return outbox.PartyInvitation(chat.SpeechIn(party.Language), party), nil
	}
	game, err := screen.PartyGame(ctx, env, q, &party, nil)
	if err != nil {
		return chat.Reply{}, err
	}
	reply := screen.Board(q, game, outbox.PartyRules(q.Speech, party))
	reply.InPlace = false // below the board that is over, whose button it was
	return reply, nil
}

// mayStart refuses a party if one is open, or if too much was posted lately. A refusal counts as no post.
func mayStart(ctx context.Context, env *handler.Env, q handler.Query) error {
	open, err := env.Store.PartyStartedBy(ctx, q.Place.GuildID, q.Player.ID)
	if errors.Is(err, postgres.ErrNotFound) && q.Site.Here {
		open, err = env.Store.PartyIn(ctx, q.Place.GuildID, q.Place.ChannelID)
	}
	switch {
	case err == nil && open.Until().After(q.Now):
		return isOpen(open)
	case err != nil && !errors.Is(err, postgres.ErrNotFound):
		return err
	}
	return env.CountPost(ctx, q, messagesOfParty)
}

// isOpen is the refusal of a second party.
func isOpen(p games.Party) error {
	return chat.Refuse("refusal.party-open", locale.Args{
		"Channel": chat.Channel(outbox.PartyChannel(p)), "Close": chat.Asking("together", chat.Chosen("answer", screen.CloseAnswer)),
	})
}

// notYet refuses a board for all on today's daily, and offers another puzzle of its difficulty.
func notYet(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	s, err := env.Schedule(ctx, q.Place.GuildID)
	if err != nil {
		return chat.Reply{}, err
	}
	date := s.Today(env.Config.Now())
	_, shape, err := env.KindOn(ctx, q, s.Guild, date)
	if err != nil {
		return chat.Reply{}, err
	}
	today, err := env.Store.Daily(ctx, s.Guild, date, shape, 0)
	if err != nil {
		return chat.Reply{}, err
	}
	another := today.Tier.String()
	puzzle := func(value string) chat.Part {
		given := []chat.Given{{Name: "puzzle", Value: value, Kind: chat.TierOption}}
		if shape != sudoku.Sudoku && value == another || q.Option("shape") != "" {
			given = append(given, chat.Chosen("shape", shape.String()))
		}
		return chat.Asking("together", given...)
	}
	reply := chat.Failure(q.Say("refusal.daily-together", locale.Args{"Another": puzzle(another), "Yesterday": puzzle(yesterdayPuzzle)}))
	reply.Screen.Rows = chat.Buttons(chat.Button{Label: q.Text("button.together-again", nil), Press: chat.Press{Verb: chat.StartParty, Argument: another + "/" + shape.String()}})
	return reply, nil
}

// puzzleForAll returns the puzzle that a party is asked for: yesterday's daily, or a shape and a tier, 0 for any.
func puzzleForAll(ctx context.Context, env *handler.Env, q handler.Query) (guild daily.Guild, yesterdays daily.Daily, shape sudoku.Shape, tier logic.Tier, err error) {
	s, err := env.Schedule(ctx, q.Place.GuildID)
	if err == nil && q.Option("shape") != "" {
		shape, err = sudoku.ParseShape(q.Option("shape"))
	}
	if err != nil {
		return guild, yesterdays, shape, tier, err
	}
	switch text := q.Option("puzzle"); text {
	case "":
	case yesterdayPuzzle:
		today := s.Today(env.Config.Now())
		date := today.AddDays(-1)
		if s.First.IsZero() {
			return s.Guild, yesterdays, shape, tier, &daily.TooEarlyError{Date: date, First: today}
		}
		if q.Option("shape") == "" {
			shape, err = env.ShapeOf(ctx, s.Guild, date)
		}
		if err == nil {
			yesterdays, err = env.Store.Daily(ctx, s.Guild, date, shape, 0)
		}
	default:
		tier, err = q.ParseTier(text)
	}
	return s.Guild, yesterdays, shape, tier, err
}

// meantParty returns the party of a button, or the open one of this channel. Its starter can close one
// from elsewhere too: its thread may have been deleted, and no other can be opened before it ends.
func meantParty(ctx context.Context, env *handler.Env, q handler.Query) (games.Party, error) {
	none := chat.Refuse("refusal.no-party", locale.Args{"Together": chat.Mention("together")})
	if q.Pressed == nil {
		party, err := env.Store.PartyIn(ctx, q.Place.GuildID, q.Place.ChannelID)
		if errors.Is(err, postgres.ErrNotFound) && q.Option("answer") == screen.CloseAnswer {
			party, err = env.Store.PartyStartedBy(ctx, q.Place.GuildID, q.Player.ID)
		}
		if errors.Is(err, postgres.ErrNotFound) {
			err = none
		}
		return party, err
	}
	id, err := strconv.ParseInt(strings.TrimSpace(q.Pressed.Argument), 10, 64)
	if err != nil {
		return games.Party{}, none
	}
	party, err := env.Store.Party(ctx, id)
	if errors.Is(err, postgres.ErrNotFound) || err == nil && party.GuildID != q.Place.GuildID {
		err = none
	}
	return party, err
}

// joinParty makes the player a participant.
func joinParty(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	party, err := meantParty(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	party, err = env.Store.JoinParty(ctx, party.ID, q.Player)
	if errors.Is(err, games.ErrNotOpen) {
		err = chat.Refuse("refusal.party-over", locale.Args{"Together": chat.Mention("together")})
	}
	if err != nil {
		return chat.Reply{}, err
	}
	switch {
	case q.Pressed == nil && !atPrompt(q):
		return chat.Private("", joined(q)), nil
	case q.Pressed != nil && q.Pressed.GameID == 0:
		reply := outbox.PartyInvitation(chat.SpeechIn(party.Language), party)
		reply.InPlace = true
		return reply, nil
	}
	game, err := screen.PartyGame(ctx, env, q, &party, nil)
	if err != nil {
		return chat.Reply{}, err
	}
	q = InLanguageOf(q, party)
	return screen.Board(q, game, joined(q)), nil
}

// joined announces the player as a participant.
func joined(q handler.Query) chat.Text {
	return q.Say("together.joined", locale.Args{"Player": q.PlayerPart(q.Player)})
}

// closeParty ends a party for its starter or an admin. If the starter's data were deleted, any participant can end it.
func closeParty(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	party, err := meantParty(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	switch {
	case q.Player.ID == party.Starter.ID || q.Rights.ManageGuild:
	case party.Starter.ID != "":
		return chat.Reply{}, chat.Refuse("refusal.party-close", locale.Args{"Player": q.PlayerPart(party.Starter)})
	default:
		joined, err := env.Store.IsParticipant(ctx, party.ID, q.Player.ID)
		if err == nil && !joined {
			err = chat.Refuse("refusal.party-join", locale.Args{"Join": chat.Asking("together", chat.Chosen("answer", screen.JoinAnswer))})
		}
		if err != nil {
			return chat.Reply{}, err
		}
	}
	party, err = env.Store.EndParty(ctx, party.ID)
	if errors.Is(err, games.ErrNotOpen) {
		err = chat.Refuse("refusal.party-over", locale.Args{"Together": chat.Mention("together")})
	}
	if err != nil {
		return chat.Reply{}, err
	}
	if q.Pressed != nil && q.Pressed.GameID == 0 {
		reply := outbox.PartyInvitation(chat.SpeechIn(party.Language), party)
		reply.InPlace = true
		return reply, nil
	}
	reply, _, err := outbox.PartyEnded(ctx, env, party)
	reply.InPlace = q.Pressed != nil
	if q.Pressed == nil && q.Place.ChannelID != outbox.PartyChannel(party) { // whose readers did not see the party
		reply.Private, reply.Tracks = true, ""
	}
	return reply, err
}

// PartyHere returns the party that a request is about: for a button, the party of its board; for a typed command, the
// open one of the channel. It returns nil if there is none.
func PartyHere(ctx context.Context, env *handler.Env, q handler.Query) (*games.Party, error) {
	if q.Pressed != nil && q.Pressed.GameID == 0 || q.Place.ChannelID == "" {
		return nil, nil
	}
	find := func() (games.Party, error) { return env.Store.PartyIn(ctx, q.Place.GuildID, q.Place.ChannelID) }
	if q.Pressed != nil {
		find = func() (games.Party, error) { return env.Store.PartyOf(ctx, q.Pressed.GameID) }
	}
	party, err := find()
	switch {
	case errors.Is(err, postgres.ErrNotFound) || err == nil && party.GuildID != q.Place.GuildID:
		return nil, nil
	case err != nil:
		return nil, err
	case atPrompt(q):
		if newest, err := env.Store.OpenedPartyLast(ctx, party.ID, q.Player.ID); err != nil || !newest {
			return nil, err
		}
	}
	return &party, nil
}

// aBoard is how many posts a board counts as that a typed command posts once more.
const aBoard = 0.2

// CountTyped counts a command that a participant types at a party's board, since it posts the board for all, and refuses
// it if that is too often. Buttons post nothing.
func CountTyped(ctx context.Context, env *handler.Env, q handler.Query, party games.Party) error {
	if q.Pressed != nil {
		return nil
	}
	joined, err := env.Store.IsParticipant(ctx, party.ID, q.Player.ID)
	if err != nil || !joined {
		return err
	}
	return env.CountPost(ctx, q, aBoard)
}

// InLanguageOf answers in the language of a party, which all who see its board share.
func InLanguageOf(q handler.Query, party games.Party) handler.Query {
	q.Speech = chat.SpeechIn(party.Language)
	return q
}

// FinishTogether is about a board that was just solved.
func FinishTogether(ctx context.Context, env *handler.Env, q handler.Query, party int64) (handler.Done, error) {
	p, err := env.Store.Party(ctx, party)
	if err != nil {
		return handler.Done{}, err
	}
	reply, game, err := outbox.PartyEnded(ctx, env, p)
	reply.InPlace = q.Pressed != nil
	return handler.Done{Outcome: chat.Outcome{Revision: game.Revision}, Screen: func() chat.Reply { return reply }}, err
}
