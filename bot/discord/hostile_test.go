package discord

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Types of interactions, as Discord numbers them.
const (
	aCommand = 2
	aPress   = 3
	aTyping  = 4
	aForm    = 5
)

// object is a JSON object.
type object = map[string]any

// forgery is an interaction that Discord would not send, or does not send yet.
type forgery struct {
	kind   int
	data   any
	change func(event map[string]any) // nil: nothing
	want   string                     // in the answer; "": any answer will do
}

// having returns a change that gives fields values.
func having(fields ...any) func(object) {
	return func(event object) {
		for i := 0; i < len(fields); i += 2 {
			event[fields[i].(string)] = fields[i+1]
		}
	}
}

// without returns a change that leaves fields out.
func without(names ...string) func(object) {
	return func(event object) {
		for _, name := range names {
			delete(event, name)
		}
	}
}

// slash is the data of a slash command.
func slash(name any, options ...any) object {
	return object{"id": "1", "name": name, "type": 1, "options": options}
}

// option is an option of one.
func option(kind int, name, value any) object {
	return object{"type": kind, "name": name, "value": value}
}

// pressed is the data of a button.
func pressed(customID any) object { return object{"custom_id": customID, "component_type": 2} }

// input is a field of a form in its row.
func input(name, value any) object {
	return object{"type": 1, "components": []any{object{"type": 4, "custom_id": name, "value": value}}}
}

// rateMessage is the data of the message command on a message with a content, and other fields.
func rateMessage(channel, content string, fields ...any) object {
	m := object{"id": "5", "channel_id": channel, "content": content, "author": object{"id": "8", "username": "bob"}}
	having(fields...)(m)
	return object{"id": "1", "name": "Rate this puzzle", "type": 3, "target_id": "5", "resolved": object{"messages": object{"5": m}}}
}

// hostileBot serves a bot whose log is kept, and returns a channel of its guild.
func hostileBot(t *testing.T) (srv *discordtest.Server, channel string, store *archive.Store, log *sudokutest.Log) {
	t.Helper()
	srv, channel = standIn(t)
	_, store = newArchive(t)
	log = new(sudokutest.Log)
	logger := slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	b := bot.New(store, bot.Config{Log: logger})
	config := quick(srv)
	config.Store = store
	connect(t, srv, func(ctx context.Context) error { return Serve(ctx, config, b, logger) })
	return srv, channel, store, log
}

// wantCleanLog wants a log without panics, mistakes of ours, secrets and names.
func wantCleanLog(t *testing.T, srv *discordtest.Server, log *sudokutest.Log) {
	t.Helper()
	for line := range strings.SplitSeq(log.String(), "\n") {
		for _, secret := range []string{srv.Token, "interaction-token-", ann.Name + " ", ann.GlobalName, ann.Nick, "panic", "level=ERROR"} {
			if strings.Contains(line, secret) {
				t.Errorf("the log has %q: %s", secret, line)
			}
		}
	}
}

