package prove

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// match is two bots that get every interaction, one of which is killed and started again every
// few seconds, players who click, some of them in a race, and guilds whose dailies become due meanwhile.
type match struct {
	*world
	relay    *relay
	children [2]child
	channel  string
	players  []discordtest.User
	clicks   []*discordtest.Call
	dailies  []string // channels
	race     discordtest.Message
	racers   []discordtest.User // who press its buttons, the newest last
	random   *rand.Rand

	mutex sync.Mutex
	met   map[string]int // how often each trouble was met by a call
}

// The kinds of trouble.
const (
	lostCallback    = "the answer to a first answer is lost"
	limitedCallback = "a first answer meets 429"
	lostMessage     = "the answer to a message is lost"
	limitedMessage  = "a message meets 429"
)

// shortLease is that of the two bots: what one of them had claimed, the other takes over. A bot that
// stands still for longer may post what the other has posted, which no lease can prevent.
func shortLease() time.Duration {
	if sudokutest.Proving() {
		return 4 * time.Second
	}
	return 15 * time.Second
}

func newMatch(t *testing.T) *match {
	w := newWorld(t)
	w.srv.NonceWindow, w.srv.Deadline = 0, min(w.srv.Deadline, 10*time.Second) // it is waited for
	m := &match{world: w, relay: newRelay(t, w), random: rand.New(rand.NewPCG(1, 1)), met: map[string]int{}}
	m.channel = w.srv.AddChannel(w.srv.AddGuild("Players"), "play")
	for i := range m.children {
		m.startChild(t, i, 0)
	}
	m.awaitBoth(t)
	for i := range 8 {
		u := discordtest.User{ID: fmt.Sprint(100000000000002000 + i), Name: fmt.Sprint("player", i)}
		m.players = append(m.players, u)
		w.srv.Slash(u, m.channel, "play", nil).Answer(t)
	}
	m.openRace(t)
	return m
}

// openRace opens a race in a channel of its own, which begins when its message is known.
func (m *match) openRace(t *testing.T) {
	t.Helper()
	opener := discordtest.User{ID: "100000000000003999", Name: "opener"}
	channel := m.srv.AddChannel(m.srv.AddGuild("Racers"), "race")
	m.race = m.srv.Slash(opener, channel, "race", nil).Answer(t)
	known := func() bool { return m.number(t, `select count(*) from duel where message <> ''`) == 1 }
	if !await(2*time.Minute, known) {
		t.Fatal("the message of the race is not known")
	}
	m.srv.Press(t, opener, m.race, "Play").Answer(t)
	begun := func() bool { return hasButton(m.raceNow(), "Give up") }
	if !await(2*time.Minute, begun) {
		t.Fatalf("the race does not begin: %q", m.raceNow().Text())
	}
}

// raceNow returns the message of the race as it reads now.
func (m *match) raceNow() discordtest.Message { return m.srv.Messages(m.race.ChannelID)[0] }

func hasButton(m discordtest.Message, label string) bool {
	return slices.ContainsFunc(m.Buttons(), func(b discordtest.Component) bool { return b.Label == label })
}

// pressRace has a racer join, and the one before leave but for every eighth, since a race has ten at most.
func (m *match) pressRace(t *testing.T) {
	t.Helper()
	m.execute(t, `update duel set asked = clock_timestamp()`) // a long check takes longer than a race can be joined
	m.racers = append(m.racers, discordtest.User{ID: fmt.Sprint(100000000000003000 + len(m.racers)), Name: "racer"})
	m.srv.Press(t, m.racers[len(m.racers)-1], m.raceNow(), "Play")
	if before := len(m.racers) - 2; before >= 0 && before%8 != 0 {
		m.srv.Press(t, m.racers[before], m.raceNow(), "Give up")
	}
}

// countRace compares the message of the race with who is in it, and with its end.
func (m *match) countRace(t *testing.T) counts {
	t.Helper()
	n := counts{runs: len(m.racers)}
	n.doubles = len(m.srv.Messages(m.race.ChannelID)) - 1 + m.number(t, `select count(*) - count(distinct player) from game where duel is not null`)
	shows := func(right func(discordtest.Message) bool) int {
		if await(2*time.Minute, func() bool {
			m.execute(t, `update outbox set due_at = due_at - interval '1 minute', tried = tried - interval '1 minute' where kind = 'duel-message'`)
			return right(m.raceNow())
		}) {
			return 0
		}
		t.Logf("the race shows %q", m.raceNow().Text())
		return 1
	}
	n.missed = shows(func(now discordtest.Message) bool {
		for _, u := range m.racers {
			in := m.number(t, `select count(duel) from game where player = '`+u.ID+`'`) > 0
			if in != strings.Contains(now.Text(), "<@"+u.ID+">") {
				return false
			}
		}
		return true
	})
	m.execute(t, `update duel set asked = asked - interval '3 hours', accepted = accepted - interval '3 hours'`)
	n.missed += shows(func(now discordtest.Message) bool { return len(now.Buttons()) == 0 })
	return n
}

