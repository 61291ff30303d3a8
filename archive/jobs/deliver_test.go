package jobs

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
)

// post notes the deliveries that programs make.
type post struct {
	mu       sync.Mutex
	arrived  map[Delivery]int
	failures map[Delivery]int // how often each fails first
	refused  map[Delivery]bool
}

func (p *post) deliver(_ context.Context, d Delivery, _ bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.arrived == nil {
		p.arrived = map[Delivery]int{}
	}
	p.arrived[d]++
	switch {
	case p.refused[d]:
		return ErrRefused
	case p.arrived[d] <= p.failures[d]:
		return errors.New("the receiver is away")
	}
	return nil
}

func (p *post) count(d Delivery) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.arrived[d]
}

// delivering runs a program that makes deliveries alone, until the test ends or stop is called.
func delivering(t *testing.T, store *archive.Store, url string, p *post) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	o := hurried(0)
	o.beat, o.Deliver = 100*time.Millisecond, p.deliver
	go func() { done <- Work(ctx, store, url, o) }()
	stop = sync.OnceFunc(func() {
		cancel()
		must(t, <-done)
	})
	t.Cleanup(stop)
	return stop
}

// wake ends the pauses of all deliveries.
func wake(t *testing.T, url string) {
	t.Helper()
	archivetest.Exec(t, url, `update river.river_job set scheduled_at = now() where state = 'scheduled'`)
}

func states(t *testing.T, url string) []string {
	t.Helper()
	return archivetest.Read[string](t, url, `select state::text from river.river_job order by id`)
}

// Each delivery is made once, though many programs add it and make it, and again until it succeeds or is refused.
func TestDeliveries(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	good, slow, refused := Delivery{"a", "1"}, Delivery{"b", "1"}, Delivery{"a", "2"}
	p := &post{failures: map[Delivery]int{slow: 2}, refused: map[Delivery]bool{refused: true}}
	for range 2 {
		delivering(t, store, url, p)
	}
	for range 3 {
		must(t, AddDeliveries(t.Context(), store, []Delivery{good, slow, refused}))
	}
	for n := 1; n <= 3; n++ {
		eventually(t, fmt.Sprintf("try %d", n), func() bool { wake(t, url); return p.count(slow) >= n })
	}
	eventually(t, "the states of the jobs", func() bool { return fmt.Sprint(states(t, url)) == "[completed completed cancelled]" })
	must(t, AddDeliveries(t.Context(), store, []Delivery{good, slow, refused, {"c", "1"}}))
	eventually(t, "a delivery", func() bool { return p.count(Delivery{"c", "1"}) == 1 })
	if p.count(good) != 1 || p.count(slow) != 3 || p.count(refused) != 1 {
		t.Errorf("they arrived %v", p.arrived)
	}
	overview, err := List(t.Context(), store)
	must(t, err)
	if len(overview.Machines) != 0 || len(overview.Jobs) != 0 {
		t.Errorf("the list of jobs has %+v", overview)
	}
}

// A delivery that fails waits as long as it has waited so far, and is given up after two days.
func TestDeliveryIsGivenUp(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	d := Delivery{"a", "1"}
	p := &post{failures: map[Delivery]int{d: 1000}}
	must(t, AddDeliveries(t.Context(), store, []Delivery{d}))
	// try has the delivery tried when it has waited for some time.
	tries := 0
	try := func(age, state string) {
		t.Helper()
		archivetest.Exec(t, url, `update river.river_job set created_at = now() - interval '`+age+`', scheduled_at = now()`)
		stop := delivering(t, store, url, p)
		defer stop()
		tries++
		eventually(t, "a try", func() bool { return p.count(d) == tries && fmt.Sprint(states(t, url)) == state })
	}
	for _, c := range []struct{ age, least, most string }{{"1 minute", "30 s", "4 min"}, {"3 hours", "177 min", "184 min"}, {"40 hours", "357 min", "361 min"}} {
		try(c.age, "[scheduled]")
		waits := archivetest.Read[bool](t, url, `select scheduled_at - now() between interval '`+c.least+`' and interval '`+c.most+`' from river.river_job`)
		if !waits[0] {
			t.Errorf("after %s its pause is another", c.age)
		}
	}
	try("43 hours", "[cancelled]")
	archivetest.Exec(t, url, `update river.river_job set finalized_at = now() - interval '4 days'`)
	delivering(t, store, url, p)
	eventually(t, "an old delivery is forgotten", func() bool { return len(states(t, url)) == 0 })
}

// A program that stops between two tries leaves the rest to the next one, which makes it once.
func TestDeliveryOutlivesProgram(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	d := Delivery{"a", "1"}
	p := &post{failures: map[Delivery]int{d: 1}}
	must(t, AddDeliveries(t.Context(), store, []Delivery{d}))
	archivetest.Exec(t, url, `update river.river_job set created_at = now() - interval '10 minutes'`)
	stop := delivering(t, store, url, p)
	eventually(t, "a delivery", func() bool { return p.count(d) == 1 && fmt.Sprint(states(t, url)) == "[scheduled]" })
	stop()
	wake(t, url)
	delivering(t, store, url, p)
	eventually(t, "the states of the jobs", func() bool { return fmt.Sprint(states(t, url)) == "[completed]" })
	if p.count(d) != 2 {
		t.Errorf("it was tried %d times", p.count(d))
	}
}

// A program that stops while it delivers ends that first.
func TestDeliveryIsEnded(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	began, end := make(chan struct{}), make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	o := hurried(0)
	o.Deliver = func(ctx context.Context, _ Delivery, _ bool) error {
		close(began)
		<-end
		return ctx.Err()
	}
	done := make(chan error, 1)
	go func() { done <- Work(ctx, store, url, o) }()
	must(t, AddDeliveries(t.Context(), store, []Delivery{{"a", "1"}}))
	<-began
	cancel()
	close(end)
	must(t, <-done)
	if got := fmt.Sprint(states(t, url)); got != "[completed]" {
		t.Errorf("it is %s", got)
	}
}

// Machines that work on chunks leave deliveries alone, and end without them.
func TestMachinesMakeNoDeliveries(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	must(t, AddDeliveries(t.Context(), store, []Delivery{{"a", "1"}, {"a", "2"}}))
	archivetest.Exec(t, url, `update river.river_job set state = 'scheduled', scheduled_at = now() + interval '1 hour' where args->>'message' = '2'`)
	addEcho(t, store, 6, 3)
	workToEnd(t, store, url)
	waiting := archivetest.Read[string](t, url, `select state::text || attempt from river.river_job where kind = 'delivery' order by id`)
	if fmt.Sprint(waiting) != "[available0 scheduled0]" {
		t.Errorf("they are %v", waiting)
	}
}
