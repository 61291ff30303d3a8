package archive_test

import (
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
)

// A guild is greeted once, however many processes see it join, and not where it is known.
func TestGreetedOnce(t *testing.T) {
	const guild = "881234567890123456"
	s := archivetest.Open(t, archivetest.URL(t))
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			if err := s.AddGreeting(t.Context(), guild, "channel", "de"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	must(t, s.SaveGuild(t.Context(), daily.NewGuild("set up")))
	must(t, s.GuildLeft(t.Context(), "left"))
	for _, known := range []string{"set up", "left"} {
		must(t, s.AddGreeting(t.Context(), known, "channel", "de"))
	}
	must(t, s.AddGreeting(t.Context(), "no channel", "", "de"))
	p := claim(t, s, "a", time.Minute)
	if p.GuildID != guild || p.Kind != daily.Greeting || p.ChannelID != "channel" || p.Language != "de" {
		t.Errorf("the greeting is %+v", p)
	}
	must(t, s.Complete(t.Context(), p, "a", "message"))
	must(t, s.AddGreeting(t.Context(), guild, "channel", "de")) // it takes the bot again
	wantNothing(t, s, "a")
}
