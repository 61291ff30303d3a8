package handler

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
)

//go:embed zones.tsv
var zonesFile string

// zoneName is a time zone as people know it.
type zoneName struct {
	zone    string   // IANA name
	country string   // in English; "" for UTC
	words   []string // other places with its clock, and what else people write
}

// city is the last part of the zone's name.
func (p zoneName) city() string { return p.zone[strings.LastIndex(p.zone, "/")+1:] }

// zonePlaces lists the zones of zones.tsv, the most frequent first.
var zonePlaces = sync.OnceValue(func() (list []zoneName) {
	for line := range strings.Lines(zonesFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		columns := append(strings.Split(strings.TrimRight(line, "\r\n"), "\t"), "", "")
		list = append(list, zoneName{columns[0], columns[1], strings.Split(columns[2], ", ")})
	}
	return list
})

// abbreviations are short names of clocks, which several places have: the zones that each may mean.
// IANA has zones called EST and MST, without the summer time that most people who write that have.
var abbreviations = map[string][]string{
	"est": {"America/New_York", "America/Toronto", "America/Panama"}, "et": {"America/New_York", "America/Toronto", "America/Panama"},
	"cst": {"America/Chicago", "America/Mexico_City", "Asia/Shanghai"}, "ct": {"America/Chicago", "America/Mexico_City"},
	"mst": {"America/Denver", "America/Phoenix"}, "mt": {"America/Denver", "America/Phoenix"},
	"pst": {"America/Los_Angeles", "America/Vancouver", "Asia/Manila"}, "pt": {"America/Los_Angeles", "America/Vancouver"},
	"edt": {"America/New_York", "America/Toronto"}, "cdt": {"America/Chicago", "America/Havana"},
	"mdt": {"America/Denver"}, "pdt": {"America/Los_Angeles", "America/Vancouver"},
	"ast": {"America/Halifax", "America/Puerto_Rico", "Asia/Riyadh"}, "ist": {"Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"},
	"bst": {"Europe/London", "Asia/Dhaka"}, "gst": {"Asia/Dubai", "Atlantic/South_Georgia"},
	"aest": {"Australia/Sydney", "Australia/Melbourne", "Australia/Brisbane"}, "aedt": {"Australia/Sydney", "Australia/Melbourne"},
	"acst": {"Australia/Adelaide", "Australia/Darwin"}, "awst": {"Australia/Perth"},
	"jst": {"Asia/Tokyo"}, "kst": {"Asia/Seoul"}, "hkt": {"Asia/Hong_Kong"}, "sgt": {"Asia/Singapore"}, "msk": {"Europe/Moscow"},
	"hst": {"Pacific/Honolulu"}, "nzst": {"Pacific/Auckland"}, "nzdt": {"Pacific/Auckland"}, "sast": {"Africa/Johannesburg"},
	"cest": {"CET"}, "mez": {"CET"}, "mesz": {"CET"}, "eest": {"EET"}, "west": {"WET"},
}

// ParseZone reads a time zone as people write it: "Berlin", "europe/berlin", "New York", "Germany", "JST", "UTC". If a name
// may mean different clocks, the refusal lists them; an offset such as "UTC+2" is refused with the zones that have it now,
// since few clocks keep one all the year.
func ParseZone(text string, now time.Time) (zone string, err error) {
	text = strings.TrimSpace(text)
	found := zonesOf(text)
	if len(found) == 0 {
		return unlistedZone(text, now)
	}
	if !sameClock(found, now) {
		return "", chat.Refuse("refusal.zone-ambiguous", locale.Args{"Text": chat.Quoted(text), "Zones": alternatives(found)})
	}
	return found[0], nil
}

// zonesOf returns the zones that a text may mean, nil for an unknown one.
func zonesOf(text string) []string {
	key := folded(text)
	if found := abbreviations[key]; found != nil {
		return found
	}
	for _, names := range zoneNames() {
		if found := names[key]; found != nil {
			return found
		}
	}
	return nil
}

