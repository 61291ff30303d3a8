package library

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// commonOrigin is what the puzzles of a file say of where they are from, as far as all say the same.
type commonOrigin struct {
	Origin
	contents contents
	nothing  bool // they do not agree on anything
}

// contents identifies the puzzles of a file, whatever their order and its format.
type contents struct {
	puzzles int
	sum     uint64 // of the beginnings of their SHA-256
}

// wellKnown has files that people share. Where the licence is empty, none is stated.
var wellKnown = map[contents]Origin{
	{49151, 0x41152fd47bed63a6}: {Source: "Minimum Sudoku: puzzles of 17 clues", Author: "Gordon Royle", Licence: "CC-BY-2.5"},
	{375, 0xd7263ad438bc5c82}:   {Source: "Sudoku Players' Forum: the hardest puzzles of 2011"},
	{95, 0x43771384d1fb5242}:    {Source: "Solving Every Sudoku Puzzle, by Peter Norvig: top95.txt"},
	{11, 0x9b3f55baf1dac057}:    {Source: "Solving Every Sudoku Puzzle, by Peter Norvig: hardest.txt"},
}

// add looks at a puzzle.
func (c *commonOrigin) add(e format.Entry) {
	c.contents.add(e.Grid)
	if c.nothing {
		return
	}
	o := originOf(e)
	if c.contents.puzzles == 1 {
		c.Origin = o
	}
	for _, both := range [][2]*string{{&c.Source, &o.Source}, {&c.Author, &o.Author}, {&c.Published, &o.Published}} {
		if *both[0] != *both[1] {
			*both[0] = ""
		}
	}
	c.nothing = c.Origin == Origin{}
}

func (c *contents) add(g sudoku.Grid) {
	digest := sha256.Sum256([]byte(g.String()))
	c.puzzles, c.sum = c.puzzles+1, c.sum+binary.BigEndian.Uint64(digest[:])
}

// known is the origin as the file says it, and else that of a file that is well known.
func (c *commonOrigin) known() Origin { return c.Origin.or(wellKnown[c.contents]) }

// originOf reads the headers above a puzzle: #A author, #B date, #S source, #U address.
func originOf(e format.Entry) Origin {
	o := Origin{Author: e.Author}
	if !strings.HasPrefix(e.Comment, "#") && !strings.Contains(e.Comment, "\n#") {
		return o
	}
	for line := range strings.SplitSeq(e.Comment, "\n") {
		if len(line) < 3 || line[0] != '#' {
			continue
		}
		text := strings.TrimSpace(line[2:])
		switch line[1] {
		case 'S':
			o.Source = text
		case 'U':
			if o.Source == "" {
				o.Source = text
			}
		case 'B':
			o.Published = isoDateOf(text)
		}
	}
	return o
}

// isoDateOf returns a date in our form, "" for one that is ambiguous or none. SudoCue writes the day
// first.
func isoDateOf(text string) string {
	if isDate(text) {
		return text
	}
	for _, layout := range []string{"02-01-2006", "02.01.2006", "2006/01/02", "2 January 2006", "January 2006"} {
		if at, err := time.Parse(layout, text); err == nil && at.Year() > 0 {
			if !strings.Contains(layout, "2 ") && !strings.Contains(layout, "02") {
				return at.Format("2006-01")
			}
			return at.Format(time.DateOnly)
		}
	}
	return ""
}

// or fills in what is not known from another origin.
func (o Origin) or(other Origin) Origin {
	for _, both := range [][2]*string{
		{&o.Source, &other.Source}, {&o.Licence, &other.Licence}, {&o.Author, &other.Author}, {&o.Published, &other.Published},
	} {
		if *both[0] == "" {
			*both[0] = *both[1]
		}
	}
	return o
}

// maxOrigin is how many bytes of each text a file may say of where it is from.
const maxOrigin = 500

// describeOrigin fills in what is not known of the collection yet.
func (i *importer) describeOrigin(ctx context.Context, o Origin) error {
	if o = o.plain(); o == (Origin{}) {
		return nil
	}
	for _, text := range []*string{&o.Source, &o.Licence, &o.Author, &o.Published} {
		*text = strings.ToValidUTF8((*text)[:min(len(*text), maxOrigin)], "")
	}
	_, err := i.Exec(ctx, `
		update collection set
			source = coalesce(nullif(source, ''), $2), licence = coalesce(nullif(licence, ''), $3),
			author = coalesce(nullif(author, ''), $4), published = coalesce(nullif(published, ''), $5)
		where id = $1`, i.collection, o.Source, o.Licence, o.Author, o.Published)
	return err
}
