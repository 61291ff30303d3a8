package discord

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

func interaction(id string) *discordgo.Interaction { return &discordgo.Interaction{ID: id, Token: "t"} }

// Each interaction is answered, though answers panic.
func TestDispatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var answered atomic.Int32
		d := dispatch(t.Context(), 2, slog.New(slog.DiscardHandler), func(context.Context, *discordgo.Interaction, time.Time) {
			answered.Add(1)
			panic("a panic must not end the worker")
		})
		for i := range 10 {
			d.add(interaction(fmt.Sprint(i)))
		}
		d.add(&discordgo.Interaction{ID: "without a token"})
		d.add(nil)
		d.finish()
		d.done.Wait()
		if got := answered.Load(); got != 10 {
			t.Errorf("%d interactions answered, want 10", got)
		}
	})
}

// What cannot be answered in time is not handled at all.
func TestDispatchIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var answered atomic.Int32
		d := dispatch(t.Context(), 1, slog.New(slog.DiscardHandler), func(context.Context, *discordgo.Interaction, time.Time) {
			answered.Add(1)
			time.Sleep(firstAnswerIn / 2)
		})
		d.add(interaction("first"))
		synctest.Wait() // the worker has it
		for i := range 2 * maxWaiting {
			d.add(interaction(fmt.Sprint(i)))
		}
		d.finish()
		d.done.Wait()
		if got := answered.Load(); got != 3 {
			t.Errorf("%d interactions answered, want the 3 that were begun within %s", got, firstAnswerIn)
		}
	})
}
