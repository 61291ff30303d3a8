package discord

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

var (
	ben = discordtest.User{ID: "100000000000001003", Name: "ben", GlobalName: "Ben"}
	eva = discordtest.User{ID: "100000000000001004", Name: "eva", GlobalName: "Eva"}
)

// meeting is a channel with players, and a bot in one process or more.
type meeting struct {
	t       *testing.T
	srv     *discordtest.Server
	store   *archive.Store
	url     string
	guild   string
	channel string
	stop    func()
}

func newMeeting(t *testing.T) *meeting {
	t.Helper()
	srv, channel := standIn(t)
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	if _, err := store.ImportFile(t.Context(), importing.Options{Collection: "test"}, strings.NewReader(fishy)); err != nil {
		t.Fatal(err)
	}
	m := &meeting{t: t, srv: srv, store: store, url: url, guild: srv.GuildOf(channel), channel: channel}
	m.stop = m.start()
	return m
}

// settled waits until the message of the only race shows how it stands, and returns how often it was changed.
func (m *meeting) settled(messageID string) (edited int) {
	m.t.Helper()
	m.srv.Await(m.t, "the message to show the race", func() bool {
		states := archivetest.Read[string](m.t, m.url, `select state from outbox where kind = 'duel-message'`)
		return len(states) == 1 && states[0] == "done"
	})
	return m.in(m.channel, messageID).Edited
}

// start starts another process of the bot, which gets all that the others get.
func (m *meeting) start() (stop func()) {
	config := quick(m.srv)
	config.Store, config.Shards.All = m.store, true
	b := bot.New(m.store, bot.Config{Log: logTo(m.t)})
	return connect(m.t, m.srv, func(ctx context.Context) error { return Serve(ctx, config, b, logTo(m.t)) })
}

func (m *meeting) challenge(u, other discordtest.User, options ...discordtest.Option) discordtest.Message {
	m.t.Helper()
	return m.srv.SlashWith(u, m.channel, "duel", append(options, discordtest.Option{Name: "player", User: &other})...).Answer(m.t)
}

func (m *meeting) press(u discordtest.User, on discordtest.Message, label string) discordtest.Message {
	m.t.Helper()
	return m.srv.Press(m.t, u, on, label).Answer(m.t)
}

// in returns a message of a channel as it reads now.
func (m *meeting) in(channel, id string) discordtest.Message {
	for _, found := range m.srv.Messages(channel) {
		if found.ID == id {
			return found
		}
	}
	return discordtest.Message{}
}

// age has time pass for races and parties.
func (m *meeting) age(by string) {
	archivetest.Exec(m.t, m.url, `update duel set asked = asked - interval '`+by+`', accepted = accepted - interval '`+by+`';
		update party set active = active - interval '`+by+`'`)
	m.ageOutbox(by)
}

func (m *meeting) ageOutbox(by string) {
	archivetest.Exec(m.t, m.url, `update outbox set due_at = due_at - interval '`+by+`', tried = tried - interval '`+by+`'`)
}

// shows is reads for what may come with the next edit but one, each of which is due only some time after the one before.
func (m *meeting) shows(channel, id, text string) discordtest.Message {
	m.t.Helper()
	m.srv.Await(m.t, text, func() bool {
		m.ageOutbox("1 minute")
		return strings.Contains(m.in(channel, id).Text(), text)
	})
	return m.in(channel, id)
}

// reads waits until a message has a text.
func (m *meeting) reads(channel, id, text string) discordtest.Message {
	m.t.Helper()
	m.srv.Await(m.t, text, func() bool { return strings.Contains(m.in(channel, id).Text(), text) })
	return m.in(channel, id)
}

func wantText(t *testing.T, m discordtest.Message, text string) {
	t.Helper()
	if !strings.Contains(m.Text(), text) {
		t.Errorf("%q: want %q in it", m.Text(), text)
	}
}

