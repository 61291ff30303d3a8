package site

import (
	"net/url"

	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Alternate is another form of a page, for programs that look for one in its head.
type Alternate struct {
	Type    string
	Title   string
	Address string
}

// The types of the forms of a feed.
const (
	AtomType = "application/atom+xml"
	JSONType = "application/feed+json"
)

// Feeds lists the feeds of the global daily in a visitor's language, none on a site that is not open.
func (v *Visit) Feeds() (feeds []Alternate) {
	if !v.Open || v.Local != nil {
		return nil
	}
	for _, form := range []struct{ file, kind string }{{"daily.atom", AtomType}, {"daily.json", JSONType}} {
		feeds = append(feeds, Alternate{form.kind, v.Text("page.feed.title", nil), v.Base.String() + "/feeds/" + form.file + FeedQuery(sudoku.Sudoku, v.Tag())})
	}
	return feeds
}

// FeedQuery is the query of the address of a feed of a shape in a language. It leaves out 9×9 and English.
func FeedQuery(shape sudoku.Shape, language string) string {
	query := url.Values{}
	if shape != sudoku.Sudoku {
		query.Set("shape", shape.String())
	}
	if language != locale.Languages()[0].Tag() {
		query.Set("lang", language)
	}
	if len(query) == 0 {
		return ""
	}
	return "?" + query.Encode()
}

// OEmbed is the address at which sites that embed a page learn about it, by its address below the root. It is "" on a site
// that is not open.
func (v *Visit) OEmbed(page string) string {
	if !v.Open || v.Local != nil {
		return ""
	}
	return v.Base.String() + "/feeds/oembed?" + url.Values{"url": {v.Base.String() + "/" + page}}.Encode()
}

// Embeds is the link of a page to its [Visit.OEmbed], for its head.
func (v *Visit) Embeds(page, title string) []Alternate {
	if address := v.OEmbed(page); address != "" {
		return []Alternate{{"application/json+oembed", title, address}}
	}
	return nil
}
