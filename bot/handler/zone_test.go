package handler

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/bot/chat"
)

var (
	inWinter = time.Date(2026, 1, 15, 10, 0, 0, 0, time.UTC)
	inSummer = time.Date(2026, 7, 15, 10, 0, 0, 0, time.UTC)
)

func TestParseZone(t *testing.T) {
	for text, want := range map[string]string{
		"Europe/Berlin": "Europe/Berlin", "europe/berlin": "Europe/Berlin", "Berlin": "Europe/Berlin", " berlin ": "Europe/Berlin", "BERLIN": "Europe/Berlin",
		"New York": "America/New_York", "new_york": "America/New_York", "America/New York": "America/New_York", "munich": "Europe/Berlin", "München": "Europe/Berlin",
		"Germany": "Europe/Berlin", "Taiwan": "Asia/Taipei", "台北": "Asia/Taipei", "Japan": "Asia/Tokyo", "india": "Asia/Kolkata", "Mumbai": "Asia/Kolkata",
		"UTC": "UTC", "utc": "UTC", "GMT": "UTC", "Z": "UTC", "UTC+0": "UTC", "+00:00": "UTC", "JST": "Asia/Tokyo", "cet": "CET", "CEST": "CET", "CET": "CET", "EET": "EET",
		"Asia/Calcutta": "Asia/Calcutta", "asia/calcutta": "Asia/Calcutta", "US/Eastern": "US/Eastern", "us/eastern": "US/Eastern", "Nz-chat": "NZ-CHAT", "Etc/GMT-2": "Etc/GMT-2",
		"buenos aires": "America/Argentina/Buenos_Aires", "st. johns": "America/St_Johns", "eastern time": "America/New_York",
	} {
		for _, now := range []time.Time{inWinter, inSummer} {
			if got, err := ParseZone(text, now); got != want || err != nil {
				t.Errorf("parseZone(%q) = %q, %v, want %q", text, got, err, want)
			}
		}
	}
	for text, want := range map[string]string{
		"EST": `"EST" has more than one time zone: choose one, such as America/New_York, America/Toronto, America/Panama`, "IST": "Asia/Kolkata, Europe/Dublin",
		"CST": "Asia/Shanghai", "USA": "unknown time zone", "United States": "has more than one time zone: choose one, such as America/New_York", "Brazil": "America/Sao_Paulo",
		"UTC+2": `"UTC+2" stays the same all year`, "+2": "Etc/GMT-2", "gmt-5": "Etc/GMT+5", "UTC+5:30": "Asia/Kolkata", "UTC+13:37": "unknown time zone",
		"Belrin": "did you mean Europe/Berlin?", "New Yrok": "America/New_York", "Singapoor": "Asia/Singapore",
		"": `unknown time zone ""`, "Local": "unknown", "local": "unknown", "../../etc/passwd": "unknown", "/etc/localtime": "unknown", "localtime": "unknown", "posixrules": "unknown", "Factory": "unknown", "factory": "unknown", "right/Europe/Berlin": "unknown", "posix/UTC": "unknown", "Atlantis": "unknown time zone",
		"Europe": "unknown", "UTC+99": "unknown", "Europe/Berlin\x00": "unknown", strings.Repeat("Europe/", 3000): "unknown",
	} {
		zone, err := ParseZone(text, inSummer)
		if words := refused(t, err); zone != "" || !strings.Contains(words, want) || len(words) > 400 {
			t.Errorf("parseZone(%.30q) = %q, %q, want %q", text, zone, words, want)
		}
	}
}

// A short name of several zones means the first of them while their clocks agree, which governments decide: from
// release 2026b on, "PDT" may be two clocks.
func TestAbbreviations(t *testing.T) {
	for short, zones := range abbreviations {
		want := zones[0]
		for _, zone := range zones[1:] {
			if locations()[zone] == nil {
				t.Errorf("%q: %s is not in zones.tsv", short, zone)
			}
			if !slices.Equal(offsetsOfYear(t, zone), offsetsOfYear(t, want)) {
				want = ""
				break
			}
		}
		got, err := ParseZone(short, inWinter)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("parseZone(%q) = %q, %v, want %q", short, got, err, want)
		}
		if want == "" && !strings.Contains(refused(t, err), zones[1]) {
			t.Errorf("%q is refused without its zones: %v", short, err)
		}
	}
}

// offsetsOfYear has how far a zone is ahead of UTC on each day of a year.
func offsetsOfYear(t *testing.T, zone string) (offsets []int) {
	t.Helper()
	location, err := calendar.LoadZone(zone)
	if err != nil {
		t.Fatal(err)
	}
	for day := range 366 {
		_, offset := inWinter.AddDate(0, 0, day).In(location).Zone()
		offsets = append(offsets, offset)
	}
	return offsets
}

// The zones that are offered exist, and each is found by its name and what people write for it.
func TestZonesExist(t *testing.T) {
	list := zonePlaces()
	if len(list) < 400 {
		t.Fatalf("%d zones", len(list))
	}
	for _, p := range list {
		if _, err := calendar.LoadZone(p.zone); err != nil {
			t.Errorf("%s: %v", p.zone, err)
		}
		if zone, err := ParseZone(strings.ToUpper(p.zone), inSummer); zone != p.zone || err != nil {
			t.Errorf("%s in capitals: %q, %v", p.zone, zone, err)
		}
		for _, word := range p.words {
			if zone, err := ParseZone(word, inSummer); word != "" && (zone != p.zone || err != nil) {
				t.Errorf("%q: %q, %v, want %s", word, zone, err, p.zone)
			}
		}
	}
	for short, zones := range abbreviations {
		for _, zone := range zones {
			if _, err := calendar.LoadZone(zone); err != nil || short != folded(short) {
				t.Errorf("%q: %s: %v", short, zone, err)
			}
		}
	}
}

// Whatever is typed gives a zone that can be loaded, or a refusal; and never more suggestions than
// networks take, each of which can be chosen.
func TestAnyZone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[A-Za-z/_ ]{0,12}`), rapid.StringMatching(`(UTC|gmt|)[+-]\d{1,2}:?\d{0,2}`)).Draw(t, "text")
		zone, err := ParseZone(text, inWinter)
		if err != nil && !IsRefusal(err) {
			t.Fatalf("%q: %v", text, err)
		}
		if _, loads := calendar.LoadZone(zone); err == nil && loads != nil {
			t.Fatalf("%q: %v", text, loads)
		}
		for _, s := range LimitedSuggestions(ZoneSuggestions(chat.SpeechIn("en"), text, inWinter)) {
			if chosen, err := ParseZone(s.Value, inWinter); err != nil || chosen != s.Value {
				t.Fatalf("%q suggests %q: %q, %v", text, s.Value, chosen, err)
			}
		}
	})
}

// refused returns the words of a refusal.
func refused(t *testing.T, err error) string {
	t.Helper()
	var r chat.Refusal
	if !errors.As(err, &r) {
		t.Errorf("%v is not a refusal", err)
	}
	return chat.SpeechIn("en").Say(r.Key, r.Args).String()
}
