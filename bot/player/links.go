package player

import (
	"context"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// openElsewhere links to the player's puzzle in a browser, if the bot has pages there, and in other programs.
func openElsewhere(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	var game games.Game
	var err error
	below := q.Pressed != nil && q.Pressed.Verb == chat.OpenInBrowser // a board
	if below {
		game, err = PressedGame(ctx, env, q)
	} else {
		game, err = q.Game(ctx, env, q)
	}
	switch {
	case handler.IsRefusal(err) && !below && env.Config.WebURL != "":
		return browserReply(ctx, env, q, games.Game{})
	case err != nil:
		return chat.Reply{}, err
	case env.Config.WebURL != "":
		return browserReply(ctx, env, q, game)
	}
	return otherPrograms(q, game)
}

// otherPrograms links to programs that take the clues.
func otherPrograms(q handler.Query, game games.Game) (chat.Reply, error) {
	sudokuPad, fPuzzles, err := game.Links()
	if err != nil {
		return chat.Reply{}, err
	}
	body := q.Say("open.links", locale.Args{
		"Game": q.NameOf(game), "Submit": chat.Mention("submit"), "SudokuPad": link(q.Speech, sudokuPad), "FPuzzles": link(q.Speech, fPuzzles),
	})
	return chat.Reply{Screen: chat.Screen{Body: body}, Private: true}, nil
}

// browserReply gives the player a link that opens a game, or without one the first page, in their browser. Only
// they see it.
func browserReply(ctx context.Context, env *handler.Env, q handler.Query, game games.Game) (chat.Reply, error) {
	token, err := env.Store.AddLink(ctx, people.Link{
		Player: q.Player, GuildID: q.Place.GuildID, GameID: game.ID, Language: q.Language,
	})
	if err != nil {
		return chat.Reply{}, err
	}
	address := strings.TrimRight(env.Config.WebURL, "/") + "/play/" + token
	body := q.Say("open.browser", locale.Args{
		"Minutes": int(people.LinkFor.Minutes()), "Open": part("open"), "Sessions": part("sessions"),
	})
	if game.ID != 0 {
		others, err := otherPrograms(q, game)
		if err != nil {
			return chat.Reply{}, err
		}
		body = chat.Join("\n\n", body, others.Screen.Body)
	}
	reply := chat.Reply{Screen: chat.Screen{Body: body}, Private: true}
	reply.Screen.Rows = chat.Buttons(chat.Button{Label: q.Text("open.button", nil), Link: address})
	return reply, nil
}

// link is an address within a sentence.
func link(s chat.Speech, address string) chat.Part {
	return chat.Part{Kind: chat.LinkPart, Text: address, ID: s.Text("open.link", nil)}
}

// sessions lists the browser sessions of the player, and ends one or all if asked.
func sessions(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	ended := -1
	if text := strings.TrimSpace(q.Option("which")); text != "" {
		var err error
		if text == chat.AllSessions || strings.EqualFold(text, q.Text("choice.all", nil)) {
			ended, err = env.Store.EndSessions(ctx, q.Player.ID)
		} else {
			id, notNumber := strconv.ParseInt(text, 10, 64)
			if notNumber != nil || id < 1 {
				return chat.Reply{}, chat.Refuse("refusal.session", locale.Args{"Text": chat.Quoted(text), "Sessions": part("sessions")})
			}
			var found bool
			found, err = env.Store.EndSession(ctx, q.Player.ID, id)
			if ended = 0; found {
				ended = 1
			}
		}
		if err != nil {
			return chat.Reply{}, err
		}
	}
	all, err := env.Store.Sessions(ctx, q.Player.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	return sessionsReply(q, all, ended), nil
}

// maxSessions is how many sessions are listed, each with a button.
const maxSessions = 9

func sessionsReply(q handler.Query, all []people.Session, ended int) chat.Reply {
	var lines []chat.Text
	if ended >= 0 {
		lines = append(lines, q.SayCount("sessions.ended", ended, nil))
	}
	if len(all) == 0 {
		lines = append(lines, q.Say("sessions.none", locale.Args{"Open": part("open")}))
	}
	var ends []chat.Button
	for _, s := range all[:min(len(all), maxSessions)] {
		lines = append(lines, q.Say("sessions.line", locale.Args{
			"Number": s.ID, "Browser": chat.FromFile(s.Browser), "Made": q.Instant(s.Made), "Seen": q.Instant(s.Seen),
		}))
		ends = append(ends, chat.Button{Label: q.Text("sessions.end", locale.Args{"Number": s.ID}), Look: chat.QuietLook,
			Press: chat.Press{Verb: chat.EndSession, Argument: strconv.FormatInt(s.ID, 10)}})
	}
	if more := len(all) - maxSessions; more > 0 {
		lines = append(lines, q.SayCount("list.more", more, nil))
	}
	reply := chat.Private(q.Text("title.sessions", nil), chat.Join("\n", lines...))
	if len(all) > 0 {
		ends = append(ends, chat.Button{Label: q.Text("sessions.end-all", nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.EndSession, Argument: chat.AllSessions}})
	}
	reply.Screen.Rows, reply.InPlace = chat.Buttons(ends...), q.Pressed != nil
	return reply
}
