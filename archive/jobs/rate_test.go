package jobs

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/starter"
)

// A job rates what has no rating, a killed machine loses nothing, and there is nothing to do afterwards.
func TestRate(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	lines := strings.Join(archivetest.Puzzles(300, 4), "\n")
	_, err := store.ImportFile(t.Context(), importing.Options{Collection: "some"}, strings.NewReader(lines))
	must(t, err)
	added, err := AddRate(t.Context(), store, "test")
	must(t, err)
	again, err := AddRate(t.Context(), store, "test")
	must(t, err)
	if !added.New || again.New || again.ID != added.ID {
		t.Errorf("added are %+v and %+v", added, again)
	}
	child := startChild(t, url)
	kill(t, child)
	workToEnd(t, store, url)
	if p := list(t, store)[0]; p.State != Finished || p.Counts["rated"] != 300 {
		t.Errorf("the job is %+v", p)
	}
	got := facts(t, store, `select m.name, count(*), count(number) from rating r join rating_program m on m.id = r.program group by 1 order by 1`)
	last := facts(t, store, `select count(*) from puzzle where tier = 5`)[0]
	ladder := strings.Trim(last, "[]")
	want := []string{"[gridkeeper class 300 300]", "[gridkeeper depth 300 300]", "[gridkeeper hodoku 300 300]", "[gridkeeper ladder " + ladder + " " + ladder + "]",
		"[gridkeeper ladder without uniqueness " + ladder + " " + ladder + "]", "[gridkeeper se 300 300]"}
	if diff := cmp.Diff(want, got); diff != "" || ladder == "0" {
		t.Errorf("ratings are not as wanted:\n%s", diff)
	}
	if none, err := AddRate(t.Context(), store, "test"); err != nil || none.ID != 0 {
		t.Errorf("afterwards there is %+v, %v", none, err)
	}
	_, err = store.ImportFile(t.Context(), importing.Options{Collection: "starter"}, starter.Open())
	must(t, err)
	if more, err := AddRate(t.Context(), store, "test"); err != nil || !more.New {
		t.Errorf("after an import there is %+v, %v", more, err)
	}
}

// A program that is too old for a job of other versions leaves it to others.
func TestRateByOlderProgram(t *testing.T) {
	t.Parallel()
	if _, err := (rate{}).do(t.Context(), nil, []byte(`{"versions": [1000, 1]}`), "1-2"); !errors.Is(err, errOlder) {
		t.Errorf("a newer version gives %v", err)
	}
	if _, err := (rate{}).do(t.Context(), nil, []byte(`{"versions": [1, 1]}`), "1-x"); err == nil {
		t.Error("an item without a number is taken")
	}
}
