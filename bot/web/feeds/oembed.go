package feeds

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// embedding describes a page to a site that embeds it, as oEmbed 1.0 has it: by a picture.
type embedding struct {
	Type         string `json:"type"`
	Version      string `json:"version"`
	Title        string `json:"title"`
	Author       string `json:"author_name,omitempty"`
	Provider     string `json:"provider_name"`
	ProviderHome string `json:"provider_url"`
	CacheAge     int    `json:"cache_age"`
	Picture      string `json:"url,omitempty"`
	Width        int    `json:"width,omitempty"`
	Height       int    `json:"height,omitempty"`
}

// embed answers a question about a page of this site: today's global daily, or a puzzle of the open archive. Other pages have
// no picture that everyone may see.
func embed(v *site.Visit) error {
	share(v.W.Header())
	query := v.R.URL.Query()
	if form := query.Get("format"); form != "" && form != "json" {
		http.Error(v.W, "format: want json", http.StatusNotImplemented) // the status that oEmbed asks for
		return nil
	}
	side := picture.Side
	for _, key := range []string{"maxwidth", "maxheight"} {
		if text := query.Get(key); text != "" {
			most, err := strconv.Atoi(text)
			if err != nil || most < 1 {
				return site.ErrBadRequest
			}
			side = min(side, most)
		}
	}
	page, ours := below(v.Base, query.Get("url"))
	if !ours {
		return site.ErrNotFound
	}
	for _, shape := range sudoku.Shapes {
		if page != site.GuestDaily(shape) {
			continue
		}
		d, err := v.Store.GlobalDaily(v.Context(), v.Store.GlobalToday(), shape)
		if err != nil {
			return err
		}
		return describe(v, embedding{
			Title: v.TodaysDaily(shape) + " · " + v.Expected(d.Tier, d.Puzzle), Picture: v.Base.String() + "/" + site.GuestPicture(shape, d.Date),
		}, side)
	}
	id, isPuzzle := strings.CutPrefix(page, "puzzles/")
	key, ok := canon.ParseKey(id)
	if !isPuzzle || !ok {
		return site.ErrNotFound
	}
	p, err := v.Store.OpenPuzzle(v.Context(), key)
	if err != nil {
		return err
	}
	if p.Guarded {
		return describe(v, embedding{Title: v.Difficulty(p.Tier)}, side)
	}
	return describe(v, embedding{
		Title: cmp.Or(chat.FromFile(p.Name), v.Expected(p.Tier, p.Puzzle)), Author: chat.FromFile(p.Author), Picture: v.Base.String() + "/puzzles/" + key.String() + ".png",
	}, side)
}

// describe answers with a picture, or with a title alone if there is none to be shown.
func describe(v *site.Visit, e embedding, side int) error {
	e.Type, e.Version = "link", "1.0"
	if e.Picture != "" {
		e.Type, e.Width, e.Height = "photo", side, side
	}
	e.Provider, e.ProviderHome = "Gridkeeper", v.Base.String()+"/"
	e.CacheAge = int(fresh(v).Seconds())
	v.W.Header().Set("Cache-Control", fmt.Sprintf("public, max-age=%d", e.CacheAge))
	return v.WriteJSON(http.StatusOK, e)
}

// below returns the part of an address below the root of this site. ours is false for an address of another.
func below(base *url.URL, address string) (page string, ours bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || !strings.EqualFold(u.Host, base.Host) {
		return "", false
	}
	return strings.CutPrefix(u.Path, base.Path+"/")
}
