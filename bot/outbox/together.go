package outbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
)

// FindSite asks the network, before the transaction, in which channel a public message of the reply can go: [handler.Query.Site].
func FindSite(ctx context.Context, env *handler.Env, q *handler.Query) error {
	q.Site = siteFor(ctx, env, *q, false)
	return nil
}

// FindThread is FindSite for a thread that the reply opens.
func FindThread(ctx context.Context, env *handler.Env, q *handler.Query) error {
	q.Site = siteFor(ctx, env, *q, true)
	return nil
}

func siteFor(ctx context.Context, env *handler.Env, q handler.Query, opensThread bool) handler.Site {
	network, hasThreads := q.Channels.(chat.Threads)
	if q.Channels == nil || q.Option("answer") != "" || q.Place.GuildID == people.PrivateGuild(q.Player.ID) {
		return handler.Site{Here: true}
	}
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	s := handler.Site{Here: !opensThread || !hasThreads, Err: err}
	if guild.GamesID != q.Place.ChannelID {
		s.GamesID = guild.GamesID
	}
	if err != nil || s.GamesID == "" && s.Here {
		return s
	}
	select {
	case env.Checking <- struct{}{}:
		defer func() { <-env.Checking }()
	default:
		s.Err = handler.ErrTooManyChecks
		return s
	}
	ctx, cancel := context.WithTimeout(ctx, handler.CheckIn)
	defer cancel()
	if s.GamesID != "" {
		s.Here, s.Err = false, env.CheckGames(ctx, q.Channels, guild.ID, s.GamesID)
	} else {
		s.Here, s.Err = network.CheckThread(ctx, guild.ID, q.Place.ChannelID)
	}
	return s
}

// Refusal returns why nothing can be posted at a site, or nil.
func Refusal(s handler.Site, q handler.Query) error {
	var unfit *chat.ChannelError
	known := errors.As(s.Err, &unfit)
	switch {
	case s.Err == nil:
		return nil
	case known && s.GamesID != "":
		return chat.Refuse("refusal.games-closed", locale.Args{"Channel": chat.Channel(s.GamesID), "Problem": q.Problem(unfit)})
	case known:
		return chat.Refuse("refusal.thread-unfit", locale.Args{"Problem": q.Problem(unfit)})
	case s.GamesID != "":
		return chat.Refuse("refusal.games-unchecked", locale.Args{"Channel": chat.Channel(s.GamesID)})
	}
	return chat.Refuse("refusal.thread-unchecked", nil)
}

// InGames returns the private reply that a message will be in the channel of games in a moment.
func InGames(q handler.Query, channelID string) chat.Reply {
	return chat.Private("", q.Say("games.elsewhere", locale.Args{"Channel": chat.Channel(channelID)}))
}

// PartyChannel returns the channel of a party: its thread or, until that is open, the channel of the request.
func PartyChannel(p games.Party) string { return cmp.Or(p.ThreadID, p.ChannelID) }

// partyOver marks in [chat.Reply.Tracks] a message of a party that shows its end.
const partyOver = 1

// PartyInvitation returns the message below which the thread of a party is opened.
func PartyInvitation(s chat.Speech, p games.Party) chat.Reply {
	args := locale.Args{"Player": s.PlayerPart(p.Starter), "Puzzle": partyPuzzle(s, p)}
	body := chat.Join("\n", s.Say("together.invitation."+string(p.State), args), s.SayCount("together.participants", p.Joined, nil))
	reply := chat.Reply{
		Screen: chat.Screen{Title: chat.Plain(s.Text("title.party", nil)), Body: body},
		Tracks: fmt.Sprint("invitation ", p.ID),
	}
	if p.State != games.PartyOpen {
		reply.Tracks = fmt.Sprint("invitation ", p.ID, partyOver)
	} else {
		reply.Screen.Rows = chat.Buttons(
			chat.Button{Label: s.Text("button.join", nil), Press: chat.Press{Verb: chat.JoinParty, Argument: screen.PartyNumber(p.ID)}},
			chat.Button{Label: s.Text("button.close-party", nil), Press: chat.Press{Verb: chat.CloseParty, Argument: screen.PartyNumber(p.ID)}},
		)
	}
	return reply
}

// partyPuzzle names the puzzle: "daily #12", "a sudoku".
func partyPuzzle(s chat.Speech, p games.Party) string {
	if p.IsDaily() {
		return s.DailyName(p.Number, p.Shape)
	}
	return s.Text("race.puzzle", locale.Args{"Shape": s.Shape(p.Shape)})
}

// PartyRules returns the rules of a board that several solve.
func PartyRules(s chat.Speech, p games.Party) chat.Text {
	rules := s.Say("together.rules", locale.Args{
		"Player": s.PlayerPart(p.Starter), "Puzzle": partyPuzzle(s, p), "Join": chat.Asking("together", chat.Chosen("answer", screen.JoinAnswer)),
		"Move": chat.Mention("move"),
	})
	if p.IsDaily() {
		rules = s.Sentences(rules, s.Say("together.no-rank", nil))
	}
	return rules
}

