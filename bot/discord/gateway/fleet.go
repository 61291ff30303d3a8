package gateway

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/sharding"
)

const (
	rounds    = 5                      // signs of life of a process in the time of its lease
	lookEvery = 100 * time.Millisecond // how often a process that stops checks whether others have connected to its shards

	databaseIn = 5 * time.Second // limit of a call to the database; without it everything stays as it is
)

// fleet runs the shards of this process.
type fleet struct {
	Config
	gate    *gate
	count   int            // the number of shards that this process wants
	shards  int            // the number of shards; 0: not known yet
	tooFew  int            // a number that Discord rejected as too few
	running map[int]*shard // by number
	life    context.Context
	all     sync.WaitGroup // the shards that run or are ending
	ended   chan ended
	changed chan struct{} // receives when a shard has connected
	unknown bool          // the division was unknown in the last round
}

// ended is a shard that cannot go on.
type ended struct {
	*shard
	err error
}

// run keeps the shards running until ctx ends.
func (f *fleet) run(ctx context.Context) error {
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	defer f.all.Wait()
	defer end()
	f.life = life
	tick := time.NewTicker(f.ShardLease / rounds)
	defer tick.Stop()
	for {
		err := f.round(ctx)
		if err == nil {
			select {
			case <-ctx.Done():
			case <-tick.C:
			case <-f.changed:
			case e := <-f.ended:
				err = f.after(ctx, e)
			}
		}
		if ctx.Err() != nil {
			f.handOver()
			return nil
		}
		if err != nil {
			f.leave()
			return err
		}
	}
}

// round divides the shards anew, and begins and ends shards accordingly.
func (f *fleet) round(ctx context.Context) error {
	if f.count == 0 {
		l, err := f.gate.ask(ctx)
		if err != nil {
			return err
		}
		f.count = cmp.Or(f.Shards.Count, l.Shards)
	}
	shards, ours, err := f.divide(ctx)
	if err == nil {
		f.apply(shards, ours)
	} else if !f.unknown && ctx.Err() == nil {
		f.Log.Warn("discord: the division of the shards is unknown, so it stays as it is", "error", err)
	}
	f.unknown = err != nil
	return nil
}

// divide returns the number of shards, and the shards that this process runs.
func (f *fleet) divide(ctx context.Context) (shards int, ours map[int]bool, err error) {
	switch {
	case f.shared():
		ctx, cancel := context.WithTimeout(ctx, databaseIn)
		defer cancel()
		d, err := f.Store.DivideShards(ctx, f.gate.owner, f.ShardLease, f.decide)
		return d.Shards, inCharge(d, f.gate.owner, f.connected(d.Shards)), err
	case len(f.Shards.Only) > 0:
		ours = map[int]bool{}
		for _, id := range f.Shards.Only {
			ours[id] = true
		}
		return f.count, ours, nil
	}
	ours = map[int]bool{}
	for id := range f.count {
		ours[id] = true
	}
	return f.count, ours, nil
}

// shared reports whether the processes divide the shards among themselves.
func (f *fleet) shared() bool { return f.Store != nil && !f.Shards.All && len(f.Shards.Only) == 0 }

// decide takes this process's part of a division. The number of shards is that of the first
// process, until Discord wants more or all processes have stopped.
func (f *fleet) decide(d sharding.Division) (shards int, mine []sharding.Slot) {
	alone := len(d.Processes) == 1
	switch {
	case d.Shards == 0, d.Shards == f.tooFew, f.shards == 0 && alone:
		d = sharding.Division{Shards: f.count, Processes: d.Processes}
	case f.shards == 0 && d.Shards != f.count:
		f.Log.Info("discord: the number of shards stays that of the processes that run", "shards", d.Shards, "wanted", f.count)
	}
	return d.Shards, share(d, f.gate.owner, f.connected(d.Shards))
}

