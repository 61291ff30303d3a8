package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func collectionsCommand() handler {
	return handler{
		name: "collections",
		options: []Option{
			{Name: "choose", Kind: CollectionsOption},
			{Name: "all", Kind: ChoiceOption, Choices: []string{"yes"}},
		},
		admin: true, writes: true,
		example: []Given{{Name: "choose", Value: "Starter"}}, answer: (*Bot).collections,
	}
}

func (b *Bot) collections(ctx context.Context, q query) (Reply, error) {
	guild, err := b.store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return Reply{}, err
	}
	shelf, err := b.shelf(ctx, guild.ID)
	if err != nil {
		return Reply{}, err
	}
	ids, err := shelf.wanted(q)
	if err != nil {
		return Reply{}, err
	}
	if len(q.Options) > 0 {
		if err := b.store.Choose(ctx, guild, ids...); err != nil {
			return Reply{}, err
		}
		if shelf, err = b.shelf(ctx, guild.ID); err != nil {
			return Reply{}, err
		}
	}
	return private(q.Text("title.collections", nil), q.described(shelf, guild)), nil
}

// wanted returns the collections that are asked for; none means all.
func (s shelf) wanted(q query) (ids []int64, err error) {
	choose, all := q.option("choose"), q.option("all")
	_, given := q.Options["choose"]
	switch {
	case all != "" && all != "yes":
		return nil, q.refuseGiven("all")
	case all != "" && choose != "":
		return nil, refuse("refusal.some-or-all", nil)
	case !given:
		return nil, nil
	}
	return s.find(choose)
}

// shelf is the collections that a guild may choose, each under a label of its own.
type shelf struct {
	offers []library.Offer
	labels []string
	lost   int // chosen ones that are gone
}

func (b *Bot) shelf(ctx context.Context, guildID string) (shelf, error) {
	offers, lost, err := b.store.Offers(ctx, guildID)
	return shelf{offers, labels(offers), lost}, err
}

// labels returns the names of collections, each in one short line. Of several with the same name
// the guild's own comes first and keeps it, the others are numbered.
func labels(offers []library.Offer) []string {
	var all []string
	taken := map[string]bool{}
	for _, o := range offers {
		name := fromFile(o.Name)
		label := name
		for n := 2; taken[label]; n++ {
			label = name + " #" + strconv.Itoa(n)
		}
		taken[label] = true
		all = append(all, label)
	}
	return all
}

// find returns the collections that a list names, with commas between them. A name may have commas
// itself, so the longest that fits is meant.
func (s shelf) find(list string) (ids []int64, err error) {
	for list = strings.TrimSpace(list); list != ""; {
		best, rest := -1, ""
		for i := range s.offers {
			for _, name := range []string{s.labels[i], s.offers[i].Name} {
				after, ok := afterName(list, name)
				if ok && (best < 0 || len(after) < len(rest)) {
					best, rest = i, after
				}
			}
		}
		if best < 0 {
			name, _, _ := strings.Cut(list, ",")
			return nil, refuse("refusal.no-collection", locale.Args{
				"Name": quoted(strings.TrimSpace(name)), "Collections": command("collections"),
			})
		}
		if id := s.offers[best].ID; !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
		list = rest
	}
	if len(ids) == 0 {
		return nil, refuse("refusal.no-collection", locale.Args{"Name": quoted(""), "Collections": command("collections")})
	}
	return ids, nil
}

// afterName returns what follows a name, and the comma after it, at the start of a list.
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
	return s.lost > 0 || slices.ContainsFunc(s.offers, func(o library.Offer) bool { return o.Chosen })
}

// used returns the collections that puzzles come from.
func (s shelf) used() []library.Offer {
	return slices.DeleteFunc(slices.Clone(s.offers), func(o library.Offer) bool { return s.restricted() && !o.Chosen })
}

// described lists the collections, and warns of tiers that the schedule asks for in vain.
func (q query) described(s shelf, guild daily.Guild) Text {
	heading := "collections.all"
	if s.restricted() {
		heading = "collections.chosen"
	}
	lines := []Text{q.Say(heading, locale.Args{"Collections": asking("collections", chosen("all", "yes"))})}
	if s.lost > 0 {
		lines = append(lines, q.SayCount("collections.lost", s.lost, nil))
	}
	if missing := q.missing(s.used(), guild); missing != "" {
		lines = append(lines, q.Say("collections.missing", locale.Args{"Tiers": missing, "Schedule": command("schedule")}))
	}
	return join("\n", append(lines, q.offered(s)...)...)
}

// maxOffers is how many characters a list of collections may have, below what is said above it.
const maxOffers = 1400

// offered lists the collections, as many as there is room for.
func (q query) offered(s shelf) (lines []Text) {
	length := 0
	for i, o := range s.offers {
		line := q.offer(s.labels[i], o)
		if length += utf8.RuneCountInString(line.String()) + 1; length > maxOffers {
			return append(lines, q.SayCount("list.more", len(s.offers)-i, nil))
		}
		lines = append(lines, line)
	}
	return lines
}

// offer is a collection in one line: whose it is, and its puzzles by tier.
func (q query) offer(label string, o library.Offer) Text {
	key := "collections.shared"
	switch {
	case o.Own && o.Chosen:
		key = "collections.own-chosen"
	case o.Own:
		key = "collections.own"
	case o.Chosen:
		key = "collections.shared-chosen"
	}
	return q.Say(key, locale.Args{"Name": typed(label), "Puzzles": q.supply(o.Puzzles)})
}

// supply counts puzzles by what may be asked for: "12 singletons, 3 shidoku".
func (s speech) supply(counts library.Supply) string {
	var parts []string
	add := func(n int, kind string) {
		if n > 0 {
			parts = append(parts, s.Text("collections.count", locale.Args{"Count": n, "Kind": kind}))
		}
	}
	for _, tier := range logic.Tiers {
		add(counts.Of(sudoku.Sudoku, tier), s.Difficulty(tier))
	}
	add(counts.Of(sudoku.Shidoku, 0), s.Shape(sudoku.Shidoku))
	if len(parts) == 0 {
		return s.Text("collections.empty", nil)
	}
	return s.commas(parts)
}

// missing names the tiers of the schedule of which some collections have no puzzle.
func (s speech) missing(used []library.Offer, guild daily.Guild) string {
	var names []string
	for _, tier := range logic.Tiers {
		wanted := slices.Contains(guild.Tiers[:], tier)
		has := slices.ContainsFunc(used, func(o library.Offer) bool { return o.Puzzles.Of(sudoku.Sudoku, tier) > 0 })
		if wanted && !has {
			names = append(names, s.Difficulty(tier))
		}
	}
	return s.commas(names)
}
