package api

import (
	"embed"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/gridkeeper/gridkeeper/bot/web/site"
)

//go:embed *.html
var files embed.FS

var templates = site.Templates(files)

// Page is the page about the API for people.
func (a *API) Page() site.Route {
	return site.Route{Pattern: "GET /api", For: site.Guests, Answer: func(v *site.Visit) error {
		return v.Render(http.StatusOK, templates, site.View{
			Template: "api.html", Title: v.Text("page.api.title", nil), Body: reference{Root[1:], a.table, Kinds},
		})
	}}
}

// reference is what the page says: the description as a table.
type reference struct {
	Root       string
	Operations []operation
	Problems   []Kind
}

type operation struct {
	Name, Methods, Summary, About string
	Parameters                    []parameter
}

type parameter struct{ Name, About string }

// tableOf returns the operations of a description, a function as one with two methods.
func tableOf(description *huma.OpenAPI) (table []operation) {
	for path, item := range description.Paths {
		o := operation{Name: path[1:], Methods: "GET", Summary: item.Get.Summary, About: item.Get.Description}
		if item.Post != nil {
			o.Methods = "GET, POST"
		}
		for _, p := range item.Get.Parameters {
			about := p.Schema.Description
			if p.Description != "" {
				about = p.Description
			}
			o.Parameters = append(o.Parameters, parameter{p.Name, about})
		}
		table = append(table, o)
	}
	order := []string{"archive", "functions"}
	place := func(o operation) int { return slices.Index(order, description.Paths["/"+o.Name].Get.Tags[0]) }
	slices.SortFunc(table, func(a, b operation) int {
		if by := place(a) - place(b); by != 0 {
			return by
		}
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return table
}
