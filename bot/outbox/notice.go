package outbox

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// noticeFor is how late a notice of a finished or shared game may be, after an outage.
const noticeFor = 24 * time.Hour

// Notify announces a finished game: with the reply, in the player's channel. A page has no
// channel, and its process may have no connection to the chat. So a notice from there goes into the outbox,
// in the transaction of the game, and [Outbox.Deliver] posts it.
func Notify(ctx context.Context, env *handler.Env, q handler.Query, game games.Game, kind daily.PostKind, words chat.Text) ([]chat.Notice, error) {
	if q.Place.Page {
		_, err := env.Store.AddNotice(ctx, game.ID, kind)
		return nil, err
	}
	return []chat.Notice{{Body: words}}, nil
}

// PostLater enters a result that was shared on a page, or outside the channel of games, into the outbox, and names its channel
// in the reply. If that is not possible, the page reports it, and offers sharing again.
func PostLater(ctx context.Context, env *handler.Env, q handler.Query, game games.Game) (handler.Done, error) {
	guild, err := env.Store.Guild(ctx, game.GuildID)
	if err != nil {
		return handler.Done{}, err
	}
	inThread, err := env.Store.AddNotice(ctx, game.ID, daily.SharedResult)
	words := q.Say("share.posted", nil)
	switch {
	case guild.GamesID != "":
		words = q.Say("games.elsewhere", locale.Args{"Channel": chat.Channel(guild.GamesID)})
	case inThread:
		words = q.Say("share.posted-thread", nil)
	}
	reply := chat.Reply{Screen: chat.Screen{Body: words}, Private: true}
	return handler.Done{Outcome: chat.Outcome{Revision: game.Revision, Posted: words}, Screen: func() chat.Reply { return reply }}, err
}

// noticeUnwanted cancels a notice that is no longer wanted, or comes too late.
func noticeUnwanted(ctx context.Context, env *handler.Env, guild daily.Guild, f daily.Post) error {
	game, err := env.Store.Game(ctx, f.Number)
	caused := game.Finished
	if f.Kind == daily.SharedResult { // which can be days later
		caused = game.Shared
	}
	switch {
	case errors.Is(err, postgres.ErrNotFound) || err == nil && game.Player.ID == "":
		return cancelled("the player's data were deleted")
	case err != nil:
		return err
	case f.Kind == daily.ResultOfGame && (!guild.AnnounceResults || game.Settings.Hidden),
		f.Kind == daily.SharedResult && !guild.Scheduled && guild.GamesID == "":
		return cancelled("it was switched off")
	case env.Config.Now().Sub(caused) > noticeFor:
		return cancelled("it is too late")
	}
	return nil
}

// resultShared lets a player share a result again if it could not be posted.
func resultShared(ctx context.Context, env *handler.Env, f daily.Post, o outcome) error {
	if o.made {
		return nil
	}
	return env.Store.Unshare(ctx, f.Number)
}

// noticeReply returns the message of a notice. Its button carries the marker of the outbox.
func noticeReply(ctx context.Context, env *handler.Env, guild daily.Guild, f daily.Post) (chat.Reply, error) {
	game, err := env.Store.Game(ctx, f.Number)
	if err != nil {
		return chat.Reply{}, err
	}
	s := chat.SpeechIn(guild.Language)
	q := handler.Query{Request: chat.Request{Player: game.Player}, Speech: s}
	words, err := noticeWords(ctx, env, q, game, f.Kind)
	if err != nil {
		return chat.Reply{}, err
	}
	show := chat.Press{Verb: chat.ShowResults}
	if game.IsDaily() {
		show.Argument = game.Date.String()
	}
	reply := chat.Reply{Screen: chat.Screen{Body: words, Rows: chat.Buttons(chat.Button{Label: s.Text("button.leaderboard", nil), Press: show, Look: chat.QuietLook})}}
	return reply.Limited(s), nil
}

func noticeWords(ctx context.Context, env *handler.Env, q handler.Query, game games.Game, kind daily.PostKind) (chat.Text, error) {
	if kind == daily.EndOfRace {
		r, err := env.Store.Race(ctx, game.Race)
		if err != nil {
			return nil, err
		}
		games, err := env.Store.RaceGames(ctx, r.ID)
		return chat.Join("\n", Standing(chat.SpeechIn(r.Language), r, games)...), err
	}
	result, err := env.Store.Finish(ctx, game) // again, which changes nothing
	if err != nil {
		return nil, err
	}
	if kind == daily.SharedResult {
		drawn, err := Drawn(ctx, env, q, game, result)
		return DrawnBy(q.Speech, game.Player, drawn), err
	}
	return Shared(q.Speech, game, result), nil
}