// The whole of a challenge on Discord: who is invited is notified and nobody else, one message shows how it
// stands, changed rarely, and the boards are private.
func TestChallengeOnDiscord(t *testing.T) {
	t.Parallel()
	m := newMeeting(t)
	invited := m.challenge(ann, ben, discordtest.Option{Name: "tier", Value: "x-wing"})
	wantText(t, invited, "<@"+ben.ID+">")
	if invited.Ephemeral {
		t.Error("the invitation is private")
	}
	var sent struct {
		Data struct {
			AllowedMentions struct{ Users, Parse []string } `json:"allowed_mentions"`
		}
	}
	all := m.srv.Requests(toCallback)
	must(t, json.Unmarshal(all[len(all)-1].Body, &sent))
	if got := sent.Data.AllowedMentions; len(got.Users) != 1 || got.Users[0] != ben.ID || len(got.Parse) != 0 {
		t.Errorf("notified are %+v", got)
	}
	if refused := m.press(eva, invited, "Accept"); !refused.Ephemeral {
		t.Errorf("Eva's refusal is public: %q", refused.Text())
	}
	running := m.press(ben, invited, "Accept")
	if running.ID != invited.ID {
		t.Errorf("accepting makes a new message: %q", running.Text())
	}
	m.settled(invited.ID) // what comes now waits for its turn
	board := m.press(ann, running, "Play")
	if !board.Ephemeral || len(board.Attachments) != 1 {
		t.Errorf("the board is %+v", board)
	}
	m.srv.Slash(ann, m.channel, "move", map[string]string{"moves": "r1c1=2"}).Answer(t)
	m.age("1 minute")
	m.reads(m.channel, invited.ID, "1 of 5")
	before := m.settled(invited.ID)
	for range 3 {
		m.srv.Slash(ann, m.channel, "check", nil).Answer(t)
	}
	time.Sleep(200 * time.Millisecond) // ten rounds
	if after := m.in(m.channel, invited.ID).Edited; after != before {
		t.Errorf("the message was changed %d times within 40 seconds", after-before)
	}
	m.press(ben, m.in(m.channel, invited.ID), "Give up")
	end := m.reads(m.channel, invited.ID, "wins.")
	if len(end.Buttons()) != 0 {
		t.Errorf("at the end there are buttons %v", end.Buttons())
	}
	wantText(t, m.challenge(ann, discordtest.User{ID: "100000000000001009", Name: "robo", Bot: true}), "is a bot")
	wantText(t, m.challenge(ann, discordtest.User{ID: "100000000000001008", Name: "far", Outside: true}), "is not on this server")
}

// Two processes get every click and one of them is stopped as the race is accepted: it is accepted once, and
// the message shows it; an invitation that nobody answers ends after a restart too.
func TestChallengeOfTwoProcesses(t *testing.T) {
	t.Parallel()
	m := newMeeting(t)
	m.start()
	invited := m.challenge(ann, ben, discordtest.Option{Name: "tier", Value: "x-wing"})
	m.srv.Await(t, "the message to be known", func() bool {
		open, err := m.store.OpenRacesOf(t.Context(), ann.ID, m.guild)
		return err == nil && len(open) == 1 && open[0].MessageID == invited.ID
	})
	m.srv.Inject(discordtest.Fault{Route: toCallback, Times: 1, Lost: true})
	m.press(ben, invited, "Accept")
	m.stop()
	m.reads(m.channel, invited.ID, "opens yours")
	if open, err := m.store.OpenRacesOf(t.Context(), ben.ID, m.guild); err != nil || len(open) != 1 || open[0].State != games.RaceRunning {
		t.Errorf("the races are %+v, %v", open, err)
	}
	waiting := m.challenge(ann, eva)
	m.srv.Await(t, "the message to be known", func() bool {
		open, err := m.store.OpenRacesOf(t.Context(), eva.ID, m.guild)
		return err == nil && len(open) == 1 && open[0].MessageID != ""
	})
	m.age("16 minutes")
	m.reads(m.channel, waiting.ID, "did not answer")
	m.reads(m.channel, invited.ID, "opens yours") // which has a day
}

