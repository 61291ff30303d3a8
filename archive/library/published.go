package library

import (
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Published is the published form of a [Record]: a line of 'gridkeeper export --format jsonl'.
type Published struct {
	Puzzle        sudoku.Grid         `json:"puzzle"`
	Key           string              `json:"key"`
	Shape         string              `json:"shape"`
	Clues         int                 `json:"clues"`
	Tier          logic.Tier          `json:"tier"`
	TierName      string              `json:"tier_name"`
	Score         float64             `json:"score"`
	Deviation     *float64            `json:"deviation"`
	Median        *float64            `json:"median"`
	Plays         int                 `json:"plays"`
	Solved        int                 `json:"solved"`
	Hardest       logic.Technique     `json:"hardest"`
	Techniques    rating.Counts       `json:"techniques"`
	Symmetries    []criteria.Symmetry `json:"symmetries"`
	Automorphisms int                 `json:"automorphisms"`
	Collection    string              `json:"collection"`
	Guild         string              `json:"guild"`
	Line          int                 `json:"line"`
	Name          string              `json:"name"`
	Author        string              `json:"author"`
	Comment       string              `json:"comment"`
	Rating        *format.Rating      `json:"rating"`
	Ratings       []OtherRating       `json:"ratings"`
	Licence       *string             `json:"licence"`
	Source        *string             `json:"source"`
	Imported      time.Time           `json:"imported"`
	Votes         *Votes              `json:"votes,omitempty"` // nil if nobody has voted
}

// Publish returns the published form of a line of a collection.
func Publish(r Record, of Collection) Published {
	g := r.Clues
	line := Published{
		Puzzle: g, Key: r.Key.String(), Shape: g.Shape().String(), Clues: g.Len(),
		Tier: r.Tier, TierName: r.Tier.String(), Score: r.Score, Deviation: r.Deviation, Median: r.Median,
		Plays: r.Games, Solved: r.Solved, Hardest: r.Hardest,
		Symmetries: list(criteria.SymmetriesOf(g.Shape(), g.Filled())), Automorphisms: canon.Automorphisms(g),
		Collection: of.Name, Guild: of.GuildID, Line: r.Line.Line,
		Name: valid(r.Line.Name), Author: valid(r.Line.Author), Comment: valid(format.Note(r.Line.Comment)),
		Licence: orNull(of.Licence), Source: orNull(of.Source), Imported: r.Imported, Ratings: list(r.Ratings),
	}
	if r.Votes.Voters > 0 {
		line.Votes = &r.Votes
	}
	if r.Line.Rating.Value != "" {
		line.Rating = &r.Line.Rating
	}
	if rated, err := rating.Rate(g); err == nil { // a solved grid, which old archives may have, has no rating
		line.Techniques = rated.Counts
	}
	return line
}

// PublishedKnown is the published form of a [Known]; lists are never null.
type PublishedKnown struct {
	Known         bool                `json:"known"`
	ID            int64               `json:"id,omitempty"`
	Puzzle        sudoku.Grid         `json:"puzzle"`
	Key           string              `json:"key"`
	Canonical     sudoku.Grid         `json:"canonical"`
	Shape         string              `json:"shape"`
	Clues         int                 `json:"clues"`
	Tier          int                 `json:"tier"`
	TierName      string              `json:"tier_name"`
	Score         float64             `json:"score"`
	RatingVersion int                 `json:"rating_version"`
	Hardest       string              `json:"hardest"`
	Techniques    rating.Counts       `json:"techniques"`
	Symmetries    []criteria.Symmetry `json:"symmetries"`
	Automorphisms int                 `json:"automorphisms"`
	Ratings       []OtherRating       `json:"ratings"`
	Lines         []PublishedLine     `json:"lines"`
	Plays         int                 `json:"plays"`
	Solved        int                 `json:"solved"`
	Median        *float64            `json:"median"`
	Deviation     *float64            `json:"deviation"`
	Votes         Votes               `json:"votes"`
	DailyCount    int                 `json:"daily_count"`
	DailyGuilds   int                 `json:"daily_guilds"`
	Dailies       []PublishedDaily    `json:"dailies"`
}

// PublishedLine is a line of a [PublishedKnown].
type PublishedLine struct {
	Collection string    `json:"collection"`
	Guild      string    `json:"guild"`
	Line       int       `json:"line"`
	Puzzle     string    `json:"puzzle"`
	Name       string    `json:"name"`
	Author     string    `json:"author"`
	Comment    string    `json:"comment"`
	Licence    *string   `json:"licence"`
	Imported   time.Time `json:"imported"`
	Import     int64     `json:"import"`
	File       string    `json:"file,omitempty"`
	By         string    `json:"by,omitempty"` // for the operator alone
}

// PublishedDaily is a daily of a [PublishedKnown].
type PublishedDaily struct {
	Guild string `json:"guild"`
	Date  string `json:"date"`
}

// PublishKnown returns the published form of what the archive knows of a puzzle.
func PublishKnown(k Known) PublishedKnown {
	g := k.Clues
	p := PublishedKnown{
		Known: k.ID != 0, ID: k.ID, Puzzle: g, Key: k.Key.String(), Canonical: canon.Of(g), Shape: g.Shape().String(), Clues: g.Len(),
		Tier: int(k.Tier), TierName: k.Tier.String(), Score: k.Score, RatingVersion: k.RatingVersion, Hardest: string(k.Hardest),
		Symmetries: list(criteria.SymmetriesOf(g.Shape(), g.Filled())), Automorphisms: canon.Automorphisms(g),
		Ratings: list(k.Ratings), Lines: []PublishedLine{}, Dailies: []PublishedDaily{},
		Plays: k.Games, Solved: k.Solved, Median: k.Median, Deviation: k.Deviation, Votes: k.Votes, DailyCount: k.Daily, DailyGuilds: k.Guilds,
	}
	if r, err := rating.Rate(g); err == nil {
		p.Techniques = r.Counts
	}
	for _, l := range k.Lines {
		p.Lines = append(p.Lines, PublishedLine{
			l.Collection, l.GuildID, l.Line.Line, l.Clues.String(), valid(l.Line.Name), valid(l.Line.Author), valid(l.Line.Comment),
			orNull(l.Licence), l.Imported, l.Entry.ImportID, l.File, l.By,
		})
	}
	for _, d := range k.Dailies {
		p.Dailies = append(p.Dailies, PublishedDaily{d.GuildID, d.Date.String()})
	}
	return p
}

// list replaces a nil slice, which would be null in JSON.
func list[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}

// valid returns text of unknown encoding with bytes that are not UTF-8 replaced.
func valid(text string) string { return strings.ToValidUTF8(text, "\ufffd") }

// orNull returns null for text that is not there.
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
