package bot

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
)

// manyDuels is an outbox in which the message of a duel is always behind.
type manyDuels struct {
	*archive.Store
	duel int64
}

func (m manyDuels) Claim(_ context.Context, _ string, _ time.Duration, most daily.Rank) (daily.Post, bool, error) {
	return daily.Post{Kind: daily.DuelMessage, GuildID: "7", ChannelID: "here", Target: "1001", Number: m.duel}, most == daily.RankEdit, nil
}

func (manyDuels) Retry(context.Context, daily.Post, string, string, time.Duration) error {
	return nil
}

// slowMessenger takes as long for an edit as an answer may.
type slowMessenger struct {
	fakeMessenger
	edits atomic.Int64
}

func (s *slowMessenger) Edit(context.Context, string, string, chat.Reply) error {
	s.edits.Add(1)
	return errDown
}

// While the network hangs, the messages of duels do not hold up the dailies that are due next: after the calls that
// are under way at a time, those have their turn.
func TestEditsEndInTime(t *testing.T) {
	store := newStore(t)
	slow := &slowMessenger{}
	now := func() time.Time { return store.clock.now.Add(time.Duration(slow.edits.Load()) * 15 * time.Second) }
	duel, err := store.Challenge(t.Context(), games.Duel{GuildID: "7", ChannelID: "here", Challenger: ann, Opponent: bob})
	check(t, err)
	check(t, store.SetDuelMessage(t.Context(), duel.ID, "here", "1001"))
	check(t, New(store.Store, Config{Now: now, Ledger: manyDuels{store.Store, duel.ID}}).Deliver(t.Context(), slow, "a"))
	if n := slow.edits.Load(); n == 0 || n > 2*outbox.ManyOthers {
		t.Errorf("%d edits in a round", n)
	}
}