// Whatever an interaction lacks, or has of a type that nobody expects, its user gets an answer.
func TestForgedInteractions(t *testing.T) {
	t.Parallel()
	srv, channel, store, log := hostileBot(t)
	scheduleNow(t, store, srv.GuildOf(channel), channel)
	long := strings.Repeat("x", 100_000)
	deep := any("x")
	for range 500 {
		deep = []any{deep}
	}
	const unknown, old, rated = "unknown command", "no longer works", "Easy"
	message := func(fields ...any) object { return rateMessage(channel, clues, fields...) }
	forgeries := map[string]forgery{
		"no data":                     {aCommand, nil, without("data"), unknown},
		"null data":                   {aCommand, nil, nil, unknown},
		"data of text":                {aCommand, "ping", nil, unknown},
		"data of a list":              {aCommand, []any{1}, nil, unknown},
		"no name":                     {aCommand, object{"id": "1", "type": 1}, nil, unknown},
		"a name of a number":          {aCommand, slash(12), nil, unknown},
		"a long name":                 {aCommand, slash(long), nil, unknown},
		"an unknown command":          {aCommand, slash("destroy"), nil, unknown},
		"a hidden command":            {aCommand, slash("found", option(3, "clues", clues)), nil, unknown},
		"a subcommand":                {aCommand, slash("daily", object{"type": 1, "name": "show", "options": []any{option(3, "date", "x")}}), nil, "no option"},
		"an unknown option":           {aCommand, slash("daily", option(3, "colour", "red")), nil, "no option"},
		"a null option":               {aCommand, slash("daily", nil), nil, ""},
		"options of text":             {aCommand, object{"id": "1", "name": "daily", "type": 1, "options": "all"}, nil, ""},
		"a null value":                {aCommand, slash("daily", option(3, "date", nil)), nil, "Daily #1"},
		"a list as value":             {aCommand, slash("daily", option(3, "date", []any{1})), nil, ""},
		"a number as value":           {aCommand, slash("daily", option(4, "date", 1e300)), nil, ""},
		"a long value":                {aCommand, slash("daily", option(3, "date", long)), nil, ""},
		"a deep value":                {aCommand, slash("daily", option(3, "date", deep)), nil, ""},
		"a file that is not resolved": {aCommand, slash("import", option(11, "file", "99")), nil, ""},
		"a user who is not resolved":  {aCommand, slash("duel", option(6, "opponent", "99")), nil, ""},
		"resolved text":               {aCommand, object{"id": "1", "name": "daily", "type": 1, "resolved": "all"}, nil, ""},
		"a type of command to come":   {aCommand, object{"id": "1", "name": "daily", "type": 4}, nil, ""},

		"no member, but a user":      {aCommand, slash("daily"), func(e object) { e["user"] = e["member"].(object)["user"]; delete(e, "member") }, ""},
		"a guild without a language": {aCommand, slash("help"), without("guild_locale"), ""},
		"an unknown language":        {aCommand, slash("help"), having("locale", "tlh", "guild_locale", "x-klingon"), ""},
		"a language of a number":     {aCommand, slash("help"), having("locale", 5, "guild_locale", []any{}), ""},
		"a long language":            {aCommand, slash("help"), having("locale", long), ""},
		"permissions of text":        {aCommand, slash("help"), func(e object) { e["member"].(object)["permissions"] = "all" }, ""},
		"permissions to come":        {aCommand, slash("help"), func(e object) { e["member"].(object)["permissions"] = "99999999999999999999999999" }, ""},
		"a number as channel":        {aCommand, slash("help"), having("channel_id", 7), ""},
		"no channel":                 {aCommand, slash("daily"), without("channel_id", "channel"), ""},
		"an unknown guild":           {aCommand, slash("daily"), having("guild_id", "100000000000009999"), ""},
		"a context to come":          {aCommand, slash("daily"), having("context", 9), ""},
		"a context of text":          {aCommand, slash("help"), having("context", "guild"), ""},
		"unknown owners":             {aCommand, slash("help"), having("authorizing_integration_owners", object{"7": 5}), ""},
		"owners in a list":           {aCommand, slash("help"), having("authorizing_integration_owners", []any{}), ""},
		"fields to come":             {aCommand, slash("help"), having("version", "two", "entitlements", "none", "attachment_size_limit", "large"), ""},

		"no custom_id":                {aPress, object{"component_type": 2}, nil, old},
		"a custom_id of a number":     {aPress, pressed(7), nil, old},
		"a long custom_id":            {aPress, pressed("g:1:" + long + "::0"), nil, old},
		"a component to come":         {aPress, object{"custom_id": "g:1:write:r1c1%3D5:0", "component_type": 99}, nil, ""},
		"values of text":              {aPress, object{"custom_id": "g:0:setup:time:0", "component_type": 3, "values": "9am"}, nil, ""},
		"no value":                    {aPress, object{"custom_id": "g:0:setup:time:0", "component_type": 3, "values": []any{}}, nil, ""},
		"a null value of a select":    {aPress, object{"custom_id": "g:0:setup:time:0", "component_type": 3, "values": []any{nil}}, nil, ""},
		"a message of a kind to come": {aPress, pressed("g:0:results::0"), having("message", object{"id": "5", "components": []any{object{"type": 77}}}), ""},
		"a null message":              {aPress, pressed("g:0:results::0"), having("message", nil), ""},

		"a form without fields":        {aForm, object{"custom_id": "g:0:type::0"}, nil, ""},
		"a form without a custom_id":   {aForm, object{"components": []any{}}, nil, old},
		"a form with other fields":     {aForm, object{"custom_id": "g:0:type::0", "components": []any{input("colour", "red")}}, nil, ""},
		"a form with null fields":      {aForm, object{"custom_id": "g:0:type::0", "components": []any{nil, object{"type": 1, "components": []any{nil}}}}, nil, ""},
		"a form with a field to come":  {aForm, object{"custom_id": "g:0:type::0", "components": []any{object{"type": 18, "component": object{"type": 4, "custom_id": "moves", "value": "r1c1=5"}}}}, nil, ""},
		"a form with a number":         {aForm, object{"custom_id": "g:0:type::0", "components": []any{input("moves", 7)}}, nil, ""},
		"a form with a long text":      {aForm, object{"custom_id": "g:0:edit::0", "components": []any{input("grid", long)}}, nil, ""},
		"a setup that may not be sent": {aForm, object{"custom_id": "g:0:setup-form::0", "components": []any{input("time", "9am")}}, nil, "only for admins"},

		"a message":                       {aCommand, message(), nil, rated},
		"a message with a poll to come":   {aCommand, message("poll", "yes?"), nil, rated},
		"a message of components to come": {aCommand, message("components", []any{object{"type": 99, "content": 7}}), nil, rated},
		"a message with null embeds":      {aCommand, message("embeds", []any{nil, object{"fields": []any{nil}}}), nil, rated},
		"a message that is not resolved":  {aCommand, object{"id": "1", "name": "Rate this puzzle", "type": 3, "target_id": "5"}, nil, "no puzzle"},
		"a null message in resolved":      {aCommand, object{"id": "1", "name": "Rate this puzzle", "type": 3, "target_id": "5", "resolved": object{"messages": object{"5": nil}}}, nil, "no puzzle"},

		"a type to come": {99, slash("daily"), nil, ""},
		"no type":        {aCommand, slash("daily"), without("type"), ""},
		"nobody":         {aCommand, slash("daily"), without("member", "user"), ""},
		"a null user":    {aCommand, slash("daily"), func(e object) { e["member"].(object)["user"] = nil }, ""},
		"an empty user":  {aCommand, slash("daily"), func(e object) { e["member"].(object)["user"] = object{} }, ""},
	}
	for _, name := range slices.Sorted(maps.Keys(forgeries)) {
		f := forgeries[name]
		change := f.change
		if change == nil {
			change = func(object) {}
		}
		t.Run(name, func(t *testing.T) {
			got := srv.Forge(ann, channel, f.kind, f.data, change).Answer(t).Text()
			t.Log(got)
			if !strings.Contains(got, f.want) || strings.Contains(got, "our mistake") || got == "" {
				t.Errorf("answered %q, want %q", got, f.want)
			}
		})
	}
	wantCleanLog(t, srv, log)
}

