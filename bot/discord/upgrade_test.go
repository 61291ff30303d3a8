package discord

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// beforeOutbox is the last schema with a ledger for each kind of post.
const beforeOutbox = 32

// oldState is how a bot of an older release left its posts when it was killed, as it is in its ledgers: all columns
// from the state on.
type oldState struct {
	name string
	row  string
	sent bool // the message is in the channel
	want int  // messages in the end
}

const triedAgo = `1, 0, 'dead', now() %s interval '3 seconds', now() - interval '10 minutes', now() - interval '10 minutes'`

var oldStates = []oldState{
	{"due", `'due', 0, 0, null, null, now(), null`, false, 1},
	{"claimed", `'due', ` + fmt.Sprintf(triedAgo, "+"), false, 1},
	{"claimed and sent", `'due', ` + fmt.Sprintf(triedAgo, "+"), true, 1},
	{"claim over", `'due', ` + fmt.Sprintf(triedAgo, "-"), false, 1},
	{"claim over, sent", `'due', ` + fmt.Sprintf(triedAgo, "-"), true, 1},
	{"outcome unknown, sent", `'due', 1, 0, null, now(), now() + interval '1 second', now() - interval '10 minutes'`, true, 1},
	{"posted", `'done', 1, 0, 'dead', now(), now(), now() - interval '10 minutes'`, true, 1},
	{"failed", `'failed', 1, 1, 'dead', now(), now(), now() - interval '10 minutes'`, false, 0},
}

const oldColumns = `state, attempt, refused, owner, leased_until, retry_at, first_tried`

// upgrade is an archive and a stand-in of Discord for a bot that is upgraded.
type upgrade struct {
	t      *testing.T
	srv    *discordtest.Server
	store  *archive.Store
	url    string
	poster poster
	now    time.Time
}

func newUpgrade(t *testing.T) upgrade {
	srv, _ := standIn(t)
	srv.NonceWindow = 0 // the history alone says what was sent
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	if _, err := store.ImportFile(t.Context(), importing.Options{Collection: "test"}, strings.NewReader(fishy)); err != nil {
		t.Fatal(err)
	}
	return upgrade{t, srv, store, url, poster{client: newTestClient(t, srv), botID: srv.BotID}, time.Now().UTC()}
}

func (u upgrade) must(err error) {
	u.t.Helper()
	must(u.t, err)
}

// takeDown brings the database to the schema of before the outbox.
func (u upgrade) takeDown() {
	u.t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "migrations", "*.sql"))
	u.must(err)
	for _, file := range slices.Backward(files) {
		version := 0
		_, err := fmt.Sscanf(filepath.Base(file), "%05d_", &version)
		u.must(err)
		if version <= beforeOutbox {
			return
		}
		text, err := os.ReadFile(file)
		u.must(err)
		_, down, _ := strings.Cut(string(text), "-- +goose Down")
		down += fmt.Sprintf("delete from goose_db_version where version_id = %d;", version)
		if !strings.Contains(down, "concurrently") {
			archivetest.Exec(u.t, u.url, down)
			continue
		}
		for statement := range strings.SplitSeq(down, ";") { // several together are a transaction
			archivetest.Exec(u.t, u.url, statement)
		}
	}
}

// place is a guild whose old ledgers have one row of each kind, all in one state.
type place struct {
	oldState
	guild, channel, root string // root is the message below which the thread is opened
	game                 int64
	markers              []string // of the messages
	rows                 []string // statements
}

