package discord

import (
	"context"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// maxWaiting is how many interactions may wait for a worker: with more, the last would wait
// longer than Discord does.
const maxWaiting = 256

// dispatcher lets a few workers answer the interactions. A panic costs one answer, and does not
// end the bot.
type dispatcher struct {
	answer func(context.Context, *discordgo.Interaction, time.Time)
	log    *slog.Logger
	queue  chan job
	stop   chan struct{}
	done   sync.WaitGroup // of the workers
}

type job struct {
	interaction *discordgo.Interaction
	received    time.Time
}

// dispatch starts the workers. They work under ctx, which should outlive the intake.
func dispatch(ctx context.Context, workers int, log *slog.Logger, answer func(context.Context, *discordgo.Interaction, time.Time)) *dispatcher {
	d := &dispatcher{answer: answer, log: log, queue: make(chan job, maxWaiting), stop: make(chan struct{})}
	for range workers {
		d.done.Go(func() { d.work(ctx) })
	}
	return d
}

// add gives an interaction to the next free worker. It never blocks.
func (d *dispatcher) add(i *discordgo.Interaction) {
	// discordgo passes on events that it could not decode; without a token they cannot be
	// answered.
	if i == nil || i.ID == "" || i.Token == "" {
		d.log.Warn("discord: an interaction could not be decoded")
		return
	}
	select {
	case d.queue <- job{i, time.Now()}:
	default:
		d.log.Warn("discord: too many interactions at once, one is left unanswered", "id", i.ID)
	}
}

func (d *dispatcher) work(ctx context.Context) {
	for {
		select {
		case j := <-d.queue:
			d.do(ctx, j)
			continue
		default:
		}
		select {
		case j := <-d.queue:
			d.do(ctx, j)
		case <-d.stop:
			return
		}
	}
}

func (d *dispatcher) do(ctx context.Context, j job) {
	defer func() {
		if p := recover(); p != nil {
			d.log.Error("discord: panic in an answer", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	if time.Since(j.received) > firstAnswerIn {
		d.log.Warn("discord: an interaction waited too long for a worker", "id", j.interaction.ID)
		return
	}
	d.answer(ctx, j.interaction, j.received)
}

// finish has the workers end once they have answered what was added; done waits for that.
func (d *dispatcher) finish() { close(d.stop) }
