package admin

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
)

func TestZonesOfLanguages(t *testing.T) {
	for language, zone := range zoneOf {
		if _, err := calendar.LoadZone(zone); err != nil {
			t.Errorf("%s: %v", language, err)
		}
	}
}