// An answer to a press that Discord gets only after the end of a challenge, a race or a party was shown: the message shows the
// end all the same.
func TestLateAnswerAtTheEnd(t *testing.T) {
	t.Parallel()
	for name, play := range map[string]func(*testing.T, *meeting, func(discordtest.User, discordtest.Message, string) func()){
		"duel": func(t *testing.T, m *meeting, pressLate func(discordtest.User, discordtest.Message, string) func()) {
			invited := m.challenge(ann, ben, discordtest.Option{Name: "tier", Value: "x-wing"})
			late := pressLate(ben, invited, "Accept")
			m.srv.Slash(ann, m.channel, "duel", map[string]string{"answer": "give-up"}).Answer(t)
			m.reads(m.channel, invited.ID, "wins.")
			late()
			m.reads(m.channel, invited.ID, "wins.")
		},
		"race": func(t *testing.T, m *meeting, pressLate func(discordtest.User, discordtest.Message, string) func()) {
			opened := m.srv.Slash(ann, m.channel, "race", map[string]string{"tier": "x-wing"}).Answer(t)
			m.press(ann, opened, "Play")
			m.press(ben, opened, "Play")
			m.age("1 minute")
			late := pressLate(ben, m.reads(m.channel, opened.ID, "<@"+ben.ID+">"), "Give up")
			m.age("3 hours")
			m.reads(m.channel, opened.ID, "Time is up in the race")
			late()
			m.reads(m.channel, opened.ID, "Time is up in the race")
		},
		"invitation to a party": func(t *testing.T, m *meeting, pressLate func(discordtest.User, discordtest.Message, string) func()) {
			invitation := m.srv.Slash(ann, m.channel, "together", map[string]string{"puzzle": "x-wing"}).Answer(t)
			m.srv.Await(t, "the board", func() bool { return len(m.srv.Messages(invitation.ID)) > 0 })
			late := pressLate(ben, invitation, "Join")
			m.srv.Slash(ann, invitation.ID, "together", map[string]string{"answer": "close"}).Answer(t)
			over := func() bool { return len(m.in(m.channel, invitation.ID).Buttons()) == 0 }
			m.srv.Await(t, "the invitation to be over", over)
			late()
			m.srv.Await(t, "the invitation to be over again", over)
		},
		"board of a party": func(t *testing.T, m *meeting, pressLate func(discordtest.User, discordtest.Message, string) func()) {
			invitation := m.srv.Slash(ann, m.channel, "together", map[string]string{"puzzle": "x-wing"}).Answer(t)
			m.srv.Await(t, "the board", func() bool { return len(m.srv.Messages(invitation.ID)) > 0 })
			board := m.srv.Messages(invitation.ID)[0]
			late := pressLate(ben, board, "Join")
			m.press(ann, invitation, "Close the board")
			m.reads(invitation.ID, board.ID, "closed")
			late()
			m.reads(invitation.ID, board.ID, "closed")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMeeting(t)
			play(t, m, func(u discordtest.User, on discordtest.Message, label string) func() {
				t.Helper()
				m.srv.Await(t, "the message to be known", func() bool {
					return archivetest.Read[bool](t, m.url, `select exists (select from duel where message <> '' union all select from party where board <> '')`)[0]
				})
				arrives := make(chan struct{})
				m.srv.Inject(discordtest.Fault{Route: toCallback, Until: arrives})
				before := len(archivetest.Read[string](t, m.url, `select id from request`))
				call := m.srv.Press(t, u, on, label)
				m.srv.Await(t, "the press to be handled", func() bool {
					return len(archivetest.Read[string](t, m.url, `select id from request`)) > before
				})
				return func() {
					t.Helper()
					close(arrives)
					call.Answer(t)
					m.age("1 minute")
				}
			})
		})
	}
}