// forgedIDs are custom_ids that no button of a player's has: those of other games, of cells that do not
// exist, of older and newer versions.
func forgedIDs(game int64, many int) (ids []string) {
	verbs := []string{
		"daily", "results", "hint", "share", "copy", "step", "delete-data", "practice", "found", "import", "forget", "setup", "setup-form",
		"test-post", "duel-accept", "duel-decline", "duel-cancel", "duel-play", "duel-give-up", "party-start", "party-join", "party-close",
		"settings", "privacy", "browser", "end-sessions", "turn", "write", "undo", "check", "submit", "rewind", "board", "type", "edit", "", "destroy",
	}
	arguments := []string{
		"", "0", "-1", "1", "2", "99999999999999999999", "r1c1=5", "r0c0=0", "r10c1=1", "r1c1=10", "2026-01-31/hidden/sudoku", "9999-99-99/x/y",
		"0001-01-01", "x-wing", "look=light", "look=", "=", "all", "text", clues, strings.Repeat("9", 60), "%00", "a:b#c", "../..", "\x00", "\u202e", "'; drop table game; --",
	}
	games := []string{fmt.Sprint(game), "0", "1", "-1", "9223372036854775807", "9223372036854775808", "x", ""}
	revisions := []string{"0", "1", "-1", "2147483648", "9223372036854775807", "x", ""}
	views := []string{"", ":", ":b5", ":b0", ":b99", ":c81", ":d9", ":x"}
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	for n := range many {
		ids = append(ids, "g:"+pick(games)+":"+verbs[n%len(verbs)]+":"+url.QueryEscape(pick(arguments))+":"+pick(revisions)+pick(views))
	}
	return append(ids, "", "g", "g:", "g:::::", "g:::::::", "#", "g:0:daily#daily:7:2026-01-01", "daily", "daily?", "daily?date=%zz", "hint?level=9", "leaderboard?date=x", "h:1:write:r1c1=5:0", strings.Repeat(":", 100))
}

// A custom_id that a player was never given does nothing to the game of another, whoever made it up, and
// is answered.
func TestForgedCustomIDs(t *testing.T) {
	t.Parallel()
	srv, channel, store, log := hostileBot(t)
	bob := discordtest.User{ID: "100000000000001009", Name: "bob"}
	board := srv.Slash(ann, channel, "play", nil).Answer(t)
	srv.Slash(ann, channel, "move", map[string]string{"moves": "r1c3=4"}).Answer(t)
	game, err := store.CurrentGame(t.Context(), ann.ID, srv.GuildOf(channel))
	must(t, err)
	for _, id := range forgedIDs(game.ID, 180) {
		call := srv.PressID(bob, board, id)
		var got string
		srv.Await(t, "an answer to "+id, call.Answered)
		for _, m := range srv.Replies(call) {
			got += m.Text()
		}
		if strings.Contains(got, "our mistake") {
			t.Errorf("%q is answered %q", id, got)
		}
	}
	after, err := store.Game(t.Context(), game.ID)
	if err != nil || after.Revision != game.Revision || after.Hints != game.Hints || after.Player.ID != ann.ID {
		t.Errorf("the game was %+v and is %+v, %v", game, after, err)
	}
	wantCleanLog(t, srv, log)
}

