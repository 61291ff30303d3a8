package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
)

// Threads is what /together asks of a network that has threads, besides [Channels].
type Threads interface {
	// CheckThread finds out whether a channel of a guild is a thread, and if not, whether the bot can
	// open a thread in it, with a board. The error is a [*ChannelError] where it cannot, and another
	// where that cannot be found out.
	CheckThread(ctx context.Context, guildID, channelID string) (isThread bool, err error)
}

// site is where a board for all would be: here, or in a thread to be opened.
type site struct {
	here bool
	err  error // why there can be none
}

// siteFor asks the network, before the transaction, which must be short.
func (b *Bot) siteFor(ctx context.Context, q query) site {
	network, ok := q.Channels.(Threads)
	if !ok || q.option("answer") != "" || q.Place.GuildID == people.PrivateGuild(q.Player.ID) {
		return site{here: true}
	}
	select {
	case b.checking <- struct{}{}:
		defer func() { <-b.checking }()
	default:
		return site{err: errTooManyChecks}
	}
	ctx, cancel := context.WithTimeout(ctx, checkIn)
	defer cancel()
	here, err := network.CheckThread(ctx, q.Place.GuildID, q.Place.ChannelID)
	return site{here, err}
}

// refusal says why there can be no board for all.
func (s site) refusal(q query) error {
	var unfit *ChannelError
	switch {
	case s.err == nil:
		return nil
	case errors.As(s.err, &unfit):
		return refuse("refusal.thread-unfit", locale.Args{"Problem": q.problem(unfit)})
	}
	return refuse("refusal.thread-unchecked", nil)
}

func partyNumber(id int64) string { return strconv.FormatInt(id, 10) }

// partyChannel is where a party is: its thread, or until that is open where it was asked for.
func partyChannel(p games.Party) string {
	if p.ThreadID == "" {
		return p.ChannelID
	}
	return p.ThreadID
}

// partyInvitation is the message below which the thread of a party is opened.
func (s speech) partyInvitation(p games.Party) Reply {
	args := locale.Args{"Player": s.player(p.Starter), "Puzzle": s.partyPuzzle(p)}
	body := join("\n", s.Say("together.invitation."+string(p.State), args), s.SayCount("together.participants", p.Joined, nil))
	reply := Reply{
		Screen: Screen{Title: Plain(s.Text("title.party", nil)), Body: body},
		Tracks: "invitation " + partyNumber(p.ID),
	}
	if p.State == games.PartyOpen {
		reply.Screen.Rows = buttons(
			Button{Label: s.Text("button.join", nil), Press: Press{Verb: JoinParty, Argument: partyNumber(p.ID)}},
			Button{Label: s.Text("button.close-party", nil), Press: Press{Verb: CloseParty, Argument: partyNumber(p.ID)}},
		)
	}
	return reply
}

// partyPuzzle says what is solved: "daily #12", "a sudoku".
func (s speech) partyPuzzle(p games.Party) string {
	if p.IsDaily() {
		return s.Text("name.daily", locale.Args{"Number": p.Number})
	}
	return s.Text("together.own", nil)
}

// partyRules says how a board for all is played.
func (s speech) partyRules(p games.Party) Text {
	rules := s.Say("together.rules", locale.Args{
		"Player": s.player(p.Starter), "Puzzle": s.partyPuzzle(p), "Join": asking("together", chosen("answer", joinAnswer)),
		"Move": command("move"),
	})
	if p.IsDaily() {
		rules = s.sentences(rules, s.Say("together.no-rank", nil))
	}
	return rules
}

// forAll makes the reply with a player's board one with the board of a party, which says who changed it last.
func (q query) forAll(game games.Game, r Reply) Reply {
	r.Private, r.InPlace, r.Tracks = false, q.pressed != nil, fmt.Sprint("party ", game.Party)
	if last := q.turn(game.LastTurn); last != nil {
		r.Screen.Body = join("\n", last, r.Screen.Body)
	}
	return r
}

// turn says who changed a board last, and how; nil where nobody has.
func (s speech) turn(t games.Turn) Text {
	if t.Kind == "" {
		return nil
	}
	args := locale.Args{"Player": s.player(t.Player), "Text": typed(cut(oneLine(t.Text), 100))}
	switch t.Kind {
	case play.Hinted:
		return s.Say("together.turn.hinted", args)
	case play.Checked, play.Submitted:
		return s.Say("together.turn.checked", args)
	case play.Undone:
		return s.Say("together.turn.undone", args)
	}
	return s.Say("together.turn.moved", args)
}

// partyEnd is a party that is over: how it ended, and who placed how many digits.
type partyEnd struct {
	party  games.Party
	game   games.Game
	placed []games.Contribution
}