// A message that a press may have changed, though no answer of Discord came in time, is tracked; one that another process has
// changed is not.
func TestTrackedWhereItMayHaveArrived(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	config := quick(srv)
	config.AnswerIn = 2 * time.Second
	s := newService(config.withDefaults(), logTo(t), func(_ context.Context, r chat.Request) chat.Reply {
		reply := saying(actOf(r))
		for _, answer := range []string{"elsewhere", "lost"} {
			reply.Screen.Rows = append(reply.Screen.Rows, chat.Buttons(chat.Button{Label: answer, Press: chat.Press{Argument: answer}})...)
		}
		reply.InPlace, reply.Tracks = actOf(r) != "asked", actOf(r)
		return reply
	})
	s.round = func(context.Context) error { return nil }
	tracked := make(chan string, 10)
	s.shown = func(_ context.Context, tracks, _, messageID string) error {
		tracked <- tracks + " " + messageID
		return nil
	}
	connect(t, srv, s.serve)
	asked := srv.Slash(ann, channel, "asked", nil).Answer(t)
	want := func(tracks string) {
		t.Helper()
		select {
		case got := <-tracked:
			if got != tracks+" "+asked.ID {
				t.Errorf("tracked is %q, want %s", got, tracks)
			}
		case <-time.After(patience):
			t.Errorf("not tracked: %s", tracks)
		}
	}
	want("asked")
	srv.Inject(discordtest.Fault{Route: toCallback, Status: http.StatusBadRequest, Code: rest.CodeAnswered})
	srv.Press(t, ann, asked, "elsewhere")
	srv.Await(t, "the refusal", func() bool { return len(srv.Requests(toCallback)) == 2 })
	srv.Inject(discordtest.Fault{Route: toCallback, Lost: true, Times: 1000})
	srv.Press(t, ann, asked, "lost").Answer(t)
	want("lost")
}

// A board for all on Discord: a thread below the invitation, one board in it, which everyone who joined
// plays on in its place.
func TestTogetherOnDiscord(t *testing.T) {
	t.Parallel()
	m := newMeeting(t)
	m.start()
	invitation := m.srv.Slash(ann, m.channel, "together", map[string]string{"puzzle": "x-wing"}).Answer(t)
	wantText(t, invitation, "in the thread of this message")
	m.srv.Await(t, "the board", func() bool { return len(m.srv.Messages(invitation.ID)) > 0 })
	thread := invitation.ID
	board := m.srv.Messages(thread)[0]
	if len(board.Attachments) != 1 || m.srv.GuildOf(thread) != m.guild {
		t.Errorf("the board is %+v", board)
	}
	if refused := m.press(ben, board, "Hint"); !refused.Ephemeral || !strings.Contains(refused.Text(), "press Join") {
		t.Errorf("without joining: %+v", refused)
	}
	call := m.srv.Press(t, ben, board, "Join")
	joined := call.Answer(t)
	if !call.Updated() || joined.Ephemeral {
		t.Errorf("joining: %+v", joined)
	}
	hint := m.press(ben, joined, "Hint")
	wantText(t, hint, "<@"+ben.ID+"> took a hint.")
	moved := m.srv.Slash(ann, thread, "move", map[string]string{"moves": "r1c1=2"}).Answer(t)
	if wantText(t, moved, "<@"+ann.ID+"> played"); moved.Ephemeral {
		t.Error("a move that was typed is private")
	}
	stale := m.press(ben, joined, "Hint") // of the older message
	wantText(t, stale, "<@"+ann.ID+"> played")
	m.age("25 hours")
	m.reads(m.channel, invitation.ID, "nothing was played for a day")
	m.age("1 minute")
	if boards := len(m.srv.Messages(thread)); boards != 2 {
		t.Errorf("the thread has %d boards, want the one and that of the move that was typed", boards)
	}
}

