package locale

import (
	_ "embed"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

//go:embed countries.tsv
var countriesFile string

// Country returns what a country is called, by its name in English: "Deutschland" for "Germany". A
// name that Unicode's data do not have stays English.
func (l Language) Country(english string) string {
	region, known := regions()[english]
	if !known {
		return english
	}
	if name := display.Regions(l.tag).Name(region); name != "" {
		return name
	}
	return english
}

// regions has the countries by their names in English.
var regions = sync.OnceValue(func() map[string]language.Region {
	byName := map[string]language.Region{}
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			if r, err := language.ParseRegion(string(a) + string(b)); err == nil && r.IsCountry() {
				byName[display.English.Regions().Name(r)] = r
			}
		}
	}
	for line := range strings.Lines(countriesFile) {
		if code, name, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			byName[name] = language.MustParseRegion(code)
		}
	}
	return byName
})
