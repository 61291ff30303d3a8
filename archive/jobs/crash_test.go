package jobs

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os/exec"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func init() {
	kinds = append(kinds, registerKind[echo](), registerKind[faulty](), registerKind[stubborn](), registerKind[halting]())
}

// echo is a kind for tests: it finds its item, and takes a moment for it.
type echo struct{}

func (echo) name() string         { return "echo" }
func (echo) limit() time.Duration { return time.Minute }
func (echo) do(ctx context.Context, _ *archive.Store, _ json.RawMessage, item string) (outcome, error) {
	select {
	case <-time.After(5 * time.Millisecond):
	case <-ctx.Done():
		return outcome{}, ctx.Err()
	}
	g, err := sudoku.Parse(item)
	return outcome{puzzles: []sudoku.Grid{g}, counts: Counts{"items": 1, "clues": int64(g.Filled().Len())}}, err
}

// addEcho adds a job of so many items, a third of them isomorphs of others.
func addEcho(t *testing.T, store *archive.Store, items, perChunk int) Added {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	var lines []string
	for g := range generator.Puzzles(generator.Options{Seed: 1}) {
		if len(lines) >= items {
			break
		}
		lines = append(lines, g.String(), g.String(), sudoku.RandomTransform(g.Shape(), r).Apply(g).String())
		lines[len(lines)-2] = generator.Minimize(generator.FullGrid(g.Shape(), r), r).String()
	}
	r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	added, err := add(t.Context(), store, task{
		kind: "echo", title: "echo", identity: "echo", args: struct{}{}, collection: "echoes", chunks: cut(lines[:items], perChunk),
	})
	must(t, err)
	return added
}

// Three machines that are killed at any moment end with the same puzzles and the same counts as
// one that is not.
func TestMachinesKilled(t *testing.T) {
	t.Parallel()
	killMachines(t, rand.New(rand.NewPCG(1, 2)), 300, 5, 8)
}

func TestProveMachinesKilled(t *testing.T) {
	sudokutest.Prove(t)
	sudokutest.Rounds(t, "machines killed", func(t *testing.T, r *rand.Rand) { killMachines(t, r, 1_000, 7, 30) })
}

func killMachines(t *testing.T, r *rand.Rand, items, perChunk, kills int) {
	alone := archivetest.URL(t)
	one := archivetest.Open(t, alone)
	addEcho(t, one, items, perChunk)
	workToEnd(t, one, alone)

	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	addEcho(t, store, items, perChunk)
	workWithKills(t, r, store, url, kills)
	workToEnd(t, store, url)
	wantSame(t, one, store)
}

// workWithKills has three processes work. So many times one of them is killed, whenever they have done some
// more, and in the end all three are. As long as one is there, the job goes on.
func workWithKills(t *testing.T, r *rand.Rand, store *archive.Store, url string, kills int) {
	t.Helper()
	var children [3]*exec.Cmd
	for i := range children {
		children[i] = startChild(t, url)
	}
	for n := range kills {
		eventually(t, "more is done", func() bool {
			work := list(t, store)[0]
			return work.ItemsDone >= work.Items*(n+1)/(kills+2)
		})
		time.Sleep(time.Duration(r.IntN(50)) * time.Millisecond)
		i := r.IntN(len(children))
		kill(t, children[i])
		children[i] = startChild(t, url)
	}
	for _, child := range children {
		kill(t, child)
	}
	work := list(t, store)[0]
	t.Logf("after %d kills %d of %d items were done", kills, work.ItemsDone, work.Items)
}

// wantSame wants that two archives did the same work with the same end, each item once.
func wantSame(t *testing.T, one, other *archive.Store) {
	t.Helper()
	if diff := cmp.Diff(keys(t, one, "echoes"), keys(t, other, "echoes")); diff != "" {
		t.Errorf("the puzzles differ:\n%s", diff)
	}
	a, b := list(t, one)[0], list(t, other)[0]
	if a.State != Finished || b.State != Finished || a.ItemsDone != b.ItemsDone || a.Counts["items"] != int64(a.Items) {
		t.Errorf("the jobs differ:\n%+v\n%+v", a, b)
	}
	if diff := cmp.Diff(a.Counts, b.Counts); diff != "" {
		t.Errorf("the counts differ:\n%s", diff)
	}
	imports, err := other.Collections(t.Context())
	must(t, err)
	if len(imports) != 1 || imports[0].Imports != 1 || int64(imports[0].New) != b.Counts["new"] || int64(imports[0].Entries) != b.Counts["puzzles"] {
		t.Errorf("the collection is %+v, the counts are %v", imports, b.Counts)
	}
}

// halting is a kind for TestStop: an item at which a worker waits until it is stopped.
type halting struct{}

var (
	halted atomic.Int32 // workers that have come to the item
	goOn   atomic.Bool  // without waiting
)

func (halting) name() string         { return "halting" }
func (halting) limit() time.Duration { return time.Minute }
func (halting) do(ctx context.Context, _ *archive.Store, _ json.RawMessage, item string) (outcome, error) {
	if item == "halt" && !goOn.Load() {
		halted.Add(1)
		<-ctx.Done()
		return outcome{}, ctx.Err()
	}
	return outcome{counts: Counts{"items": 1}}, nil
}