// place sets a guild up, before the schema is taken down.
func (u upgrade) place(s oldState) place {
	u.t.Helper()
	p := place{oldState: s, guild: u.srv.AddGuild(s.name)}
	p.channel = u.srv.AddChannel(p.guild, "daily")
	p.root = u.say(p, "root")
	g := daily.NewGuild(p.guild)
	today := calendar.DateOf(u.now)
	week, month := calendar.WeekOf(today), calendar.MonthOf(today) // which are not over, so that none is added
	g.ChannelID, g.At, g.Scheduled, g.AnnounceResults, g.Since, g.Tiers = p.channel, "00:00", true, true, today, [7]logic.Tier{4, 4, 4, 4, 4, 4, 4}
	g.Rules.Threads, g.Rules.Weekly, g.Rules.Monthly = today, today, today
	u.must(u.store.SaveGuild(u.t.Context(), g))
	for _, date := range []calendar.Date{today.AddDays(-1), today} {
		if game := u.solved(g, date); date == today {
			p.game = game
		}
	}
	dated := func(kind string, date calendar.Date) {
		p.markers = append(p.markers, fmt.Sprintf("%s:%s:%s", kind, p.guild, date))
		if kind == "daily" {
			p.rows = append(p.rows, strings.ReplaceAll(fmt.Sprintf(`insert into post (guild, date, shape, tier, channel, %s) values ('%s', '%s', 0, 4, '%s', %s)`,
				oldColumns, p.guild, date, p.channel, s.row), "'done'", "'posted'"))
			return
		}
		p.rows = append(p.rows, fmt.Sprintf(`insert into follow_up (guild, kind, date, channel, target, %s) values ('%s', '%s', '%s', '%s', '%s', %s)`,
			oldColumns, p.guild, kind, date, p.channel, p.root, s.row))
	}
	dated("daily", today)
	dated("summary", today.AddDays(-1))
	dated("week", week.First)
	dated("month", month.First)
	dated("thread", today)
	p.markers = p.markers[:len(p.markers)-1] // a thread is not a message
	for _, kind := range []string{"result", "share", "duel"} {
		p.markers = append(p.markers, fmt.Sprintf("%s:%s:%d", kind, p.guild, p.game))
		p.rows = append(p.rows, fmt.Sprintf(`insert into notice (game, kind, guild, channel, %s) values (%d, '%s', '%s', '%s', %s)`,
			oldColumns, p.game, kind, p.guild, p.channel, s.row))
	}
	return p
}

// solved has a player solve the daily of a date, which ended a duel.
func (u upgrade) solved(g daily.Guild, date calendar.Date) int64 {
	u.t.Helper()
	then, err := time.Parse(time.DateOnly, date.String())
	u.must(err)
	store := u.store.WithClock(func() time.Time { return then.Add(time.Second) })
	d, err := store.Daily(u.t.Context(), g, date, sudoku.Sudoku, 0)
	u.must(err)
	player, other := games.Player{ID: "4" + g.ID, Name: "Ann"}, games.Player{ID: "5" + g.ID, Name: "Ben"}
	game, err := store.StartDaily(u.t.Context(), player, d)
	u.must(err)
	duel, err := store.Challenge(u.t.Context(), games.Duel{GuildID: g.ID, ChannelID: g.ChannelID, Challenger: player, Opponent: other, Language: "en"})
	u.must(err)
	_, err = store.AcceptDuel(u.t.Context(), duel.ID, other, g)
	u.must(err)
	archivetest.Exec(u.t, u.url, fmt.Sprintf(`
		update game set finished = started + interval '10 minutes', active = interval '5 minutes', on_time = true, moves = 50, shared = now(), duel = %d where id = %d;
		update game set finished = now() where id = %[2]d and date = '%[3]s';
		update duel set state = 'solved', ended = now() where id = %[1]d`, duel.ID, game.ID, calendar.DateOf(u.now)))
	return game.ID
}

// say has the bot say something, with a marker.
func (u upgrade) say(p place, marker string) string {
	u.t.Helper()
	id, err := u.poster.send(u.t.Context(), u.poster.client.Call, p.channel, "", u.poster.render.Message(dailyPost, marker))
	u.must(err)
	return id
}

// leave puts into the old ledgers and the channel what the killed bot left.
func (u upgrade) leave(p place) {
	u.t.Helper()
	for _, row := range p.rows {
		archivetest.Exec(u.t, u.url, row)
	}
	if !p.sent {
		return
	}
	for _, marker := range p.markers {
		u.say(p, marker)
	}
	_, err := u.poster.OpenThread(u.t.Context(), p.channel, p.root, "the thread")
	u.must(err)
}

// count returns how many messages of a channel carry a marker.
func (u upgrade) count(channel, marker string) (n int) {
	for _, m := range u.srv.Messages(channel) {
		for _, b := range m.Buttons() {
			if strings.HasSuffix(b.CustomID, "#"+marker) {
				n++
			}
		}
	}
	return n
}

func (u upgrade) want(p place) {
	u.t.Helper()
	for _, marker := range p.markers {
		if n := u.count(p.channel, marker); n != p.want {
			u.t.Errorf("%s: %d messages of %s, want %d", p.name, n, marker, p.want)
		}
	}
	if n := len(u.srv.Threads(p.channel)); n != p.want {
		u.t.Errorf("%s: %d threads, want %d", p.name, n, p.want)
	}
	if n, want := len(u.srv.Messages(p.channel)), 1+p.want*len(p.markers); n != want {
		u.t.Errorf("%s: %d messages in all, want %d", p.name, n, want)
	}
}