func (m *match) startChild(t *testing.T, i int, deferAfter time.Duration) {
	t.Helper()
	l := m.life(shortLease())
	l.Gateway, l.DeferAfter = m.relay.url, deferAfter
	m.children[i] = start(t, l)
}

func (m *match) awaitBoth(t *testing.T) {
	t.Helper()
	if !await(2*time.Minute, func() bool { return m.relay.bots() == len(m.children) }) {
		t.Fatalf("the bots do not connect:\n%s\n%s", m.children[0].log, m.children[1].log)
	}
}

// click is a move or a hint of any player.
func (m *match) click() *discordtest.Call {
	u := m.players[m.random.IntN(len(m.players))]
	if m.random.IntN(2) == 0 {
		return m.srv.Slash(u, m.channel, "hint", map[string]string{"level": "1"})
	}
	return m.srv.Slash(u, m.channel, "move", map[string]string{"moves": fmt.Sprintf("r1c3=%d", 1+m.random.IntN(9))})
}

// play lets players click with pauses, while a bot is killed whenever so much has passed and
// both are there: so one of them can always answer.
func (m *match) play(t *testing.T, kills int, every, pause time.Duration) {
	t.Helper()
	for kill := range kills {
		m.dailies = append(m.dailies, m.schedule(t))
		for end := time.Now().Add(every); time.Now().Before(end); time.Sleep(pause) {
			m.trouble()
			m.clicks = append(m.clicks, m.click())
			if m.random.IntN(15) == 0 {
				m.dailies = append(m.dailies, m.schedule(t))
			}
		}
		m.awaitBoth(t)
		m.pressRace(t)
		m.children[kill%2].kill()
		m.startChild(t, kill%2, 0)
	}
	m.awaitBoth(t)
}

// trouble makes some of the next calls go wrong: their answer is lost, or Discord asks to wait.
func (m *match) trouble() {
	limited := discordtest.Fault{Status: http.StatusTooManyRequests, RetryAfter: 100 * time.Millisecond}
	lost := discordtest.Fault{Lost: true}
	switch m.random.IntN(60) {
	case 0, 1, 2:
		m.inject(lostCallback, toCallback, lost)
	case 3, 4:
		m.inject(limitedCallback, toCallback, limited)
	case 5:
		m.inject(lostMessage, toChannel, lost)
	case 6:
		m.inject(limitedMessage, toChannel, limited)
	}
}

// inject makes the next call of a route go wrong, and counts that it does.
func (m *match) inject(name, route string, f discordtest.Fault) {
	f.Route = route
	f.Then = func() {
		m.mutex.Lock()
		defer m.mutex.Unlock()
		m.met[name]++
	}
	m.srv.Inject(f)
}

// answered returns the interactions that were answered completely: at once, or after "thinking".
func (m *match) answered() map[string]bool {
	ids := map[string]bool{}
	for _, r := range m.srv.Requests("") {
		part := strings.Split(r.Path, "/")
		switch {
		case r.Status >= 300 || len(part) < 4 || strings.HasPrefix(r.Route, http.MethodGet):
		case part[1] == "interactions":
			var first struct {
				Type int `json:"type"`
			}
			_ = json.Unmarshal(r.Body, &first)
			ids[part[2]] = ids[part[2]] || first.Type == 4 || first.Type == 7
		case part[1] == "webhooks":
			for _, c := range m.clicks {
				if strings.Contains(part[3], c.ID) {
					ids[c.ID] = true
				}
			}
		}
	}
	return ids
}

// countClicks compares what was clicked with the journal of the games.
func (m *match) countClicks(t *testing.T) counts {
	t.Helper()
	n := counts{runs: len(m.clicks)}
	unanswered := func() (missing []string) {
		answered := m.answered()
		for _, c := range m.clicks {
			if !answered[c.ID] {
				missing = append(missing, c.ID)
			}
		}
		return missing
	}
	await(m.srv.Deadline, func() bool { return len(unanswered()) == 0 })
	missing := unanswered()
	n.missed = len(missing)
	if n.missed > 0 {
		t.Logf("not answered: %v\n%s\n%s", missing, m.children[0].log, m.children[1].log)
	}
	events := m.events(t)
	n.doubles = events - m.number(t, `select count(distinct request) from event`)
	n.missed += max(0, len(m.clicks)-events)
	if events == 0 {
		t.Error("no click has changed anything")
	}
	if hints, events := m.number(t, `select sum(hints) from game`), m.number(t, countHints); hints != events {
		t.Errorf("%d hints are counted in the games, %d in their journals", hints, events)
	}
	return n
}