// zoneNames has the zones of each name, folded: of zones, then of cities and other words, then of countries. The first list
// that has a name counts.
var zoneNames = sync.OnceValue(func() (names [3]map[string][]string) {
	for i := range names {
		names[i] = map[string][]string{}
	}
	add := func(names map[string][]string, name, zone string) {
		if key := folded(name); key != "" && !slices.Contains(names[key], zone) {
			names[key] = append(names[key], zone)
		}
	}
	for _, p := range zonePlaces() {
		add(names[0], p.zone, p.zone)
		for _, word := range append([]string{p.city()}, p.words...) {
			add(names[1], word, p.zone)
		}
		add(names[2], p.country, p.zone)
		for _, l := range locale.Languages() {
			add(names[2], l.Country(p.country), p.zone)
		}
	}
	for name, zone := range translatedPlaces() {
		add(names[1], name, zone)
	}
	return names
})

// translatedPlaces has the zones of the places in the catalogues, by their names in each language.
func translatedPlaces() map[string]string {
	zones := map[string]string{}
	for _, l := range locale.Languages() {
		for _, named := range l.Alternatives("word.places", nil) {
			name, zone, _ := strings.Cut(named, "=")
			zones[name] = zone
		}
	}
	return zones
}

// unlistedZone reads a zone that zones.tsv does not have: an offset, or an old IANA name.
func unlistedZone(text string, now time.Time) (zone string, err error) {
	switch offset, ok := parseOffset(text); {
	case ok && offset == 0:
		return "UTC", nil
	case ok:
		return "", refuseOffset(text, offset, now)
	}
	region, place, _ := strings.Cut(text, "/")
	for _, name := range []string{text, titled(text), strings.ToUpper(text), strings.ToUpper(region) + "/" + titled(place)} {
		if _, err := calendar.LoadZone(name); err == nil && !slices.Contains(notPlaces, strings.ToLower(region)) {
			return name, nil
		}
	}
	if near := nearZones(text); len(near) > 0 {
		return "", chat.Refuse("refusal.zone-like", locale.Args{"Text": chat.Quoted(text), "Zones": alternatives(near)})
	}
	return "", chat.Refuse("refusal.zone", locale.Args{"Text": chat.Quoted(text)})
}

// notPlaces are files that a machine may have beside the zones: rules of other machines, clocks that count leap seconds, and
// the mark of an unset zone.
var notPlaces = []string{"posixrules", "localtime", "posix", "right", "factory"}

// titled writes a name as IANA does: "us/east indiana" is "Us/East_Indiana".
func titled(text string) string {
	letters, begins := []rune(strings.ToLower(strings.ReplaceAll(text, " ", "_"))), true
	for i, r := range letters {
		if begins {
			letters[i] = unicode.ToUpper(r)
		}
		begins = !unicode.IsLetter(r)
	}
	return string(letters)
}

// sameClock reports whether zones will show the same time for a year.
func sameClock(zones []string, now time.Time) bool {
	for month := range 13 {
		at := now.AddDate(0, month, 0)
		for _, zone := range zones[1:] {
			if offsetOf(zone, at) != offsetOf(zones[0], at) {
				return false
			}
		}
	}
	return true
}

// offsetOf returns how many seconds a zone of zones.tsv is ahead of UTC at a time.
func offsetOf(zone string, at time.Time) int {
	location := locations()[zone]
	if location == nil {
		return 0
	}
	_, offset := at.In(location).Zone()
	return offset
}

// locations has the zones of zones.tsv, loaded once: loading one takes longer than all else that is
// done for a suggestion.
var locations = sync.OnceValue(func() map[string]*time.Location {
	loaded := map[string]*time.Location{}
	for _, p := range zonePlaces() {
		if location, err := calendar.LoadZone(p.zone); err == nil {
			loaded[p.zone] = location
		}
	}
	return loaded
})

var offsetText = regexp.MustCompile(`(?i)^(?:utc|gmt)? ?([+\-−])(\d{1,2})(?::?(\d{2}))?$`)

