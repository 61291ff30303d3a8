package bot

import (
	"context"
	"errors"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/criteria"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func searchCommand() handler {
	var symmetries []string
	for _, s := range criteria.Symmetries[1:] {
		symmetries = append(symmetries, s.String())
	}
	return handler{
		name: "search",
		options: []Option{
			tierOption(), {Name: "minutes", Kind: TextOption}, {Name: "clues", Kind: TextOption},
			{Name: "needs", Kind: TechniqueOption}, {Name: "symmetry", Kind: ChoiceOption, Choices: symmetries},
			{Name: "collection", Kind: TextOption}, {Name: "saved", Kind: SearchOption}, {Name: "save", Kind: TextOption}, {Name: "delete", Kind: OwnSearchOption},
		},
		admin: true, slow: true, writes: true,
		example: []Given{{Name: "tier", Value: "locked"}, {Name: "minutes", Value: "5-10"}, {Name: "symmetry", Value: "half-turn"}}, answer: (*Bot).search,
	}
}

// How far a search in a chat goes: until it has found so many, or looked at so many.
const (
	mostFound = 1000
	mostTried = 100_000
	examples  = 3
)

func (b *Bot) search(ctx context.Context, q query) (Reply, error) {
	if name := q.option("delete"); name != "" {
		return b.deleteSearch(ctx, q, name)
	}
	if len(q.Options) == 0 {
		return b.listSearches(ctx, q)
	}
	wanted, err := b.wishes(ctx, q)
	if err != nil {
		return Reply{}, err
	}
	body, err := b.findings(ctx, q, wanted)
	if err != nil {
		return Reply{}, err
	}
	if name, given := q.Options["save"]; given {
		kept, err := b.saveSearch(ctx, q, name, wanted)
		if err != nil {
			return Reply{}, err
		}
		body = join("\n", body, kept)
	}
	return private(q.Text("title.search", nil), body), nil
}

// wishes reads the options: a saved search, and what narrows it.
func (b *Bot) wishes(ctx context.Context, q query) (wanted library.Search, err error) {
	for _, o := range searchCommand().options {
		text, given := q.Options[o.Name]
		if !given {
			continue
		}
		if err := b.readWish(ctx, q, &wanted, o.Name, strings.TrimSpace(text)); err != nil {
			return wanted, q.aboutOption(o.Name, err)
		}
	}
	if name := q.option("saved"); name != "" {
		saved, err := b.savedSearch(ctx, q, name)
		if errors.Is(err, postgres.ErrNotFound) {
			return wanted, refuse("refusal.no-search", locale.Args{"Name": quoted(name), "Search": command("search")})
		}
		if err != nil {
			return wanted, err
		}
		if wanted, err = saved.Search.And(wanted); err != nil {
			return wanted, q.noSuchPuzzle(err)
		}
	}
	if err := wanted.Check(); err != nil {
		return wanted, q.noSuchPuzzle(err)
	}
	return wanted, nil
}

func (b *Bot) readWish(ctx context.Context, q query, wanted *library.Search, name, text string) (err error) {
	switch name {
	case "tier":
		var tier logic.Tier
		tier, err = q.ParseTier(text)
		wanted.Tiers, wanted.Shaped = []logic.Tier{tier}, true
	case "minutes":
		var least, most int
		least, most, err = readRange(text)
		wanted.MinScore, wanted.MaxScore = 60*float64(least), 60*float64(most)
	case "clues":
		wanted.MinClues, wanted.MaxClues, err = readRange(text)
	case "needs":
		need := library.Need{Times: 1}
		need.Technique, err = q.ParseTechnique(text)
		wanted.Needs = []library.Need{need}
	case "symmetry":
		if wanted.Symmetry, err = criteria.ParseSymmetry(text); err != nil {
			err = q.refuseGiven(name)
		}
	case "collection":
		var shelf shelf
		if shelf, err = b.shelf(ctx, q.Place.GuildID); err != nil {
			return err
		}
		var ids []int64
		ids, err = shelf.find(text)
		for _, id := range ids {
			wanted.In = append(wanted.In, int32(id))
		}
	}
	return err
}

// readRange reads limits, such as 5-10.
func readRange(text string) (least, most int, err error) {
	if least, most, err = criteria.ParseRange(text); err != nil {
		err = refuse("refusal.range", locale.Args{"Text": quoted(text)})
	}
	return least, most, err
}

// findings says how many puzzles are as wanted, of which tiers, and shows some.
func (b *Bot) findings(ctx context.Context, q query, wanted library.Search) (Text, error) {
	var counts library.Supply
	var shown []Text
	isSealed, err := b.sealedPuzzles(ctx, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	n, tried := 0, 0
	for f, err := range b.store.Search(ctx, library.Query{Search: wanted, GuildID: q.Place.GuildID, Tried: func(n int) { tried = n }}) {
		if err != nil {
			return nil, err
		}
		if n++; n > mostFound || tried > mostTried {
			break
		}
		if f.Clues.Shape() == sudoku.Shidoku {
			counts[0]++
		} else {
			counts[f.Tier]++
		}
		if len(shown) < examples && !isSealed(f.Puzzle) {
			shown = append(shown, q.Say("search.example", locale.Args{
				"Puzzle": typed(f.Clues.String()), "Tier": q.Difficulty(f.Tier), "Time": q.about(f.Score),
			}))
		}
	}
	switch {
	case n == 0:
		return q.Say("search.none", nil), nil
	case n > mostFound || tried > mostTried:
		return join("\n", append([]Text{q.Say("search.so-far", locale.Args{"Puzzles": q.supply(counts)})}, shown...)...), nil
	}
	return join("\n", append([]Text{q.Say("search.found", locale.Args{"Puzzles": q.supply(counts)})}, shown...)...), nil
}