// A machine that is asked to stop ends within seconds, keeps what it has, and gives back the rest.
func TestStop(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	halted.Store(0)
	goOn.Store(false)
	chunk := append(append(slices.Repeat([]string{"go on"}, 50), "halt"), slices.Repeat([]string{"go on"}, 49)...)
	addPlain(t, store, "halting", chunk, chunk, chunk)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	o := hurried(2)
	o.keep = time.Hour // only the end of a chunk, and the stop, keep anything
	go func() { done <- Work(ctx, store, url, o) }()
	eventually(t, "two chunks are half done", func() bool { return halted.Load() == 2 })
	stop()
	must(t, <-done)
	p := list(t, store)[0]
	if p.State != Waiting || p.ItemsDone != 100 || p.Running != 0 || p.Failed != 0 {
		t.Errorf("after the stop the job is %+v", p)
	}
	overview, err := List(t.Context(), store)
	must(t, err)
	if len(overview.Machines) != 0 {
		t.Errorf("the machines are %+v, want none", overview.Machines)
	}
	goOn.Store(true)
	workToEnd(t, store, url)
	if p := list(t, store)[0]; p.State != Finished || p.Counts["items"] != 300 {
		t.Errorf("in the end the job is %+v", p)
	}
}

// A machine that loses its connections goes on when the database is back.
func TestConnectionsLost(t *testing.T) {
	t.Parallel()
	url, alone := archivetest.URL(t), archivetest.URL(t)
	store, one := archivetest.Open(t, url), archivetest.Open(t, alone)
	addEcho(t, one, 300, 5)
	workToEnd(t, one, alone)
	addEcho(t, store, 300, 5)
	done := make(chan error)
	o := hurried(2)
	o.UntilEnd = true
	go func() { done <- Work(t.Context(), store, url, o) }()
	eventually(t, "it has begun", func() bool { return list(t, store)[0].ItemsDone > 0 })
	for range 5 {
		time.Sleep(100 * time.Millisecond)
		c, err := pgx.Connect(t.Context(), url)
		must(t, err)
		_, err = c.Exec(t.Context(), `
			select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
		must(t, err)
		must(t, c.Close(t.Context()))
	}
	must(t, <-done)
	wantSame(t, one, archivetest.Open(t, url)) // a pool may keep a dead connection for a second
}

// Two workers that have the same chunk, since one was taken for dead, count it once.
func TestOvertaken(t *testing.T) {
	t.Parallel()
	store := archivetest.New(t)
	addEcho(t, store, 10, 10)
	m := newMachine(store, hurried(1))
	k := echo{}
	ended := func(context.Context, pgx.Tx) error { return nil }
	open := func() *chunk {
		c, err := m.open(t.Context(), chunkID{1, 1})
		must(t, err)
		c.complete = ended
		return c
	}
	slow, quick := open(), open()
	must(t, m.do(t.Context(), k, quick))
	wantError(t, m.do(t.Context(), k, slow), "quicker")
	if c, err := m.open(t.Context(), chunkID{1, 1}); c != nil || err != nil {
		t.Errorf("a chunk that is done is %+v, %v", c, err)
	}
	p := list(t, store)[0]
	if p.State != Finished || p.Counts["items"] != 10 || p.Counts["puzzles"] != 10 {
		t.Errorf("the job is %+v", p)
	}
	if got := keys(t, store, "echoes"); len(got) != 10 {
		t.Errorf("the collection has %d entries, want 10", len(got))
	}
}

// A machine whose connections are half-open, to do its work as well as to be called to it, gives them up
// and goes on with others. Each item is done once.
func TestMachineHalfOpen(t *testing.T) {
	t.Parallel()
	workHalfOpen(t, 150)
}

func TestProveMachinesHalfOpen(t *testing.T) {
	sudokutest.Prove(t)
	sudokutest.Rounds(t, "machine half-open", func(t *testing.T, _ *rand.Rand) { workHalfOpen(t, 300) })
}

func workHalfOpen(t *testing.T, items int) {
	alone := archivetest.URL(t)
	one := archivetest.Open(t, alone)
	addEcho(t, one, items, 5)
	workToEnd(t, one, alone)

	url := archivetest.URL(t)
	addEcho(t, archivetest.Open(t, url), items, 5)
	p := archivetest.NewProxy(t, url)
	through := p.URL + "&tcp_user_timeout=4000"
	machine := archivetest.Open(t, through)
	done := make(chan error)
	o := hurried(2)
	o.UntilEnd = true
	go func() { done <- Work(t.Context(), machine, through, o) }()
	other := archivetest.Open(t, url)
	eventually(t, "it has begun", func() bool { return list(t, other)[0].ItemsDone > 0 })
	p.Lose(2 * time.Second)
	must(t, <-done)
	wantSame(t, one, other)
	archivetest.WantConsistent(t, url)
}

// A machine that waits for work hears of it over new connections after its own were lost.
func TestIdleMachineHalfOpen(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	p := archivetest.NewProxy(t, url)
	through := p.URL + "&tcp_user_timeout=4000"
	machine := archivetest.Open(t, through)
	done := make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	go func() { done <- Work(ctx, machine, through, hurried(1)) }()
	for work := range 2 {
		addEcho(t, store, 10, 5)
		awaitFinished(t, store, work)
		p.Lose(2 * time.Second)
	}
	stop()
	must(t, <-done)
	for _, p := range list(t, store) {
		if p.Counts["items"] != 10 {
			t.Errorf("of 10 items, %d were done", p.Counts["items"])
		}
	}
}

// awaitFinished waits for two minutes at most until a job is finished.
func awaitFinished(t *testing.T, store *archive.Store, work int) {
	t.Helper()
	for range 1200 {
		if list(t, store)[work].State == Finished {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("two minutes later job %d is %+v", work+1, list(t, store)[work])
}