// connected returns the shards that run here, and whether each is connected. It returns none if the number of shards is not the
// given one.
func (f *fleet) connected(shards int) map[int]bool {
	connected := map[int]bool{}
	if shards == f.shards {
		for id, s := range f.running {
			connected[id] = s.ready.Load()
		}
	}
	return connected
}

// apply begins and ends shards.
func (f *fleet) apply(shards int, ours map[int]bool) {
	before := slices.Sorted(maps.Keys(f.connected(shards)))
	for id, s := range f.running {
		if shards != f.shards || !ours[id] {
			s.end()
			delete(f.running, id)
		}
	}
	f.shards = shards
	for _, id := range slices.Sorted(maps.Keys(ours)) {
		if f.running[id] == nil {
			f.begin(id)
		}
	}
	if now := slices.Sorted(maps.Keys(ours)); !slices.Equal(before, now) {
		f.Log.Info("discord: shards", "here", fmt.Sprint(now), "in all", shards)
	}
}

func (f *fleet) begin(id int) {
	s := &shard{Config: &f.Config, gate: f.gate, id: id, count: f.shards, changed: f.changed, log: f.Log}
	if f.shards > 1 {
		s.log = f.Log.With("shard", id)
	}
	ctx, end := context.WithCancel(f.life)
	s.end = end
	f.running[id] = s
	s.state = f.Metrics.Shard(id, f.shards)
	f.all.Go(func() {
		defer s.state.End()
		defer end()
		err := s.run(ctx)
		select {
		case f.ended <- ended{s, err}:
		case <-ctx.Done():
		}
	})
}

// after reacts to the end of a shard. It returns an error if the bot cannot go on.
func (f *fleet) after(ctx context.Context, e ended) error {
	if f.running[e.id] == e.shard {
		delete(f.running, e.id)
	}
	switch {
	case !errors.Is(e.err, errTooFew):
		return e.err
	case e.count != f.shards || f.shards == f.tooFew:
		return nil // there will be more
	case len(f.Shards.Only) > 0:
		return fmt.Errorf("discord wants more than %d shards: set discord.shards of all processes to more", f.shards)
	}
	return f.grow(ctx)
}

// grow makes the next round begin with more shards: as many as Discord recommends now. If it
// recommends no more than there are, their number is doubled, so that this ends.
func (f *fleet) grow(ctx context.Context) error {
	f.gate.forget()
	l, err := f.gate.ask(ctx)
	if err != nil {
		return err
	}
	f.tooFew = f.shards
	if f.count = l.Shards; f.count <= f.tooFew {
		f.count = 2 * f.tooFew
	}
	if f.count > maxShards {
		return fmt.Errorf("discord wants more than %d shards", f.tooFew)
	}
	f.Log.Warn("discord: the bot is in too many guilds for its shards, so there will be more", "shards", f.count, "before", f.tooFew)
	return nil
}

// handOver gives up this process's shards, and goes on running them until others are connected, if
// there are any.
func (f *fleet) handOver() {
	f.leave()
	if !f.shared() || f.shards == 0 {
		return
	}
	inTurn := max(0, len(f.connected(f.shards))-1) // shards that others connect to after the first
	ctx, cancel := context.WithTimeout(f.life, f.HandOverIn+time.Duration(inTurn)*f.gate.pause)
	defer cancel()
	for sleep(ctx, lookEvery) {
		d, err := f.Store.ShardDivision(ctx)
		if err != nil || len(d.Processes) == 0 || d.Shards != f.shards || elsewhere(d, f.gate.owner, f.connected(f.shards)) {
			return
		}
	}
}

// leave gives up this process's shards, so that others need not wait for the end of its lease.
func (f *fleet) leave() {
	if !f.shared() {
		return
	}
	ctx, cancel := context.WithTimeout(f.life, databaseIn)
	defer cancel()
	if err := f.Store.LeaveShards(ctx, f.gate.owner); err != nil {
		f.Log.Warn("discord: others take the shards over late", "after", f.ShardLease, "error", err)
	}
}