// A thread that is deleted ends its board: the invitation says so, and its starter can start another.
func TestTogetherThreadDeleted(t *testing.T) {
	t.Parallel()
	m := newMeeting(t)
	start := func() discordtest.Message {
		return m.srv.Slash(ann, m.channel, "together", map[string]string{"puzzle": "x-wing"}).Answer(t)
	}
	invitation := start()
	m.srv.Await(t, "the board", func() bool { return len(m.srv.Messages(invitation.ID)) == 1 })
	m.srv.DeleteChannel(invitation.ID)
	m.srv.Await(t, "the invitation to say that it is over", func() bool { return len(m.in(m.channel, invitation.ID).Buttons()) == 0 })
	again := start()
	m.srv.Await(t, "another board", func() bool { return len(m.srv.Messages(again.ID)) == 1 })
}

// Where a guild has a channel of games, boards and challenges are there, wherever they are asked for.
func TestChannelOfGamesOnDiscord(t *testing.T) {
	t.Parallel()
	m := newMeeting(t)
	games := m.srv.AddChannel(m.guild, "games")
	wantText(t, m.srv.Slash(admin, m.channel, "schedule", map[string]string{"games": games}).Answer(t), "shared results go to <#"+games+">")
	elsewhere := func(answer discordtest.Message, messages int) discordtest.Message {
		t.Helper()
		if wantText(t, answer, "in <#"+games+"> in a moment"); !answer.Ephemeral {
			t.Errorf("for all: %q", answer.Text())
		}
		m.srv.Await(t, "the message", func() bool { return len(m.srv.Messages(games)) == messages })
		return m.srv.Messages(games)[messages-1]
	}
	invitation := elsewhere(m.srv.Slash(ann, m.channel, "together", map[string]string{"puzzle": "x-wing"}).Answer(t), 1)
	m.srv.Await(t, "the board", func() bool { return len(m.srv.Messages(invitation.ID)) == 1 })
	wantText(t, m.press(ben, invitation, "Join"), "2 players are taking part.")
	challenge := elsewhere(m.challenge(ann, ben, discordtest.Option{Name: "tier", Value: "x-wing"}), 2)
	if calls := m.srv.Requests(toChannel); !slices.ContainsFunc(calls, func(r discordtest.Request) bool {
		return strings.Contains(string(r.Body), `"users":["`+ben.ID+`"]`)
	}) {
		t.Error("the challenge notifies nobody")
	}
	m.press(ben, challenge, "Accept")
	m.reads(games, challenge.ID, "opens yours")
	m.srv.Overwrite(games, m.guild, 0, discordtest.SendMessages)
	refused := m.challenge(eva, ann)
	if wantText(t, refused, "games go to <#"+games+">, and the bot cannot post there: the bot lacks Send Messages"); !refused.Ephemeral {
		t.Errorf("for all: %q", refused.Text())
	}
	if n := len(m.srv.Messages(games)); n != 2 {
		t.Errorf("%d messages in the channel of games, want 2", n)
	}
}

// What the bot may not do is named, and nothing is started; a thread that is there is used.
func TestTogetherPermissions(t *testing.T) {
	t.Parallel()
	m := newMeeting(t)
	m.srv.Overwrite(m.channel, m.guild, 0, discordtest.CreatePublicThreads|discordtest.AttachFiles)
	refused := m.srv.Slash(ann, m.channel, "together", nil).Answer(t)
	if wantText(t, refused, "Create Public Threads and Attach Files"); !refused.Ephemeral {
		t.Error("a refusal for all")
	}
	voice := m.srv.AddChannelOf(m.guild, "voice", discordtest.VoiceChannel)
	wantText(t, m.srv.Slash(ann, voice, "together", nil).Answer(t), "has no threads")
	thread := m.srv.AddThread(m.channel, "talk", discordtest.PublicThread)
	board := m.srv.Slash(ann, thread, "together", nil).Answer(t)
	if wantText(t, board, "with whoever joins"); len(board.Attachments) != 1 || board.Ephemeral {
		t.Errorf("in a thread: %+v", board)
	}
}