// A puzzle is found wherever people read it in a message: also in what was forwarded, and in the
// components that some messages have in place of a content. It can be played from there.
func TestPuzzlesInMessages(t *testing.T) {
	t.Parallel()
	srv, channel, _, log := hostileBot(t)
	text := object{"type": 10, "content": "Try this: " + clues}
	forwarded := func(m any) []any { return []any{object{"message": m}} }
	for name, data := range map[string]object{
		"a content":               rateMessage(channel, clues),
		"an embed":                rateMessage(channel, "", "embeds", []any{object{"description": clues}}),
		"a field of an embed":     rateMessage(channel, "", "embeds", []any{object{"fields": []any{object{"name": "Today", "value": clues}}}}),
		"a text":                  rateMessage(channel, "", "components", []any{text}),
		"a text in a container":   rateMessage(channel, "", "components", []any{object{"type": 17, "components": []any{object{"type": 99}, text}}}),
		"a text in a section":     rateMessage(channel, "", "components", []any{object{"type": 9, "components": []any{text}, "accessory": object{"type": 11, "media": object{"url": "https://example.org/x.png"}}}}),
		"forwarded":               rateMessage(channel, "", "message_snapshots", forwarded(object{"content": clues})),
		"forwarded, with a text":  rateMessage(channel, "Who can?", "message_snapshots", forwarded(object{"content": clues, "components": []any{object{"type": 99}}})),
		"an embed was forwarded":  rateMessage(channel, "", "message_snapshots", forwarded(object{"content": "", "embeds": []any{object{"title": "Today", "description": clues}}})),
		"the second one of two":   rateMessage(channel, "", "message_snapshots", []any{nil, object{"message": nil}, object{"message": object{"content": clues}}}),
		"forwarded and once more": rateMessage(channel, "", "message_snapshots", forwarded(object{"message_snapshots": forwarded(object{"content": clues})})),
	} {
		got := srv.Forge(ann, channel, aCommand, data, func(object) {}).Answer(t)
		if !strings.Contains(got.Text(), "Naked Single") {
			t.Errorf("%s: answered %q", name, got.Text())
			continue
		}
		wantBoard(t, srv.Press(t, ann, got, "Play it here").Answer(t), true)
	}
	wantCleanLog(t, srv, log)
}

// compressed is a packet as Discord compresses it.
func compressed(text string) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return b.Bytes()
}

// Packets that nobody understands cost nothing: what is asked afterwards is answered.
func TestGarbageOnTheGateway(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	answerWith(t, srv, quick(srv), echo)
	var bomb = compressed(`{"op":0,"t":"X","d":"` + strings.Repeat("x", 1<<20) + `"}`)
	for _, text := range []string{
		"", "{", "[]", "7", `"op"`, `{"op":"x"}`, `{"op":99}`, `{"op":-1}`, `{"op":0}`, `{"op":0,"t":"NEWS","s":null,"d":null}`, `{"op":0,"t":7}`,
		`{"op":11}`, `{"op":10,"d":{"heartbeat_interval":-5}}`, `{"op":0,"t":"INTERACTION_CREATE"}`, `{"op":1}`, "\xff\xfe", strings.Repeat("[", 100_000),
	} {
		srv.Frame(false, []byte(text))
		srv.Frame(true, []byte(text))
		srv.Frame(true, compressed(text))
		wantEcho(t, srv, channel)
	}
	srv.Frame(true, bomb)
	srv.Frame(true, bomb[:len(bomb)/2])
	wantEcho(t, srv, channel)
	for _, kind := range []string{
		"INTERACTION_CREATE", "CHANNEL_DELETE", "CHANNEL_UPDATE", "THREAD_DELETE", "THREAD_UPDATE", "THREAD_CREATE", "THREAD_LIST_SYNC",
		"GUILD_DELETE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE", "GUILD_MEMBER_UPDATE", "RESUMED", "MESSAGE_CREATE", "SOMETHING_TO_COME",
	} {
		for _, data := range []any{nil, 7, "x", []any{}, []any{nil}, object{}, object{"id": 7, "guild_id": object{}}, object{"token": "t"}} {
			srv.Event(kind, data)
		}
		wantEcho(t, srv, channel)
	}
	if identified, _ := srv.Connections(); identified != 1 {
		t.Errorf("%d sessions, want the first one still", identified)
	}
}