func (b *Bot) endOf(ctx context.Context, p games.Party) (partyEnd, error) {
	game, err := b.store.PartyGame(ctx, p.ID)
	if err != nil {
		return partyEnd{}, err
	}
	placed, err := b.store.Contributions(ctx, game)
	return partyEnd{p, game, placed}, err
}

// partyEnded is the board of a party that is over.
func (s speech) partyEnded(end partyEnd) Reply {
	p, game := end.party, end.game
	lines := []Text{s.Say("together.state."+string(p.State), locale.Args{
		"Player": s.player(p.Starter), "Time": s.elapsed(game.Finished.Sub(game.Started)),
		"Help": s.helped(games.Result{Hints: game.Hints, Deepest: game.Deepest, Checks: game.Checks}),
	})}
	for _, c := range end.placed {
		lines = append(lines, s.SayCount("together.placed", c.Digits, locale.Args{"Player": s.player(c.Player)}))
	}
	game.LastTurn = games.Turn{} // the end says enough
	q := query{speech: s}
	reply := q.board(game, s.shortened(lines))
	reply.Screen.Rows, reply.Screen.Over = buttons(s.afterParty(p, game)...), true
	return reply
}

// afterParty are the buttons below the board of a party that is over: another, and how a solved one is
// solved.
func (s speech) afterParty(p games.Party, game games.Game) []Button {
	list := []Button{{Label: s.Text("button.together-again", nil), Press: Press{Verb: StartParty, Argument: game.Tier.String()}}}
	if p.State == games.PartySolved {
		list = append(list, Button{Label: s.Text("button.steps", nil), Look: QuietLook, Press: Press{Verb: ShowStep, Argument: "1", GameID: game.ID}})
	}
	return list
}

// openBoard sends the board of a party to its thread, which it opens below the invitation.
func (b *Bot) openBoard(ctx context.Context, poster Poster, guild daily.Guild, post daily.Post) (Posted, error) {
	p, err := b.store.Party(ctx, post.Number)
	if err == nil && (p.State != games.PartyOpen || p.BoardID != "") {
		err = leftOut("it is over, or its board is known by now")
	}
	if err == nil && p.ThreadID == "" {
		s := speechIn(p.Language)
		name := cut(s.Text("together.thread", locale.Args{"Puzzle": capital(s.partyPuzzle(p)), "Player": s.player(p.Starter).Text}), MaxLabel)
		if p.ThreadID, err = poster.OpenThread(ctx, p.ChannelID, p.MessageID, name); err == nil {
			err = b.store.SetPartyThread(ctx, p.ID, p.ThreadID)
		}
	}
	if err != nil {
		return Posted{}, err
	}
	post.ChannelID = p.ThreadID
	at, err := b.post(ctx, poster, kind{reply: (*Bot).partyBoard}, guild, post)
	at.ThreadID = p.ThreadID
	return at, err
}

// partyBoard is the first message with the board of a party.
func (b *Bot) partyBoard(ctx context.Context, _ daily.Guild, post daily.Post) (Reply, error) {
	p, err := b.store.Party(ctx, post.Number)
	if err != nil {
		return Reply{}, err
	}
	game, err := b.store.PartyGame(ctx, p.ID)
	q := query{speech: speechIn(p.Language)}
	return q.board(game, q.partyRules(p)).limited(q.speech), err
}

// boardOpened notes the board of a party, or ends one whose channel is gone.
func (b *Bot) boardOpened(ctx context.Context, post daily.Post, o outcome) (err error) {
	switch {
	case o.made:
		err = b.store.SetPartyBoard(ctx, post.Number, o.ThreadID, o.MessageID)
	case o.closed:
		_, err = b.store.EndParty(ctx, post.Number)
	}
	if errors.Is(err, games.ErrNotOpen) {
		err = nil
	}
	return err
}

// endParty has the messages of a party say that it is over. One that is gone does not matter to the other.
func (b *Bot) endParty(ctx context.Context, poster Poster, _ daily.Guild, post daily.Post) (Posted, error) {
	p, err := b.store.Party(ctx, post.Number)
	if err != nil {
		return Posted{}, err
	}
	s := speechIn(p.Language)
	end, err := b.endOf(ctx, p)
	if err != nil {
		return Posted{}, err
	}
	reply := s.partyEnded(end)
	if p.BoardID != "" {
		err = poster.Edit(ctx, p.ThreadID, p.BoardID, reply.limited(s))
	}
	if p.MessageID != "" && (err == nil || errors.As(err, new(GoneError))) {
		err = poster.Edit(ctx, p.ChannelID, p.MessageID, s.partyInvitation(p).limited(s))
	}
	return Posted{}, err
}

func (b *Bot) partyShown(ctx context.Context, post daily.Post, _ outcome) error {
	return b.store.MarkPartyFinal(ctx, post.Number)
}
