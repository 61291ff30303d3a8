package archive_test

import (
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
)

func TestDate(t *testing.T) {
	d := date("2026-12-31")
	if got := d.AddDays(1).String(); got != "2027-01-01" {
		t.Errorf("the day after %s is %s", d, got)
	}
	if d.Weekday() != time.Thursday {
		t.Errorf("%s is a %s", d, d.Weekday())
	}
	if !d.Before(d.AddDays(1)) || d.Before(d) || d.AddDays(1).Before(d) {
		t.Error("the order of dates is wrong")
	}
	zone := time.FixedZone("east", 14*60*60)
	if got := archive.DateOf(time.Date(2026, 12, 31, 12, 0, 0, 0, time.UTC).In(zone)).String(); got != "2027-01-01" {
		t.Errorf("the date in its own zone is %s, want the one its clock shows", got)
	}
	for _, text := range []string{"", "today", "2026-02-30", "31.12.2026", "2026-1-1"} {
		if got, err := archive.ParseDate(text); err == nil {
			t.Errorf("ParseDate(%q) = %s, want an error", text, got)
		}
	}
}
