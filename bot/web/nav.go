package web

import "strings"

// navLink is a link to one of the main pages, which all pages have.
type navLink struct {
	Address string // below the root
	Words   string
	Here    bool // the page is this one, or one below it
}

// nav are the links to the main pages that the visitor may see.
func (v *visit) nav() (links []navLink) {
	pages := [][2]string{
		{"", "page.home.title"}, {"dailies", "page.dailies.title"}, {"boards", "page.boards.title"}, {"rate", "page.rate.title"},
		{"techniques", "page.techniques.title"}, {"settings", "page.settings.title"},
	}
	if v.rights().ManageGuild {
		pages = append(pages, [2]string{"archive", "page.archive.title"})
	}
	at := strings.TrimPrefix(v.r.URL.Path, "/")
	for _, p := range pages {
		page, key := p[0], p[1]
		here := at == page || page != "" && strings.HasPrefix(at, page+"/")
		links = append(links, navLink{page, v.Text(key, nil), here})
	}
	return links
}
