package bot

import (
	"context"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
)

// manyDuels is an archive whose messages of duels are all behind.
type manyDuels struct{ *fakeStore }

func (manyDuels) ClaimDuelMessages(_ context.Context, _ time.Duration, most int) ([]archive.Duel, error) {
	duels := make([]archive.Duel, most)
	for i := range duels {
		duels[i] = archive.Duel{GuildID: "7", ChannelID: "here", MessageID: "1001", State: archive.DuelInvited, Challenger: ann, Opponent: bob}
	}
	return duels, nil
}

// slowMessenger takes as long for an edit as an answer may.
type slowMessenger struct {
	fakeMessenger
	clock *clock
}

func (s *slowMessenger) Edit(context.Context, string, string, Reply) error {
	s.edits++
	s.clock.now = s.clock.now.Add(15 * time.Second)
	return errDown
}

// While the network hangs, duels do not hold up the daily posts of the same round for minutes.
func TestMeetEndsInTime(t *testing.T) {
	store := manyDuels{newFakeStore()}
	slow := &slowMessenger{clock: store.clock}
	begun := store.clock.now
	check(t, New(store, Config{Now: store.clock.Now}).Meet(t.Context(), slow))
	if took := store.clock.now.Sub(begun); slow.edits == 0 || took > time.Minute {
		t.Errorf("%d edits took %s", slow.edits, took)
	}
}