// parseOffset reads a fixed offset in seconds: "UTC+2", "gmt-03:30", "+0530".
func parseOffset(text string) (seconds int, ok bool) {
	m := offsetText.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return 0, false
	}
	hours, _ := strconv.Atoi(m[2])
	minutes, _ := strconv.Atoi("0" + m[3])
	if hours > 14 || minutes > 59 {
		return 0, false
	}
	seconds = hours*3600 + minutes*60
	if m[1] != "+" {
		seconds = -seconds
	}
	return seconds, true
}

// refuseOffset names zones that have an offset now, and the one that has it always.
func refuseOffset(text string, offset int, now time.Time) error {
	zones := zonesAt(offset, now)
	if offset%3600 == 0 {
		fixed := "UTC"
		if hours := offset / 3600; hours != 0 {
			fixed = fmt.Sprintf("Etc/GMT%+d", -hours) // IANA counts the other way
		}
		if _, err := calendar.LoadZone(fixed); err == nil {
			zones = append(zones[:min(3, len(zones))], fixed)
		}
	}
	if len(zones) == 0 {
		return chat.Refuse("refusal.zone", locale.Args{"Text": chat.Quoted(text)})
	}
	return chat.Refuse("refusal.zone-offset", locale.Args{"Text": chat.Quoted(text), "Zones": alternatives(zones)})
}

// zonesAt returns the zones that are that many seconds ahead of UTC at a time.
func zonesAt(offset int, now time.Time) (zones []string) {
	for _, p := range zonePlaces() {
		if offsetOf(p.zone, now) == offset {
			zones = append(zones, p.zone)
		}
	}
	return zones
}

// alternatives lists zones in a refusal, a few of them.
func alternatives(zones []string) string {
	return strings.Join(zones[:min(len(zones), 4)], ", ")
}

// nearZones returns the zones that a text may mean with a typing mistake, or in part.
func nearZones(text string) (zones []string) {
	key := folded(text)
	if len(key) < 3 || len(key) > 40 {
		return nil
	}
	for _, p := range zonePlaces() {
		for _, word := range append([]string{p.city(), p.country}, p.words...) {
			if word = folded(word); word != "" && (strings.Contains(word, key) || chat.Resembles(key, word)) {
				zones = append(zones, p.zone)
				break
			}
		}
	}
	return zones
}

// ZoneSuggestions lists the zones that match the typed text, each with its country and the time there. It stops at the number
// that is shown, since labels take longer than the search.
func ZoneSuggestions(s chat.Speech, typed string, now time.Time) (list []chat.Suggestion) {
	byZone, places := map[string]zoneName{}, translatedPlaces()
	var all []chat.Suggestion
	for _, p := range zonePlaces() {
		byZone[p.zone] = p
		names := append([]string{p.city(), p.country, s.Country(p.country)}, p.words...)
		for name, zone := range places {
			if zone == p.zone {
				names = append(names, name)
			}
		}
		all = append(all, chat.Suggestion{Label: strings.Join(names, " "), Value: p.zone})
	}
	var zones []string
	if offset, ok := parseOffset(typed); ok {
		zones = zonesAt(offset, now)
	} else {
		zones = slices.Clone(abbreviations[folded(typed)])
		for _, m := range Matching(all, typed) {
			zones = append(zones, m.Value)
		}
		if len(zones) == 0 {
			zones = nearZones(typed)
		}
	}
	for _, zone := range zones {
		p, listed := byZone[zone]
		delete(byZone, zone) // once each
		if listed && len(list) < chat.MaxSuggestions {
			list = append(list, chat.Suggestion{Label: zoneLabel(s, p, now), Value: zone})
		}
	}
	return list
}

func zoneLabel(s chat.Speech, p zoneName, now time.Time) string {
	clock := now.UTC().Add(time.Duration(offsetOf(p.zone, now)) * time.Second).Format("15:04")
	if p.country == "" {
		return s.Text("suggestion.zone", locale.Args{"Zone": p.zone, "Clock": clock})
	}
	return s.Text("suggestion.zone-of-country", locale.Args{"Zone": p.zone, "Country": s.Country(p.country), "Clock": clock})
}