// serve runs two bots of this release until a round has done what only rounds find, and nothing is due.
func (u upgrade) serve(found func() bool) {
	u.t.Helper()
	config := quick(u.srv)
	config.Store = u.store
	b := bot.New(u.store, bot.Config{Now: func() time.Time { return u.now }, Log: logTo(u.t)}) // the day does not end
	for range 2 {
		connect(u.t, u.srv, func(ctx context.Context) error { return Serve(ctx, config, b, logTo(u.t)) })
	}
	eventually(u.t, "the outbox to be empty", func() bool {
		// A board waits for the reply to whoever asked for it, and a duel's message changes every so often.
		archivetest.Exec(u.t, u.url, `update outbox set due_at = clock_timestamp() where kind in ('party', 'duel-message') and due_at > clock_timestamp()`)
		return found() && archivetest.CountRows(u.t, u.url, `outbox where state = 'due'`) == 0
	})
	time.Sleep(200 * time.Millisecond) // ten rounds
}

// A bot is killed with posts in all states, and upgraded: the next one makes each once, and finds those that were
// sent.
func TestUpgradeToOutbox(t *testing.T) {
	t.Parallel()
	u := newUpgrade(t)
	var places []place
	for _, s := range oldStates {
		places = append(places, u.place(s))
	}
	u.takeDown()
	for _, p := range places {
		u.leave(p)
	}
	u.must(postgres.Migrate(t.Context(), u.url))
	u.serve(func() bool { return true })
	for _, p := range places {
		u.want(p)
	}
	if n := archivetest.CountRows(t, u.url, `outbox where state = 'failed'`); n != 8 {
		t.Errorf("%d posts are given up, want those 8 that were before", n)
	}
}

// So it is with the messages of duels and of boards for all, and with greetings.
func TestUpgradeOfMeetings(t *testing.T) {
	t.Parallel()
	u := newUpgrade(t)
	guild := u.srv.AddGuild("meetings")
	p := place{guild: guild, channel: u.srv.AddChannel(guild, "general")}
	shown, behind, deleted, invitation := u.say(p, "shown"), u.say(p, "behind"), u.say(p, "deleted"), u.say(p, "invitation")
	ended, ending := u.say(p, "ended"), u.say(p, "ending")
	player := func(id string) games.Player { return games.Player{ID: id, Name: "P" + id} }
	var duels [2]int64
	for i, message := range []string{shown, behind} {
		d, err := u.store.Challenge(t.Context(), games.Duel{GuildID: guild, ChannelID: p.channel, Challenger: player("61"), Opponent: player(fmt.Sprint(62 + i)), Language: "en"})
		u.must(err)
		_, err = u.store.AcceptDuel(t.Context(), d.ID, player(fmt.Sprint(62+i)), daily.NewGuild(guild))
		u.must(err)
		u.must(u.store.SetDuelMessage(t.Context(), d.ID, p.channel, message))
		duels[i] = d.ID
	}
	for i, message := range []string{invitation, ended, ending} {
		party, err := u.store.StartParty(t.Context(), games.Party{GuildID: guild, ChannelID: p.channel, Starter: player(fmt.Sprint(71 + i)), Language: "en"},
			daily.NewGuild(guild), daily.Daily{}, 0)
		u.must(err)
		u.must(u.store.SetPartyMessage(t.Context(), party.ID, p.channel, message, false))
		if message != invitation {
			_, err = u.store.EndParty(t.Context(), party.ID)
			u.must(err)
		}
		if message == ended {
			u.must(u.store.MarkPartyFinal(t.Context(), party.ID))
		}
	}
	u.takeDown()
	archivetest.Exec(t, u.url, fmt.Sprintf(`
		update duel set shown = 1 where id = %d;
		insert into deleted_duel (message, channel, guild, language) values ('%s', '%s', '%s', 'en');
		insert into greeting (guild) values ('%[4]s')`, duels[0], deleted, p.channel, guild))
	u.must(postgres.Migrate(t.Context(), u.url))
	edits := func() map[string]int {
		edited := map[string]int{}
		for _, m := range u.srv.Messages(p.channel) {
			edited[m.ID] = m.Edited
		}
		return edited
	}
	u.serve(func() bool { return edits()[behind] > 0 && edits()[shown] > 0 }) // by the outbox of before it was up to date
	edited := edits()
	// That of a duel is changed once, as this version counts otherwise how a duel stands.
	for message, want := range map[string]int{shown: 1, behind: 1, deleted: 1, invitation: 0, ended: 0, ending: 1} {
		if edited[message] != want {
			t.Errorf("the message %s was changed %d times, want %d", message, edited[message], want)
		}
	}
	if len(edited) != 6 {
		t.Errorf("%d messages in the channel, want the 6 of before", len(edited))
	}
	if boards := len(u.srv.Messages(invitation)); boards != 1 {
		t.Errorf("%d boards in the thread, want 1", boards)
	}
}