// NotShared records that a network could not send a shared result: its player can share it again.
func (o Outbox) NotShared(ctx context.Context, gameID int64) error {
	return o.env.Store.Unshare(ctx, gameID)
}

// Drawn returns a result as its player shares it: in one line the daily, its difficulty, the time and the rank, if it has one, and
// below it a [drawing].
func Drawn(ctx context.Context, env *handler.Env, q handler.Query, game games.Game, result games.Result) (chat.Text, error) {
	journal, err := env.Store.Journal(ctx, game.ID)
	if err != nil {
		return nil, err
	}
	daily, tier, time := 0, q.Difficulty(game.Tier), q.Elapsed(result.Elapsed)
	if game.IsDaily() {
		daily = game.Number
	}
	if game.Extra {
		tier = q.Text("share.extra", locale.Args{"Tier": tier})
	}
	if result.HandedIn {
		time = q.Text("share.after", locale.Args{"Time": time})
	}
	parts := []string{q.Text("share.name."+game.Shape.String(), locale.Args{"Number": daily}), tier, time}
	if result.Late {
		parts = append(parts, q.Text("share.late", nil))
	}
	if result.Rank > 0 {
		rank, of, err := Rank(ctx, env, q, game, result)
		if err != nil {
			return nil, err
		}
		if of > 1 {
			parts = append(parts, q.Text("finish.place", locale.Args{"Rank": rank, "Of": of}))
		}
	}
	return chat.Plain(strings.Join(parts, " · ") + "\n" + drawing(game.Clues, journal)), nil
}

// DrawnBy is a result for others, who learn whose it is.
func DrawnBy(s chat.Speech, player games.Player, drawn chat.Text) chat.Text {
	return s.Say("share.by", locale.Args{"Player": s.PlayerPart(player), "Result": drawn})
}

// The signs of a drawing, one for each box. They differ in form as well as in colour.
const (
	unaidedBox  = "🟩"
	hintedBox   = "🔶" // a digit of it came after a hint, or from one
	mistakenBox = "🔴" // a digit of it was wrong for a while
	pastedBox   = "⬜" // a digit of it was on the board only with the whole answer
)

// drawing shows how the boxes of a game were solved, given its journal, whose last grid is the solution. It reveals no digit.
func drawing(clues sudoku.Grid, journal []games.Moment) string {
	if len(journal) == 0 {
		return ""
	}
	shape, solution := clues.Shape(), journal[len(journal)-1].Board.Grid
	boxes := make([]string, shape.Side())
	for i := range boxes {
		boxes[i] = unaidedBox
	}
	before, hinted := clues, false
	for _, m := range journal {
		now := m.Board.Grid
		placed := now.Difference(before).Intersect(now.Filled())
		before = now
		if m.Kind == play.Undone { // whose digits were on the board already
			continue
		}
		hinted = hinted || m.Kind == play.Hinted
		for c := range placed.All() {
			switch box := &boxes[shape.Box(c)]; {
			case now.At(c) != solution.At(c):
				*box = mistakenBox
			case *box == mistakenBox:
			case hinted:
				*box = hintedBox
			case m.Kind == play.Submitted && *box == unaidedBox:
				*box = pastedBox
			}
		}
		if placed.Len() > 0 {
			hinted = false
		}
	}
	var rows strings.Builder
	for i, box := range boxes {
		if i > 0 && i%shape.BoxHeight() == 0 {
			rows.WriteByte('\n')
		}
		rows.WriteString(box)
	}
	return rows.String()
}

// Shared returns the line about a result: player, game and time, and nothing of the puzzle.
func Shared(s chat.Speech, game games.Game, result games.Result) chat.Text {
	key := "share.solved"
	if result.HandedIn {
		key = "share.handed-in"
	}
	return s.Say(key, locale.Args{
		"Player": s.PlayerPart(game.Player), "Game": s.NameOf(game), "Time": s.TimeOf(result), "Help": s.Helped(result),
	})
}
