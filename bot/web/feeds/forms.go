package feeds

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"html/template"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
)

// content is the text of an entry for readers that show HTML.
var content = template.Must(template.New("entry").Parse(`<p>{{.About}}</p>
{{if .Clues}}<p><img src="{{.Picture}}" alt="" width="{{.Side}}" height="{{.Side}}"></p>
<p><code>{{.Clues}}</code></p>
{{end}}`))

func (e entry) html() (string, error) {
	var out bytes.Buffer
	err := content.Execute(&out, struct {
		entry
		Side int
	}{e, picture.Side})
	return out.String(), err
}

// The elements of Atom that a feed has.
type (
	atomFeed struct {
		XMLName  xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		Language string      `xml:"http://www.w3.org/XML/1998/namespace lang,attr"`
		ID       string      `xml:"id"`
		Title    string      `xml:"title"`
		Subtitle string      `xml:"subtitle"`
		Updated  string      `xml:"updated"`
		Author   string      `xml:"author>name"`
		Icon     string      `xml:"icon"`
		Links    []atomLink  `xml:"link"`
		Entries  []atomEntry `xml:"entry"`
	}
	atomEntry struct {
		ID        string       `xml:"id"`
		Title     string       `xml:"title"`
		Published string       `xml:"published"`
		Updated   string       `xml:"updated"`
		Links     []atomLink   `xml:"link"`
		Category  atomCategory `xml:"category"`
		Summary   string       `xml:"summary"`
		Content   atomContent  `xml:"content"`
	}
	atomLink struct {
		Relation string `xml:"rel,attr"`
		Type     string `xml:"type,attr"`
		Address  string `xml:"href,attr"`
	}
	atomCategory struct {
		Term  string `xml:"term,attr"`
		Label string `xml:"label,attr"`
	}
	atomContent struct {
		Type string `xml:"type,attr"`
		Text string `xml:",chardata"`
	}
)

// atom writes a feed as Atom. The encoder escapes every text, and replaces characters that XML does not have.
func (f feed) atom() ([]byte, error) {
	a := atomFeed{
		Language: f.Language, ID: f.ID, Title: f.Title, Subtitle: f.Description, Updated: f.Updated.Format(time.RFC3339), Author: "Gridkeeper", Icon: f.Icon,
		Links: []atomLink{{"self", site.AtomType, f.Self}, {"alternate", "text/html", f.Home}},
	}
	for _, e := range f.Entries {
		text, err := e.html()
		if err != nil {
			return nil, err
		}
		begun := e.Begun.Format(time.RFC3339)
		entry := atomEntry{
			ID: e.ID, Title: e.Title, Published: begun, Updated: begun, Category: atomCategory{e.Tier, e.Level}, Summary: e.About, Content: atomContent{"html", text},
		}
		if e.Picture != "" {
			entry.Links = append(entry.Links, atomLink{"enclosure", "image/png", e.Picture})
		}
		if e.Link != "" {
			entry.Links = append(entry.Links, atomLink{"alternate", "text/html", e.Link})
		}
		a.Entries = append(a.Entries, entry)
	}
	text, err := xml.Marshal(a)
	return append([]byte(xml.Header), text...), err
}

// The fields of JSON Feed that a feed has.
type (
	jsonFeed struct {
		Version     string       `json:"version"`
		Title       string       `json:"title"`
		Home        string       `json:"home_page_url"`
		Self        string       `json:"feed_url"`
		Description string       `json:"description"`
		Authors     []jsonAuthor `json:"authors"`
		Language    string       `json:"language"`
		Items       []jsonItem   `json:"items"`
	}
	jsonAuthor struct {
		Name string `json:"name"`
	}
	jsonItem struct {
		ID          string           `json:"id"`
		Link        string           `json:"url,omitempty"`
		Title       string           `json:"title"`
		HTML        string           `json:"content_html"`
		Text        string           `json:"content_text"`
		Summary     string           `json:"summary"`
		Image       string           `json:"image,omitempty"`
		Published   string           `json:"date_published"`
		Tags        []string         `json:"tags"`
		Attachments []jsonAttachment `json:"attachments,omitempty"`
	}
	jsonAttachment struct {
		Address string `json:"url"`
		Type    string `json:"mime_type"`
	}
)

// json writes a feed as JSON Feed.
func (f feed) json() ([]byte, error) {
	j := jsonFeed{
		Version: "https://jsonfeed.org/version/1.1", Title: f.Title, Home: f.Home, Self: f.Self, Description: f.Description,
		Authors: []jsonAuthor{{"Gridkeeper"}}, Language: f.Language, Items: []jsonItem{},
	}
	for _, e := range f.Entries {
		text, err := e.html()
		if err != nil {
			return nil, err
		}
		item := jsonItem{
			ID: e.ID, Link: e.Link, Title: e.Title, HTML: text, Text: strings.TrimSpace(e.About + "\n" + e.Clues), Summary: e.About, Image: e.Picture,
			Published: e.Begun.Format(time.RFC3339), Tags: []string{e.Level},
		}
		if e.Picture != "" {
			item.Attachments = []jsonAttachment{{e.Picture, "image/png"}}
		}
		j.Items = append(j.Items, item)
	}
	return json.Marshal(j)
}
