// Package sharding keeps which process of a bot runs which of its connections to a chat network.
package sharding

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Store keeps the division of connections in a database. It is safe for concurrent use.
type Store struct{ db *postgres.DB }

// New returns a store on a database.
func New(db *postgres.DB) *Store { return &Store{db} }

// Division is how the processes of a bot divide its connections to a chat network. The guilds are
// divided into shards. Slot n is shard n modulo Shards: slots from Shards on are further connections
// of the same shards.
type Division struct {
	Shards    int      // 0: not settled yet
	Processes []string // those alive, by age
	Slots     []Slot   // those that a process has, in order
}

// Slot is a shard that a process runs, or is about to.
type Slot struct {
	Number  int
	Process string
	Ready   bool // it is connected
}

// DivideShards notes that a process is alive, for the time of the lease and by the database's clock, and has it
// decide what it runs. decide gets the division, in which a process whose lease ran out has no part. It returns the
// number of shards and the slots that the process has from now on, even slots of others. A new number of shards takes
// all others' slots from them. No two processes decide at a time, so decide must be quick. It returns the division
// that follows.
func (s *Store) DivideShards(ctx context.Context, process string, lease time.Duration, decide func(Division) (shards int, mine []Slot)) (d Division, err error) {
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		var before int
		if err := tx.QueryRow(ctx, `select shards from gateway for update`).Scan(&before); err != nil {
			return err
		}
		if err := markAlive(ctx, tx, process, lease); err != nil {
			return err
		}
		if d, err = readDivision(ctx, tx); err != nil {
			return err
		}
		shards, mine := decide(d)
		if err := setSlots(ctx, tx, process, before, shards, mine); err != nil {
			return err
		}
		d, err = readDivision(ctx, tx)
		return err
	})
	return d, postgres.Annotate(err, "divide the shards")
}

// markAlive forgets dead processes too, and their slots.
func markAlive(ctx context.Context, tx pgx.Tx, process string, lease time.Duration) error {
	_, err := tx.Exec(ctx, `delete from gateway_process where alive_until < clock_timestamp() and id <> $1`, process)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		insert into gateway_process (id, alive_until) values ($1, clock_timestamp() + $2)
		on conflict (id) do update set alive_until = excluded.alive_until`, process, lease)
	return err
}

func readDivision(ctx context.Context, q postgres.Querier) (d Division, err error) {
	if err := q.QueryRow(ctx, `select shards from gateway`).Scan(&d.Shards); err != nil {
		return d, err
	}
	d.Processes, err = postgres.ReadColumn[string](ctx, q, `select id from gateway_process where alive_until >= clock_timestamp() order by since, id`)
	if err != nil {
		return d, err
	}
	rows, _ := q.Query(ctx, `
		select slot, process, ready from gateway_slot join gateway_process on id = process
		where alive_until >= clock_timestamp() order by slot`)
	d.Slots, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Slot])
	return d, err
}

// setSlots writes the decision of a process.
func setSlots(ctx context.Context, tx pgx.Tx, process string, before, shards int, mine []Slot) error {
	if shards != before {
		if _, err := tx.Exec(ctx, `delete from gateway_slot`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `update gateway set shards = $1`, shards); err != nil {
			return err
		}
	}
	numbers, ready := []int32{}, []bool{}
	for _, slot := range mine {
		numbers, ready = append(numbers, int32(slot.Number)), append(ready, slot.Ready)
	}
	_, err := tx.Exec(ctx, `delete from gateway_slot where process = $1 and slot <> all ($2)`, process, numbers)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		insert into gateway_slot (slot, process, ready) select slot, $1, ready from unnest($2::integer[], $3::boolean[]) as mine (slot, ready)
		on conflict (slot) do update set process = excluded.process, ready = excluded.ready
		where (gateway_slot.process, gateway_slot.ready) <> (excluded.process, excluded.ready)`, process, numbers, ready)
	return err
}

// Division returns who runs which shards.
func (s *Store) ShardDivision(ctx context.Context) (Division, error) {
	d, err := readDivision(ctx, s.db)
	return d, postgres.Annotate(err, "read who runs which shards")
}

// LeaveShards gives up all that a process holds, so that others need not wait for the end of its
// lease.
func (s *Store) LeaveShards(ctx context.Context, process string) error {
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `select from gateway for update`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `delete from gateway_process where id = $1`, process)
		return err
	})
	return postgres.Annotate(err, "leave the shards")
}

// TakeIdentify gives an owner the turn to open a session under a key, for the time of the lease at most. If it is
// another's turn, or too soon for the next, it returns how long to wait before trying again; else 0.
func (s *Store) TakeIdentify(ctx context.Context, key int, owner string, lease time.Duration) (wait time.Duration, err error) {
	var taken bool
	err = s.db.QueryRow(ctx, `
		insert into gateway_identify (key, owner, free_at) values ($1, $2, clock_timestamp() + $3)
		on conflict (key) do update set owner = excluded.owner, free_at = excluded.free_at
		where gateway_identify.free_at <= clock_timestamp()
		returning true`, key, owner, lease).Scan(&taken)
	if errors.Is(err, pgx.ErrNoRows) {
		err = s.db.QueryRow(ctx, `
			select greatest(free_at - clock_timestamp(), interval '1 millisecond') from gateway_identify where key = $1`, key).Scan(&wait)
	}
	return wait, postgres.Annotate(err, "wait for the turn to open a session")
}

// EndIdentify ends a turn. The next one begins after a pause.
func (s *Store) EndIdentify(ctx context.Context, key int, owner string, pause time.Duration) error {
	_, err := s.db.Exec(ctx, `
		update gateway_identify set free_at = clock_timestamp() + $3, owner = '' where key = $1 and owner = $2`, key, owner, pause)
	return postgres.Annotate(err, "end the turn to open a session")
}
