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
	pages := []string{"", "dailies", "boards", "rate", "techniques", "settings"}
	if v.rights().ManageGuild {
		pages = append(pages, "archive")
	}
	at := strings.TrimPrefix(v.r.URL.Path, "/")
	for _, page := range pages {
		key := "page." + page + ".title"
		if page == "" {
			key = "page.home.title"
		}
		here := at == page || page != "" && strings.HasPrefix(at, page+"/")
		links = append(links, navLink{page, v.Text(key, nil), here})
	}
	return links
}
