package discord

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// Two processes get every click on a race, answers are lost, and one process is stopped: it is one message, in which everyone is
// once, and it shows how it ended.
func TestRaceOfTwoProcesses(t *testing.T) {
	t.Parallel()
	m := newMeeting(t)
	m.start()
	opened := m.srv.SlashWith(ann, m.channel, "race", discordtest.Option{Name: "tier", Value: "x-wing"}).Answer(t)
	if opened.Ephemeral {
		t.Fatalf("the race is private: %q", opened.Text())
	}
	m.srv.Await(t, "the message to be known", func() bool {
		open, err := m.store.OpenRaces(t.Context(), m.guild)
		return err == nil && len(open) == 1 && open[0].MessageID == opened.ID
	})
	m.srv.Inject(discordtest.Fault{Route: toCallback, Times: 1, Lost: true})
	for _, u := range []discordtest.User{ann, ben, eva} {
		if board := m.press(u, opened, "Play"); !board.Ephemeral || len(board.Attachments) != 1 {
			t.Errorf("the board of %s is %+v", u.Name, board)
		}
	}
	running := m.shows(m.channel, opened.ID, "<@"+eva.ID+">")
	m.stop()
	m.press(eva, running, "Give up")
	open, err := m.store.OpenRaces(t.Context(), m.guild)
	if err != nil || len(open) != 1 {
		t.Fatalf("the races are %+v, %v", open, err)
	}
	if all, err := m.store.RaceGames(t.Context(), open[0].ID); err != nil || len(all) != 2 {
		t.Errorf("%d play, %v", len(all), err)
	}
	m.age("3 hours")
	m.reads(m.channel, opened.ID, "Time is up in the race")
	if d, err := m.store.Race(t.Context(), open[0].ID); err != nil || d.State != games.RaceOutOfTime {
		t.Errorf("the race is %+v, %v", d, err)
	}
	if n := len(m.srv.Messages(m.channel)); n != 1 {
		t.Errorf("%d messages in the channel, want that of the race", n)
	}
}
