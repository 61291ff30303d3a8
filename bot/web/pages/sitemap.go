package pages

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// The sitemap lists the pages that are open to everyone, for search engines (sitemaps.org). A file may have 50,000
// addresses. Keys are hashes, so equal parts of their range have about as many puzzles each: with 45,000 on average, no
// part has more than 50,000. So a part is found by its number alone.
const (
	perPart     = 45_000
	mostPerPart = 50_000
	mostParts   = 1000 // 45 million puzzles

	sitemapFor    = time.Hour
	sitemapsKept  = 8 // of a megabyte at most
	sitemapWithin = site.WriteTimeout / 2
)

// sitemaps keeps the files that were asked for last, compressed. One is made at a time.
type sitemaps struct {
	mu   sync.Mutex
	kept []keptSitemap // the last one first
}

type keptSitemap struct {
	name string
	made time.Time
	text []byte // compressed
}

// sitemap serves the sitemap, or if there are too many puzzles for one file the index of its parts.
func (v visit) sitemap() error {
	parts, err := v.sitemapParts()
	if err != nil {
		return err
	}
	if parts == 1 {
		return v.serveSitemap("all", func(ctx context.Context, out io.Writer) error {
			return v.writeURLs(ctx, out, v.openPages(), 0, 1)
		})
	}
	return v.serveSitemap(fmt.Sprintf("index-%d", parts), func(_ context.Context, out io.Writer) error {
		names := []string{"pages.xml"}
		for i := range parts {
			names = append(names, fmt.Sprintf("%d-%d.xml", parts, i))
		}
		fmt.Fprintln(out, xmlHead+`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
		for _, name := range names {
			fmt.Fprintf(out, "<sitemap><loc>%s/sitemaps/%s</loc></sitemap>\n", v.Base, name)
		}
		_, err := fmt.Fprintln(out, `</sitemapindex>`)
		return err
	})
}

const xmlHead = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

// sitemapPart serves a part of the sitemap: the pages beside the puzzles, or the puzzles of a range of keys.
func (v visit) sitemapPart() error {
	name := v.R.PathValue("part")
	if !v.Index {
		return site.ErrNotFound
	}
	if name == "pages.xml" {
		return v.serveSitemap(name, func(ctx context.Context, out io.Writer) error { return v.writeURLs(ctx, out, v.openPages(), 0, 0) })
	}
	part, parts := 0, 0
	if _, err := fmt.Sscanf(name, "%d-%d.xml", &parts, &part); err != nil || name != fmt.Sprintf("%d-%d.xml", parts, part) {
		return site.ErrNotFound
	}
	known, err := v.sitemapParts()
	if err != nil {
		return err
	}
	if parts != known || part < 0 || part >= parts { // the index was made anew
		return site.ErrNotFound
	}
	return v.serveSitemap(name, func(ctx context.Context, out io.Writer) error { return v.writeURLs(ctx, out, nil, part, parts) })
}

// sitemapParts is the number of files that the puzzles take. A puzzle of two collections counts twice.
func (v visit) sitemapParts() (int, error) {
	if !v.Index {
		return 0, site.ErrNotFound
	}
	grown, err := v.grown.get(v)
	sum := 0
	for _, n := range grown.Puzzles {
		sum += n
	}
	return min(max(1, (sum+perPart-1)/perPart), mostParts), err
}

// openPages lists the pages that are open to everyone, below the root.
func (v visit) openPages() []string {
	all := []string{"", "daily", "techniques", "rate", "puzzles", "growth"}
	for _, t := range logic.Techniques {
		all = append(all, "techniques/"+string(t))
	}
	return all
}

// writeURLs writes addresses, and those of the puzzles of a part.
func (v visit) writeURLs(ctx context.Context, out io.Writer, pages []string, part, parts int) error {
	fmt.Fprintln(out, xmlHead+`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	write := func(address string) { fmt.Fprintf(out, "<url><loc>%s/%s</loc></url>\n", v.Base, address) }
	for _, page := range pages {
		write(page)
	}
	if parts > 0 {
		from, to := keysOf(part, parts)
		for key, err := range v.Store.OpenKeys(ctx, from, to, mostPerPart-len(pages)) {
			if err != nil {
				return err
			}
			write("puzzles/" + key.String())
		}
	}
	_, err := fmt.Fprintln(out, `</urlset>`)
	return err
}

// keysOf returns the first and the last key of a part of all keys.
func keysOf(part, parts int) (from, to canon.Key) {
	first := func(part int) *big.Int {
		n := new(big.Int).Lsh(big.NewInt(int64(part)), 8*uint(len(from)))
		return n.Div(n, big.NewInt(int64(parts)))
	}
	first(part).FillBytes(from[:])
	last := first(part + 1)
	last.Sub(last, big.NewInt(1)).FillBytes(to[:])
	return from, to
}

// serveSitemap serves a file that is kept, or made anew.
func (v visit) serveSitemap(name string, write func(context.Context, io.Writer) error) error {
	if !v.Limits.Rating.Allow(v.Key()) {
		return site.ErrTooMany
	}
	text, err := v.sitemaps.get(v, name, write)
	if err != nil {
		return err
	}
	header := v.W.Header()
	header.Set("Content-Type", "application/xml; charset=utf-8")
	header.Set("Cache-Control", "public, max-age=3600")
	header.Add("Vary", "Accept-Encoding")
	if site.TakesGzip(v.R) {
		header.Set("Content-Encoding", "gzip")
		v.W.WriteHeader(http.StatusOK)
		_, _ = v.W.Write(text) // the client may have gone
		return nil
	}
	plain, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return err
	}
	v.W.WriteHeader(http.StatusOK)
	_, _ = io.Copy(v.W, plain)
	return nil
}

func (s *sitemaps) get(v visit, name string, write func(context.Context, io.Writer) error) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := v.Context().Err(); err != nil { // the client has not waited
		return nil, err
	}
	now := v.Store.Now()
	s.kept = slices.DeleteFunc(s.kept, func(k keptSitemap) bool { return now.Sub(k.made) >= sitemapFor })
	if i := slices.IndexFunc(s.kept, func(k keptSitemap) bool { return k.name == name }); i >= 0 {
		return s.kept[i].text, nil
	}
	ctx, cancel := context.WithTimeout(v.Context(), sitemapWithin)
	defer cancel()
	var text bytes.Buffer
	out := gzip.NewWriter(&text)
	if err := write(ctx, out); err != nil {
		return nil, err
	}
	if err := out.Close(); err != nil {
		return nil, err
	}
	s.kept = slices.Insert(s.kept, 0, keptSitemap{name, now, text.Bytes()})
	s.kept = s.kept[:min(len(s.kept), sitemapsKept)]
	return text.Bytes(), nil
}
