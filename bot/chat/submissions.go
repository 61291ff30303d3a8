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
