package chat

import (
	"github.com/gridkeeper/gridkeeper/archive/submissions"
	"github.com/gridkeeper/gridkeeper/locale"
)

// SubmissionName names a puzzle that was handed in: by its number, and its name if it has one.
func (s Speech) SubmissionName(n submissions.Submission) Text {
	name := FromFile(n.Name)
	if name == "" {
		return s.Say("submission.number", locale.Args{"Number": n.ID})
	}
	return s.Say("submission.named", locale.Args{"Number": n.ID, "Name": Typed(name)})
}

// Contributed reports to its player how far a puzzle is that they have handed in.
func (s Speech) Contributed(n submissions.Submission) Text { return s.outcomeOf("contribute.", n) }

// Decided tells a player what was decided about a puzzle that they have handed in.
func (s Speech) Decided(n submissions.Submission) Text { return s.outcomeOf("decided.", n) }

func (s Speech) outcomeOf(messages string, n submissions.Submission) Text {
	key, reason := messages+string(n.State), OneLine(n.Reason)
	if n.State == submissions.Declined && reason == "" {
		key += "-silently"
	}
	return s.Say(key, locale.Args{"Puzzle": s.SubmissionName(n), "Reason": Typed(reason), "Collection": submissions.Collection})
}
