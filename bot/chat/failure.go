package chat

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/locale"
)

// PostFailure says why a post failed. The outbox keeps it as JSON, so that whoever asks reads it in
// their own language.
type PostFailure struct {
	Problem   PostProblem   `json:"problem,omitempty"` // "": Said alone
	ChannelID string        `json:"channel,omitempty"`
	Said      string        `json:"said,omitempty"`   // the network's own words, in its language
	Unfit     *ChannelError `json:"unfit,omitempty"`  // what is wrong with the channel, which says more than the rest
	Before    *PostFailure  `json:"before,omitempty"` // of NotSeen and NextDue: what led to it
}

// PostProblem is the end of the key of a message that says what the problem is and what to do.
type PostProblem string

// The problems of posts.
const (
	NoAccess      PostProblem = "no-access"
	ChannelGone   PostProblem = "channel-gone"
	NotTaken      PostProblem = "not-taken"      // the network rejects the message as it is
	NoMessages    PostProblem = "no-messages"    // the channel takes none
	HistoryClosed PostProblem = "history-closed" // whether the post is there cannot be seen
	HistoryLong   PostProblem = "history-long"   // too long to be searched
	NotSeen       PostProblem = "not-seen"       // whether the post is there is unknown
	NextDue       PostProblem = "next-due"       // too late: the next daily is due
	SwitchedOff   PostProblem = "switched-off"
	DayOff        PostProblem = "day-off"
)

// PostProblems lists all of them.
var PostProblems = []PostProblem{
	NoAccess, ChannelGone, NotTaken, NoMessages, HistoryClosed, HistoryLong, NotSeen, NextDue, SwitchedOff, DayOff,
}

// String is in English, for the log.
func (f PostFailure) String() string { return SpeechIn("").PostFailure(f).String() }

// Stored is what the outbox keeps.
func (f PostFailure) Stored() string {
	text, err := json.Marshal(f)
	if err != nil {
		return f.String() // which is read as what the network said
	}
	return string(text)
}

// FailureOf reads what the outbox keeps. What it has from older releases is English text, shown as it is.
func FailureOf(stored string) (f PostFailure) {
	if !strings.HasPrefix(stored, "{") || json.Unmarshal([]byte(stored), &f) != nil {
		return PostFailure{Said: stored}
	}
	return f
}

// FailureOfLast is why the last attempt at a post failed, nil where none did.
func FailureOfLast(p daily.Post) *PostFailure {
	if p.Reason == "" {
		return nil
	}
	f := FailureOf(p.Reason)
	return &f
}

// Deleted reports whether what the post needs is gone for good, which no later attempt can change.
func (f PostFailure) Deleted() bool {
	return f.Problem == ChannelGone || f.Before != nil && f.Before.Deleted()
}

// PostFailure says in words why a post failed.
func (s Speech) PostFailure(f PostFailure) Text {
	said := Cut(OneLine(f.Said), 300)
	switch {
	case f.Unfit != nil && slices.Contains(ChannelProblems, f.Unfit.Problem):
		return s.Problem(f.Unfit)
	case !slices.Contains(PostProblems, f.Problem):
		return Plain(said)
	}
	key := "post-problem." + string(f.Problem)
	args := locale.Args{"Channel": Channel(f.ChannelID), "Said": Typed(said), "Schedule": Mention("schedule")}
	if f.Before == nil || f.Problem != NotSeen && f.Problem != NextDue {
		return s.Say(key, args)
	}
	before := *f.Before
	before.Before = nil // one is enough to say
	args["Before"] = s.PostFailure(before)
	return s.Say(key+"-after", args)
}
