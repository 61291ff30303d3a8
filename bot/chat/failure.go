package chat

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// PostFailure is the reason why a post failed. The outbox keeps it as JSON, so that each admin reads it in their own
// language.
type PostFailure struct {
	Problem   PostProblem   `json:"problem,omitempty"` // "": Said alone
	ChannelID string        `json:"channel,omitempty"`
	Said      string        `json:"said,omitempty"`   // the network's own words, in its language
	Unfit     *ChannelError `json:"unfit,omitempty"`  // what is wrong with the channel, which says more than the rest
	Before    *PostFailure  `json:"before,omitempty"` // of NotSeen and NextDue: what led to it
}

// PostProblem is the end of the key of a message that explains the problem and the way to fix it.
type PostProblem string

// The problems of posts.
const (
	NoAccess      PostProblem = "no-access"
	ChannelGone   PostProblem = "channel-gone"
	MessageGone   PostProblem = "message-gone"
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
	NoAccess, ChannelGone, MessageGone, NotTaken, NoMessages, HistoryClosed, HistoryLong, NotSeen, NextDue, SwitchedOff, DayOff,
}

// String is in English, for the log.
func (f PostFailure) String() string { return SpeechIn("").PostFailure(f).String() }

// Stored is the form in the outbox.
func (f PostFailure) Stored() string {
	text, err := json.Marshal(f)
	if err != nil {
		return f.String() // which is read as what the network said
	}
	return string(text)
}

// FailureOf reads the form in the outbox. Older releases stored English text, which is shown unchanged.
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

// Deleted reports whether the channel or message of the post is gone for good, so that no later attempt can succeed.
func (f PostFailure) Deleted() bool {
	return f.Problem == ChannelGone || f.Problem == MessageGone || f.Before != nil && f.Before.Deleted()
}

// PostFailure explains why a post failed.
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

// Refusal is the error of a request that cannot be done: a message that explains the problem and the way to fix it.
type Refusal struct {
	Key  string
	Args locale.Args
}

func (r Refusal) Error() string { return fmt.Sprintf("refused: %s %v", r.Key, r.Args) }

// Refuse returns a [Refusal] with a message of the catalogues.
func Refuse(key string, args locale.Args) error { return Refusal{key, args} }

// Quoted quotes a typed text, cut to a readable length.
func Quoted(text string) Part { return Part{Kind: CodePart, Text: sudoku.Excerpt(text)} }

// NotShown is the reply of a network that failed to show another: the request may have been done.
func NotShown(language string) Reply {
	return Failure(SpeechIn(language).Say("refusal.not-shown", locale.Args{"Board": Mention("board")}))
}

// NotShared is the reply of a network that did not send the notice of a result that was shared.
func NotShared(language string) Reply {
	return Failure(SpeechIn(language).Say("refusal.not-shared", locale.Args{"Share": Mention("share")}))
}

// Superseded takes the place of a board that a newer message shows.
func Superseded(language string) Reply {
	return Private("", SpeechIn(language).Say("board.superseded", nil))
}

// NotUnderstood is the reply of a network to an interaction that is not a request.
func NotUnderstood(language string) Reply {
	return Failure(SpeechIn(language).Say("refusal.not-understood", locale.Args{"Help": Mention("help")}))
}

// Busy is the reply of a network that has taken as many slow commands as it can.
func Busy(language string) Reply {
	return Failure(SpeechIn(language).Say("refusal.busy", nil))
}

// Failure is a reply with the reason why a request was not done.
func Failure(body Text) Reply {
	return Reply{Screen: Screen{Body: body}, Private: true, Failed: true}
}

// Private is a reply of words that only the player sees.
func Private(title string, body Text) Reply {
	return Reply{Screen: Screen{Title: Plain(withoutTokens(title)), Body: body}, Private: true}
}

// Limited keeps the reply within the limits of networks, and never empty.
func (r Reply) Limited(s Speech) Reply {
	r.Screen.Title, r.Screen.Body = r.Screen.Title.Limited(MaxTitle), r.Screen.Body.Limited(MaxText)
	if r.Screen.Body.String() == "" {
		r.Screen.Body = s.Say("reply.done", nil)
	}
	for _, row := range r.Screen.Rows {
		for i := range row {
			row[i].Label = Cut(row[i].Label, MaxLabel)
		}
	}
	if r.Form != nil {
		form := r.Form.limited()
		r.Form = &form
	}
	for i := range r.Notices {
		r.Notices[i].Body = r.Notices[i].Body.Limited(MaxText)
	}
	return r
}

// Buttons lays buttons out, five in a row, as many as networks have room for.
func Buttons(all ...Button) [][]Button {
	const inRow = 5
	var rows [][]Button
	for len(all) > inRow {
		rows, all = append(rows, all[:inRow]), all[inRow:]
	}
	if len(all) > 0 {
		rows = append(rows, all)
	}
	return rows
}
