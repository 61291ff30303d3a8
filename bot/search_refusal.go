package bot

import (
	"errors"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/criteria"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// noSuchPuzzle refuses a search of which it is known that it cannot find anything.
func (s speech) noSuchPuzzle(err error) error {
	return refuse("refusal.search", locale.Args{"Reason": s.searchReason(err)})
}

// searchReason says why a search cannot find anything.
func (s speech) searchReason(err error) string {
	var search *library.SearchError
	var conflict *criteria.ConflictError
	switch {
	case errors.As(err, &search):
		from, to := search.From, search.To
		if search.Reason == library.NoScore {
			from, to = from/60, to/60 // players write minutes
		}
		return s.Text("search.reason."+string(search.Reason), locale.Args{"From": from, "To": to})
	case errors.As(err, &conflict):
		return s.Text("search.reason."+string(conflict.Reason), locale.Args{
			"Needs": s.listed(conflict.Needs), "Only": s.listed(conflict.Only),
			"Tier": s.Difficulty(conflict.Tier), "Bound": s.Difficulty(conflict.Bound),
		})
	}
	return err.Error()
}

// listed lists techniques by name.
func (s speech) listed(all []logic.Technique) string {
	var names []string
	for _, t := range all {
		names = append(names, s.Technique(t))
	}
	return s.List(names)
}
