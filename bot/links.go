package bot

import (
	"context"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/locale"
)

// openCommand has no part in [archive.Store.Once], which would keep its answer: a link that opens a
// browser session is kept nowhere.
func openCommand() handler {
	return handler{name: "open", answer: (*Bot).openElsewhere, buttons: []button{{verb: OpenInBrowser}}}
}

// openElsewhere links to the player's puzzle in a browser, where that is set up, and in other programs.
func (b *Bot) openElsewhere(ctx context.Context, q query) (Reply, error) {
	game, err := b.toOpen(ctx, q)
	if isRefusal(err) && q.pressed == nil && b.config.WebURL != "" {
		return b.browserReply(ctx, q, games.Game{})
	}
	if err != nil {
		return Reply{}, err
	}
	if b.config.WebURL != "" {
		return b.browserReply(ctx, q, game)
	}
	return q.otherPrograms(game)
}

func (b *Bot) toOpen(ctx context.Context, q query) (games.Game, error) {
	if q.pressed == nil {
		return b.current(ctx, q)
	}
	return b.pressedGame(ctx, q)
}

// otherPrograms links to programs that take the clues.
func (q query) otherPrograms(game games.Game) (Reply, error) {
	sudokuPad, fPuzzles, err := game.Links()
	if err != nil {
		return Reply{}, err
	}
	body := q.Say("open.links", locale.Args{
		"Game": q.nameOf(game), "Submit": command("submit"), "SudokuPad": q.link(sudokuPad), "FPuzzles": q.link(fPuzzles),
	})
	return Reply{Screen: Screen{Body: body}, Private: true}, nil
}

// browserReply gives the player a link that opens a game, or what there is, in their browser. Only
// they see it.
func (b *Bot) browserReply(ctx context.Context, q query, game games.Game) (Reply, error) {
	token, err := b.store.AddLink(ctx, people.Link{
		Player: q.Player, GuildID: q.Place.GuildID, GameID: game.ID, Language: q.Language,
	})
	if err != nil {
		return Reply{}, err
	}
	address := strings.TrimRight(b.config.WebURL, "/") + "/play/" + token
	body := q.Say("open.browser", locale.Args{
		"Minutes": int(people.LinkFor.Minutes()), "Open": command("open"), "Sessions": command("sessions"),
	})
	if game.ID != 0 {
		others, err := q.otherPrograms(game)
		if err != nil {
			return Reply{}, err
		}
		body = join("\n\n", body, others.Screen.Body)
	}
	reply := Reply{Screen: Screen{Body: body}, Private: true}
	reply.Screen.Rows = buttons(Button{Label: q.Text("open.button", nil), Link: address})
	return reply, nil
}

// link is an address within a sentence.
func (s speech) link(address string) Part {
	return Part{Kind: LinkPart, Text: address, ID: s.Text("open.link", nil)}
}

// allSessions ends all sessions.
const allSessions = "all"

// sessionsCommand has no part in [archive.Store.Once]: ending twice is the same as once.
func sessionsCommand() handler {
	return handler{
		name: "sessions", options: []Option{{Name: "end", Kind: SessionOption}},
		example: []Given{{Name: "end", Value: allSessions}}, answer: (*Bot).sessions,
		buttons: []button{{verb: EndSession, options: argumentAs("end")}},
	}
}

// sessions lists the browsers in which the player plays, and ends what is asked.
func (b *Bot) sessions(ctx context.Context, q query) (Reply, error) {
	ended := -1
	if text := strings.TrimSpace(q.option("end")); text != "" {
		id, err := sessionNumber(text)
		if err != nil {
			return Reply{}, err
		}
		if ended, err = b.endSessions(ctx, q, id); err != nil {
			return Reply{}, err
		}
	}
	all, err := b.store.Sessions(ctx, q.Player.ID)
	if err != nil {
		return Reply{}, err
	}
	return q.sessionsReply(all, ended), nil
}

// endSessions ends a session of the player, or all where the id is 0, and returns how many.
func (b *Bot) endSessions(ctx context.Context, q query, id int64) (int, error) {
	if id == 0 {
		return b.store.EndSessions(ctx, q.Player.ID)
	}
	ended, err := b.store.EndSession(ctx, q.Player.ID, id)
	if ended {
		return 1, err
	}
	return 0, err
}

// maxSessions is how many sessions are listed, each with a button.
const maxSessions = 9

func (q query) sessionsReply(all []people.Session, ended int) Reply {
	var lines []Text
	if ended >= 0 {
		lines = append(lines, q.SayCount("sessions.ended", ended, nil))
	}
	if len(all) == 0 {
		lines = append(lines, q.Say("sessions.none", locale.Args{"Open": command("open")}))
	}
	var ends []Button
	for _, s := range all[:min(len(all), maxSessions)] {
		lines = append(lines, q.Say("sessions.line", locale.Args{
			"Number": s.ID, "Browser": fromFile(s.Browser), "Made": q.instant(s.Made), "Seen": q.instant(s.Seen),
		}))
		ends = append(ends, Button{Label: q.Text("sessions.end", locale.Args{"Number": s.ID}), Look: QuietLook,
			Press: Press{Verb: EndSession, Argument: strconv.FormatInt(s.ID, 10)}})
	}
	if more := len(all) - maxSessions; more > 0 {
		lines = append(lines, q.SayCount("list.more", more, nil))
	}
	reply := private(q.Text("title.sessions", nil), join("\n", lines...))
	if len(all) > 0 {
		ends = append(ends, Button{Label: q.Text("sessions.end-all", nil), Look: QuietLook, Press: Press{Verb: EndSession, Argument: allSessions}})
	}
	reply.Screen.Rows, reply.InPlace = buttons(ends...), q.pressed != nil
	return reply
}

// sessionNumber reads the number of a session, 0 for all.
func sessionNumber(text string) (int64, error) {
	if text == allSessions {
		return 0, nil
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, refuse("refusal.session", locale.Args{"Text": quoted(text), "Sessions": command("sessions")})
	}
	return id, nil
}
