package discord

import (
	"context"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// waiting is how many interactions may wait for a worker. Those at the end would wait
// longer than Discord does.
const waiting = 256

// dispatcher lets a few workers answer the interactions, and a panic cost
// one answer and not the bot.
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
	d := &dispatcher{answer: answer, log: log, queue: make(chan job, waiting), stop: make(chan struct{})}
	for range workers {
		d.done.Go(func() { d.work(ctx) })
	}
	return d
}

// add gives an interaction to the next free worker. It never blocks.
func (d *dispatcher) add(i *discordgo.Interaction) {
	// An event that could not be read arrives half empty; without its token it cannot be
	// answered.
	if i == nil || i.ID == "" || i.Token == "" {
		d.log.Warn("discord: interaction that cannot be read")
		return
	}
	select {
	case d.queue <- job{i, time.Now()}:
	default:
		d.log.Warn("discord: too many interactions at once, one is dropped", "id", i.ID)
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

// finish ends the workers once they have done what was added. done tells when they have.
func (d *dispatcher) finish() { close(d.stop) }
