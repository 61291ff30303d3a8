package admin

import (
	"context"
	"errors"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// SearchCommand is /search.
func SearchCommand() handler.Handler {
	var symmetries []string
	for _, s := range criteria.Symmetries[1:] {
		symmetries = append(symmetries, s.String())
	}
	return handler.Handler{
		Name: "search",
		Options: []chat.Option{
			chat.OptionOfTier(), handler.ShapeOption(), {Name: "minutes", Kind: chat.TextOption, Narrow: true}, {Name: "clues", Kind: chat.TextOption, Narrow: true},
			{Name: "er", Kind: chat.TextOption}, {Name: "depth", Kind: chat.TextOption}, {Name: "hodoku", Kind: chat.TextOption},
			{Name: "needs", Kind: chat.TechniqueOption}, {Name: "symmetry", Kind: chat.ChoiceOption, Choices: symmetries},
			{Name: "collection", Kind: chat.TextOption}, {Name: "saved", Kind: chat.SearchOption}, {Name: "save", Kind: chat.TextOption}, {Name: "delete", Kind: chat.OwnSearchOption},
		},
		Prepare: handler.Admin | handler.Slow | handler.Writes,
		Example: []chat.Given{{Name: "tier", Value: "locked"}, {Name: "minutes", Value: "5-10"}, {Name: "symmetry", Value: "half-turn"}}, Answer: searchPuzzles,
	}
}

// How far a search in a chat goes: until it has found so many, or looked at so many.
const (
	mostFound = 1000
	mostTried = 100_000
	examples  = 3
)

func searchPuzzles(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	if name := q.Option("delete"); name != "" {
		return deleteSearch(ctx, env, q, name)
	}
	if len(q.Options) == 0 {
		return listSearches(ctx, env, q)
	}
	wanted, err := wishes(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	body, err := findings(ctx, env, q, wanted)
	if err != nil {
		return chat.Reply{}, err
	}
	if name, given := q.Options["save"]; given {
		kept, err := saveSearch(ctx, env, q, name, wanted)
		if err != nil {
			return chat.Reply{}, err
		}
		body = chat.Join("\n", body, kept)
	}
	return chat.Private(q.Text("title.search", nil), body), nil
}

// wishes reads the options: a saved search, and the options that narrow it.
func wishes(ctx context.Context, env *handler.Env, q handler.Query) (wanted search.Search, err error) {
	for _, o := range SearchCommand().Options {
		text, given := q.Options[o.Name]
		if !given {
			continue
		}
		if err := readWish(ctx, env, q, &wanted, o.Name, strings.TrimSpace(text)); err != nil {
			return wanted, aboutOption(q, o.Name, err)
		}
	}
	if name := q.Option("saved"); name != "" {
		saved, err := savedSearch(ctx, env, q, name)
		if errors.Is(err, postgres.ErrNotFound) {
			return wanted, chat.Refuse("refusal.no-search", locale.Args{"Name": chat.Quoted(name), "Search": chat.Mention("search")})
		}
		if err != nil {
			return wanted, err
		}
		if wanted, err = saved.Search.And(wanted); err != nil {
			return wanted, noSuchPuzzle(q.Speech, err)
		}
	}
	if err := wanted.Check(); err != nil {
		return wanted, noSuchPuzzle(q.Speech, err)
	}
	return wanted, nil
}

func readWish(ctx context.Context, env *handler.Env, q handler.Query, wanted *search.Search, name, text string) (err error) {
	switch name {
	case "tier":
		var tier logic.Tier
		tier, err = q.ParseTier(text)
		wanted.Tiers, wanted.Shaped = []logic.Tier{tier}, true
	case "shape":
		if wanted.Shape, err = sudoku.ParseShape(text); err != nil {
			err = q.RefuseGiven(name)
		}
		wanted.Shaped = true
	case "minutes":
		var least, most int
		least, most, err = readRange(text)
		wanted.MinScore, wanted.MaxScore = 60*float64(least), 60*float64(most)
	case "clues":
		wanted.MinClues, wanted.MaxClues, err = readRange(text)
	case "er":
		if wanted.ER, err = search.ParseER(text); err != nil {
			err = refuseRange("refusal.er", text)
		}
	case "depth":
		if err = wanted.ReadDepth(text); err != nil {
			err = refuseRange("refusal.depth", text)
		}
	case "hodoku":
		if wanted.HoDoKu, err = search.ParseHoDoKu(text); err != nil {
			err = refuseRange("refusal.hodoku", text)
		}
	case "needs":
		need := search.Need{Times: 1}
		need.Technique, err = q.ParseTechnique(text)
		wanted.Needs = []search.Need{need}
	case "symmetry":
		if wanted.Symmetry, err = criteria.ParseSymmetry(text); err != nil {
			err = q.RefuseGiven(name)
		}
	case "collection":
		var shelf shelf
		if shelf, err = Shelf(ctx, env, q.Place.GuildID); err != nil {
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
		err = refuseRange("refusal.range", text)
	}
	return least, most, err
}

func refuseRange(key, text string) error {
	return chat.Refuse(key, locale.Args{"Text": chat.Quoted(text)})
}

// findings lists how many puzzles match, by tier, and shows some.
func findings(ctx context.Context, env *handler.Env, q handler.Query, wanted search.Search) (chat.Text, error) {
	var counts library.TierCounts
	var shown []chat.Text
	isSealed, err := outbox.SealedPuzzles(ctx, env, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	n, tried := 0, 0
	for f, err := range env.Store.Search(ctx, search.Query{Search: wanted, GuildID: q.Place.GuildID, Tried: func(n int) { tried = n }}) {
		if err != nil {
			return nil, err
		}
		if n++; n > mostFound || tried > mostTried {
			break
		}
		counts[library.Slot(f.Clues.Shape(), f.Tier)]++
		if len(shown) < examples && !isSealed(f.Puzzle) {
			shown = append(shown, q.Say("search.example", locale.Args{
				"Puzzle": chat.Typed(f.Clues.String()), "Tier": q.Difficulty(f.Tier), "Time": q.About(f.Score),
			}))
		}
	}
	body := q.Say("search.found", locale.Args{"Puzzles": tierCounts(q.Speech, counts)})
	switch {
	case n == 0:
		body = q.Say("search.none", nil)
	case n > mostFound || tried > mostTried:
		body = q.Say("search.so-far", locale.Args{"Puzzles": tierCounts(q.Speech, counts)})
	}
	if unseen, err := env.Store.Uncomputed(ctx, wanted); err != nil {
		return nil, err
	} else if unseen > 0 {
		shown = append(shown, q.Say("search.uncomputed", nil))
	}
	return chat.Join("\n", append([]chat.Text{body}, shown...)...), nil
}
