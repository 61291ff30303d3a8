package bot

import (
	"context"
	"strconv"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// mostSearches is how many saved searches a select has, besides the one that is chosen: with the tiers and
// no post they fill Discord's 25 options. Of more, each page has so many.
const mostSearches = 18

// selectForDay lists what a weekday may have: the tiers, a page of the saved searches, or no post. The
// buttons lead to the pages before and after.
func (b *Bot) selectForDay(ctx context.Context, q query, guild archive.Guild, day time.Weekday, page string) (Select, []Button, error) {
	all, err := b.store.SavedSearches(ctx, guild.ID)
	if err != nil {
		return Select{}, nil, err
	}
	at := daysPage + "/" + optionOf(day)
	number, pages := searchPage(page, len(all))
	first := (number - 1) * mostSearches
	shown := all[first:min(first+mostSearches, len(all))]
	choose := Select{Hint: q.weekday(day), Chosen: guild.Tiers[day].String(), Press: chosenFor(at, optionOf(day))}
	var others []Button
	if pages > 1 {
		choose.Hint = q.Text("setup.searches-of-day", locale.Args{
			"Weekday": q.weekday(day), "First": first + 1, "Last": first + len(shown), "All": len(all),
		})
		choose.Press = chosenFor(at+"/"+strconv.Itoa(number), optionOf(day))
		others = q.pagesOfSearches(at, number, pages)
	}
	for _, t := range logic.Tiers {
		choose.Options = append(choose.Options, Choice{q.tierLabel(t), t.String()})
	}
	choose.Options = append(choose.Options, Choice{q.Text("suggestion.day-off", nil), dayOff})
	for i, s := range all {
		isChosen := s.ID == guild.Searches[day] && !guild.Off[day]
		if isChosen {
			choose.Chosen = s.Name
		}
		if isChosen || first <= i && i < first+len(shown) {
			choose.Options = append(choose.Options, Choice{oneLine(s.Name), s.Name})
		}
	}
	if guild.Off[day] {
		choose.Chosen = dayOff
	}
	return choose, others, nil
}

// searchPage returns which page of so many searches is meant, from 1, and how many there are. Anyone can forge
// a control, so whatever else is given is the first or the last.
func searchPage(text string, searches int) (number, pages int) {
	pages = max(1, (searches+mostSearches-1)/mostSearches)
	number, _ = strconv.Atoi(text)
	return min(max(number, 1), pages), pages
}

// pagesOfSearches are the buttons to the pages of searches before and after one.
func (q query) pagesOfSearches(at string, number, pages int) (list []Button) {
	to := func(label string, page int) {
		if page >= 1 && page <= pages {
			list = append(list, Button{Label: q.Text(label, nil), Look: QuietLook, Press: Press{Verb: SetUp, Argument: at + "/" + strconv.Itoa(page)}})
		}
	}
	to("setup.searches-before", number-1)
	to("setup.searches-after", number+1)
	return list
}