func (m *match) events(t *testing.T) int { return m.number(t, `select count(*) from event`) }

// countPosts waits for the dailies and counts their messages.
func (m *match) countPosts(t *testing.T) counts {
	t.Helper()
	n := counts{runs: len(m.dailies)}
	await(2*time.Minute, func() bool {
		return m.number(t, `select count(*) from outbox where kind = 'daily' and state = 'done'`) == len(m.dailies)
	})
	time.Sleep(300 * time.Millisecond) // some more rounds
	for _, channel := range m.dailies {
		switch messages := len(m.srv.Messages(channel)); {
		case messages > 1:
			n.doubles += messages - 1
		case messages == 0 || m.post(t, channel).State != daily.PostPosted:
			n.missed++
		}
	}
	return n
}

// replays brings every interaction again, and counts what changes.
func (m *match) replays(t *testing.T) counts {
	t.Helper()
	before := m.events(t)
	m.relay.replay()
	m.settled(t)
	return counts{runs: len(m.clicks), replays: m.events(t) - before}
}

// settled waits until writing has stopped.
func (m *match) settled(t *testing.T) {
	t.Helper()
	last := -1
	await(20*time.Second, func() bool {
		time.Sleep(300 * time.Millisecond)
		n := len(m.srv.Requests(""))
		same := n == last
		last = n
		return same
	})
}

// late delivers interactions for the first time when Discord no longer takes an answer.
func (m *match) late(t *testing.T) counts {
	t.Helper()
	before := m.events(t)
	const clicks = 5
	m.relay.hold(true)
	for range clicks {
		m.click()
	}
	time.Sleep(m.srv.Deadline + 200*time.Millisecond)
	m.relay.hold(false)
	await(3*time.Second, func() bool { return m.events(t) > before })
	m.settled(t)
	return counts{runs: clicks, replays: m.events(t) - before}
}

// thinking kills a bot that has asked for time. The other gets the interaction too, and could
// answer.
func (m *match) thinking(t *testing.T) counts {
	t.Helper()
	m.children[0].kill()
	m.startChild(t, 0, 200*time.Millisecond) // long before the other
	m.awaitBoth(t)
	m.settled(t)
	unlock := m.lock(t, `lock table game in exclusive mode`)
	defer unlock()
	c := m.click()
	m.clicks = append(m.clicks, c)
	if !await(m.srv.Deadline, c.Deferred) {
		t.Log("no bot asked for time")
	}
	m.children[0].kill()
	time.Sleep(1500 * time.Millisecond) // by then the other would ask for it
	unlock()
	n := counts{runs: 1}
	if !await(2*time.Minute, func() bool { return m.answered()[c.ID] }) {
		n.missed = 1
	}
	return n
}

// Two bots that get the same interactions, each killed again and again, and a Discord that loses
// answers and asks to wait: every click counts once and is answered, every daily is posted once, and nothing changes when all comes again.
func TestClicks(t *testing.T) {
	t.Parallel()
	clicks(t, 2, time.Second, 150*time.Millisecond)
}

func TestProveClicks(t *testing.T) {
	sudokutest.Prove(t)
	m := clicks(t, 60, 10*time.Second, 80*time.Millisecond)
	sudokutest.Reached(t, m.met, lostCallback, limitedCallback, lostMessage, limitedMessage)
}

func clicks(t *testing.T, kills int, every, pause time.Duration) *match {
	t.Helper()
	m := newMatch(t)
	m.play(t, kills, every, pause)
	var all table
	clicked := m.countClicks(t)
	if kills < 10 {
		// Ten seconds may be short for bots on a busy machine, too: only the long check wants every
		// answer.
		t.Logf("%d answers or changes missed", clicked.missed)
		clicked.missed = 0
	}
	all.add(fmt.Sprintf("clicks on two bots, %d times killed", kills), clicked)
	all.add("dailies meanwhile", m.countPosts(t))
	all.add("all interactions come again", m.replays(t))
	all.add("a race meanwhile", m.countRace(t))
	all.add("the interaction comes after its deadline", m.late(t))
	all.add("the bot that asked for time is killed", m.thinking(t))
	all.check(t)
	return m
}

// countHints counts the hints in the journals: all that were given on one and the same board are
// one hint, a move that changed nothing begins another.
const countHints = `
	select count(distinct (game, board)) from (
		select game, kind, count(*) filter (where head <> before or kind = 'moved') over (
			partition by game order by revision rows between unbounded preceding and 1 preceding
		) as board
		from event
	) e where kind = 'hinted'`
