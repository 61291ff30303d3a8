package bot

import (
	"context"
	"errors"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive"
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
			{Name: "collection", Kind: TextOption}, {Name: "saved", Kind: TextOption}, {Name: "save", Kind: TextOption}, {Name: "delete", Kind: TextOption},
		},
		admin: true, slow: true, writes: true,
		example: []Given{{"tier", "locked"}, {"minutes", "5-10"}, {"symmetry", "half-turn"}}, answer: (*Bot).search,
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
func (b *Bot) wishes(ctx context.Context, q query) (wanted archive.Search, err error) {
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
		saved, err := b.store.SavedSearch(ctx, q.Place.GuildID, name)
		if errors.Is(err, archive.ErrNotFound) {
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

func (b *Bot) readWish(ctx context.Context, q query, wanted *archive.Search, name, text string) (err error) {
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
		need := archive.Need{Times: 1}
		need.Technique, err = q.ParseTechnique(text)
		wanted.Needs = []archive.Need{need}
	case "symmetry":
		if wanted.Symmetry, err = criteria.ParseSymmetry(text); err != nil {
			err = refuse("refusal.symmetry", locale.Args{"Text": quoted(text)})
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
func (b *Bot) findings(ctx context.Context, q query, wanted archive.Search) (Text, error) {
	var counts archive.Supply
	var shown []Text
	isSealed, err := b.sealedPuzzles(ctx, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	n, tried := 0, 0
	for f, err := range b.store.Search(ctx, archive.Query{Search: wanted, GuildID: q.Place.GuildID, Tried: func(n int) { tried = n }}) {
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

// saveSearch keeps a search for the schedule.
func (b *Bot) saveSearch(ctx context.Context, q query, name string, wanted archive.Search) (Text, error) {
	if archive.CheckSearchName(name) != nil {
		return nil, refuse("refusal.search-name", locale.Args{"Text": quoted(name)})
	}
	saved, _, err := b.store.SaveSearch(ctx, archive.SavedSearch{
		GuildID: q.Place.GuildID, Name: name, By: q.by(), Search: wanted,
	})
	if err != nil {
		return nil, err
	}
	left, _, err := b.store.FillSearch(ctx, q.Place.GuildID, saved, archive.SaveSteps)
	if err != nil {
		return nil, err
	}
	kept := q.Say("search.kept", locale.Args{"Name": typed(name), "Schedule": asking("schedule", Given{"tuesday", name})})
	if left == 0 {
		kept = join("\n", kept, q.Say("search.no-daily", nil))
	}
	guild, err := b.store.Guild(ctx, q.Place.GuildID)
	if err == nil && guild.Rules.Global {
		kept = join("\n", kept, q.Say("search.global", locale.Args{"Schedule": asking("schedule", Given{"global", "off"})}))
	}
	return kept, err
}

func (b *Bot) deleteSearch(ctx context.Context, q query, name string) (Reply, error) {
	days, err := b.store.DeleteSearch(ctx, q.Place.GuildID, name)
	if errors.Is(err, archive.ErrNotFound) {
		return Reply{}, refuse("refusal.no-own-search", locale.Args{"Name": quoted(name), "Search": command("search")})
	}
	body := q.Say("search.deleted", locale.Args{"Name": typed(name)})
	if days > 0 {
		body = join("\n", body, q.Say("search.days-free", locale.Args{"Schedule": command("schedule")}))
	}
	return private(q.Text("title.search", nil), body), err
}

// listSearches names the saved searches.
func (b *Bot) listSearches(ctx context.Context, q query) (Reply, error) {
	all, err := b.store.SavedSearches(ctx, q.Place.GuildID)
	if err != nil {
		return Reply{}, err
	}
	lines := []Text{q.Say("search.none-saved", nil)}
	if len(all) > 0 {
		lines[0] = q.Say("search.saved", nil)
	}
	const most = 20
	for _, s := range all[:min(len(all), most)] {
		key := "search.shared"
		if s.GuildID != "" {
			key = "search.own"
		}
		lines = append(lines, q.Say(key, locale.Args{"Name": typed(s.Name)}))
	}
	if more := len(all) - most; more > 0 {
		lines = append(lines, q.SayCount("list.more", more, nil))
	}
	return private(q.Text("title.search", nil), join("\n", lines...)), nil
}

// weekdaySearches returns the saved searches that are given for weekdays instead of a tier.
func (b *Bot) weekdaySearches(ctx context.Context, q query) (map[string]archive.SavedSearch, error) {
	found := map[string]archive.SavedSearch{}
	for _, day := range weekdays() {
		option := optionOf(day)
		name := strings.TrimSpace(q.option(option))
		if name == "" || q.isDayOff(name) {
			continue
		}
		if _, err := q.ParseTier(name); err == nil {
			continue
		}
		saved, err := b.store.SavedSearch(ctx, q.Place.GuildID, name)
		switch {
		case errors.Is(err, archive.ErrNotFound):
			return nil, refuse("refusal.weekday", locale.Args{"Option": q.optionLabel(option), "Text": quoted(name), "Search": command("search")})
		case err != nil:
			return nil, err
		case saved.Search.Shaped && saved.Search.Shape != sudoku.Sudoku:
			return nil, refuse("refusal.search-shape", locale.Args{"Name": quoted(name)})
		}
		found[option] = saved
	}
	return found, nil
}

// searchNames returns the names of the saved searches of a schedule, by their ids.
func (b *Bot) searchNames(ctx context.Context, guild archive.Guild) (map[int64]string, error) {
	names := map[int64]string{}
	if guild.Searches == [7]int64{} {
		return names, nil
	}
	all, err := b.store.SavedSearches(ctx, guild.ID)
	for _, s := range all {
		names[s.ID] = s.Name
	}
	return names, err
}