// PartyEnded returns the final board of a party, with how it ended and who placed how many digits, and its game.
func PartyEnded(ctx context.Context, env *handler.Env, p games.Party) (chat.Reply, games.Game, error) {
	s := chat.SpeechIn(p.Language)
	game, err := env.Store.PartyGame(ctx, p.ID)
	if err != nil {
		return chat.Reply{}, game, err
	}
	placed, err := env.Store.Contributions(ctx, game)
	lines := []chat.Text{s.Say("together.state."+string(p.State), locale.Args{
		"Player": s.PlayerPart(p.Starter), "Time": s.Elapsed(game.Finished.Sub(game.Started)),
		"Help": s.Helped(games.Result{Hints: game.Hints, Deepest: game.Deepest, Checks: game.Checks}),
	})}
	for _, c := range placed {
		lines = append(lines, s.SayCount("together.placed", c.Digits, locale.Args{"Player": s.PlayerPart(c.Player)}))
	}
	game.LastTurn = games.Turn{} // not shown at the end
	q := handler.Query{Speech: s}
	reply := screen.Board(q, game, Shortened(s, lines))
	buttons := []chat.Button{{Label: s.Text("button.together-again", nil), Press: chat.Press{Verb: chat.StartParty, Argument: game.Tier.String()}}}
	if p.State == games.PartySolved {
		buttons = append(buttons, chat.Button{Label: s.Text("button.steps", nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.ShowStep, Argument: "1", GameID: game.ID}})
	}
	reply.Screen.Rows, reply.Screen.Over = chat.Buttons(buttons...), true
	reply.Tracks = fmt.Sprint("party ", p.ID, partyOver)
	return reply, game, err
}

// openBoard sends the board of a party to its thread, which it opens below the invitation.
func openBoard(ctx context.Context, env *handler.Env, poster chat.Poster, guild daily.Guild, post daily.Post) (chat.Posted, error) {
	p, err := env.Store.Party(ctx, post.Number)
	if err == nil && (p.State != games.PartyOpen || p.BoardID != "") {
		err = cancelled("it is over, or has a board already")
	}
	if err == nil && p.ThreadID == "" && p.MessageID == "" {
		p.MessageID, err = invite(ctx, env, poster, guild, post, p)
	}
	if err == nil && p.ThreadID == "" {
		s := chat.SpeechIn(p.Language)
		name := chat.Cut(s.Text("together.thread", locale.Args{"Puzzle": chat.Capital(partyPuzzle(s, p)), "Player": s.PlayerPart(p.Starter).Text}), chat.MaxLabel)
		if p.ThreadID, err = poster.OpenThread(ctx, p.ChannelID, p.MessageID, name); err == nil {
			err = env.Store.SetPartyThread(ctx, p.ID, p.ThreadID)
		}
	}
	if err != nil {
		return chat.Posted{}, err
	}
	post.ChannelID = p.ThreadID
	at, err := makePost(ctx, env, poster, kind{reply: partyBoard}, guild, post)
	at.ThreadID = p.ThreadID
	return at, err
}

// invite sends the invitation to a party into the channel of games. In other channels it is the reply to the request.
func invite(ctx context.Context, env *handler.Env, poster chat.Poster, guild daily.Guild, post daily.Post, p games.Party) (string, error) {
	post.Kind = daily.PartyInvite
	s := chat.SpeechIn(p.Language)
	invitation := func(context.Context, *handler.Env, daily.Guild, daily.Post) (chat.Reply, error) {
		return PartyInvitation(s, p).Limited(s), nil
	}
	at, err := makePost(ctx, env, poster, kind{reply: invitation}, guild, post)
	if err == nil {
		err = env.Store.SetPartyMessage(ctx, p.ID, p.ChannelID, at.MessageID, false)
	}
	return at.MessageID, err
}

// partyBoard returns the first message with the board of a party.
func partyBoard(ctx context.Context, env *handler.Env, _ daily.Guild, post daily.Post) (chat.Reply, error) {
	p, err := env.Store.Party(ctx, post.Number)
	if err != nil {
		return chat.Reply{}, err
	}
	game, err := env.Store.PartyGame(ctx, p.ID)
	q := handler.Query{Speech: chat.SpeechIn(p.Language)}
	return screen.Board(q, game, PartyRules(q.Speech, p)).Limited(q.Speech), err
}

// boardOpened records the message with the board of a party, or ends a party whose channel is gone.
func boardOpened(ctx context.Context, env *handler.Env, post daily.Post, o outcome) (err error) {
	switch {
	case o.made:
		err = env.Store.SetPartyBoard(ctx, post.Number, o.ThreadID, o.MessageID, false)
	case o.closed:
		_, err = env.Store.EndParty(ctx, post.Number)
	}
	if errors.Is(err, games.ErrNotOpen) {
		err = nil
	}
	return err
}

// endParty updates both messages of a party to its end. If one of them is gone, the other is still updated.
func endParty(ctx context.Context, env *handler.Env, poster chat.Poster, _ daily.Guild, post daily.Post) (chat.Posted, error) {
	p, err := env.Store.Party(ctx, post.Number)
	if err != nil {
		return chat.Posted{}, err
	}
	s := chat.SpeechIn(p.Language)
	reply, _, err := PartyEnded(ctx, env, p)
	if err != nil {
		return chat.Posted{}, err
	}
	if p.BoardID != "" {
		err = poster.Edit(ctx, p.ThreadID, p.BoardID, reply.Limited(s))
	}
	if p.MessageID != "" && (err == nil || errors.As(err, new(chat.GoneError))) {
		err = poster.Edit(ctx, p.ChannelID, p.MessageID, PartyInvitation(s, p).Limited(s))
	}
	return chat.Posted{}, err
}

func partyShown(ctx context.Context, env *handler.Env, post daily.Post, _ outcome) error {
	return env.Store.MarkPartyFinal(ctx, post.Number)
}
