package admin

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// CollectionsCommand is /collections.
func CollectionsCommand() handler.Handler {
	return handler.Handler{
		Name: "collections",
		Options: []chat.Option{
			{Name: "choose", Kind: chat.CollectionsOption},
			{Name: "all", Kind: chat.ChoiceOption, Choices: []string{"yes"}},
		},
		Prepare: handler.Admin | handler.Writes,
		Example: []chat.Given{{Name: "choose", Value: "Starter"}}, Answer: collections,
	}
}

func collections(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return chat.Reply{}, err
	}
	shelf, err := Shelf(ctx, env, guild.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	ids, err := shelf.wanted(q)
	if err != nil {
		return chat.Reply{}, err
	}
	if len(q.Options) > 0 {
		if err := env.Store.Choose(ctx, guild, ids...); err != nil {
			return chat.Reply{}, err
		}
		if shelf, err = Shelf(ctx, env, guild.ID); err != nil {
			return chat.Reply{}, err
		}
	}
	missing, err := shortages(ctx, env, q, guild)
	return chat.Private(q.Text("title.collections", nil), described(q, shelf, missing)), err
}

// wanted returns the chosen collections; none means all.
func (s shelf) wanted(q handler.Query) (ids []int64, err error) {
	choose, all := q.Option("choose"), q.Option("all")
	_, given := q.Options["choose"]
	switch {
	case all != "" && all != "yes":
		return nil, q.RefuseGiven("all")
	case all != "" && choose != "":
		return nil, chat.Refuse("refusal.some-or-all", nil)
	case !given:
		return nil, nil
	}
	return s.find(choose)
}

// shelf is the collections that a guild may choose, each under a label of its own.
type shelf struct {
	Offers []library.Offer
	Labels []string
	lost   int // chosen ones that are gone
}

// Shelf returns the collections that a guild may choose from.
func Shelf(ctx context.Context, env *handler.Env, guildID string) (shelf, error) {
	offers, lost, err := env.Store.Offers(ctx, guildID)
	return shelf{offers, Labels(offers), lost}, err
}

// Labels returns the names of collections, each in one short line. Of several with the same name
// the guild's own comes first and keeps it, the others are numbered.
func Labels(offers []library.Offer) []string {
	var all []string
	taken := map[string]bool{}
	for _, o := range offers {
		name := chat.FromFile(o.Name)
		label := name
		for n := 2; taken[label]; n++ {
			label = name + " #" + strconv.Itoa(n)
		}
		taken[label] = true
		all = append(all, label)
	}
	return all
}

// find returns the collections of a list of names with commas between them. A name may have commas
// itself, so the longest match counts.
func (s shelf) find(list string) (ids []int64, err error) {
	for list = strings.TrimSpace(list); list != ""; {
		best, rest := -1, ""
		for i := range s.Offers {
			for _, name := range []string{s.Labels[i], s.Offers[i].Name} {
				after, ok := afterName(list, name)
				if ok && (best < 0 || len(after) < len(rest)) {
					best, rest = i, after
				}
			}
		}
		if best < 0 {
			name, _, _ := strings.Cut(list, ",")
			return nil, chat.Refuse("refusal.no-collection", locale.Args{
				"Name": chat.Quoted(strings.TrimSpace(name)), "Collections": chat.Mention("collections"),
			})
		}
		if id := s.Offers[best].ID; !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
		list = rest
	}
	if len(ids) == 0 {
		return nil, chat.Refuse("refusal.no-collection", locale.Args{"Name": chat.Quoted(""), "Collections": chat.Mention("collections")})
	}
	return ids, nil
}

// afterName returns the rest of a list behind a name and its comma.
func afterName(list, name string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(list, name)
	if !ok || name == "" {
		return "", false
	}
	rest = strings.TrimSpace(rest)
	if rest == "" {
		return "", true
	}
	rest, ok = strings.CutPrefix(rest, ",")
	return strings.TrimSpace(rest), ok
}

// restricted reports whether the guild has chosen some.
func (s shelf) restricted() bool {
	return s.lost > 0 || slices.ContainsFunc(s.Offers, func(o library.Offer) bool { return o.Chosen })
}

// maxOffers is how many characters a list of collections may have, below the heading.
const maxOffers = 1400

// described lists the collections below the shortages of the schedule, as many as there is room for: the owner of each, and its
// puzzles by tier.
func described(q handler.Query, s shelf, missing []chat.Text) chat.Text {
	heading := "collections.all"
	if s.restricted() {
		heading = "collections.chosen"
	}
	lines := append(missing, q.Say(heading, locale.Args{"Collections": chat.Asking("collections", chat.Chosen("all", "yes"))}))
	if s.lost > 0 {
		lines = append(lines, q.SayCount("collections.lost", s.lost, nil))
	}
	length := 0
	for i, o := range s.Offers {
		key := "collections.shared"
		switch {
		case o.Own && o.Chosen:
			key = "collections.own-chosen"
		case o.Own:
			key = "collections.own"
		case o.Chosen:
			key = "collections.shared-chosen"
		}
		line := q.Say(key, locale.Args{"Name": chat.Typed(s.Labels[i]), "Puzzles": tierCounts(q.Speech, o.Puzzles)})
		if length += utf8.RuneCountInString(line.String()) + 1; length > maxOffers {
			lines = append(lines, q.SayCount("list.more", len(s.Offers)-i, nil))
			break
		}
		lines = append(lines, line)
	}
	return chat.Join("\n", lines...)
}

// tierCounts counts puzzles by tier and shape: "12 Easy, 4 6×6 Easy, 3 shidoku".
func tierCounts(s chat.Speech, counts library.TierCounts) string {
	var parts []string
	add := func(n int, kind string) {
		if n > 0 {
			parts = append(parts, s.Text("collections.count", locale.Args{"Count": n, "Kind": kind}))
		}
	}
	for _, kind := range library.Kinds {
		add(counts.Of(kind.Shape, kind.Tier), kindName(s, kind.Shape, kind.Tier))
	}
	if len(parts) == 0 {
		return s.Text("collections.empty", nil)
	}
	return s.Commas(parts)
}

// kindName names a kind of puzzle: "Easy", of another shape than 9×9 "6×6 Easy", of one without tiers "shidoku".
func kindName(s chat.Speech, shape sudoku.Shape, tier logic.Tier) string {
	switch {
	case !library.HasTiers(shape):
		return s.Shape(shape)
	case shape != sudoku.Sudoku:
		return s.Text("records.kind", locale.Args{"Shape": s.Shape(shape), "Tier": s.Difficulty(tier)})
	}
	return s.Difficulty(tier)
}
