package chat

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Refusal is the error of a request that cannot be done as asked: a message that says what was
// wrong and what to do.
type Refusal struct {
	Key  string
	Args locale.Args
}

func (r Refusal) Error() string { return fmt.Sprintf("refused: %s %v", r.Key, r.Args) }

// Refuse returns a [Refusal] with a message of the catalogues.
func Refuse(key string, args locale.Args) error { return Refusal{key, args} }

// Quoted quotes what a person typed, cut to a length that a person reads.
func Quoted(text string) Part { return Part{Kind: CodePart, Text: sudoku.Excerpt(text)} }

// NotShown is the reply of a network that failed to show another: what was asked may have been
// done.
func NotShown(language string) Reply {
	return Failure(SpeechIn(language).Say("refusal.not-shown", locale.Args{"Board": Mention("board")}))
}

// Superseded takes the place of a board that there is a newer message of.
func Superseded(language string) Reply {
	return Private("", SpeechIn(language).Say("board.superseded", nil))
}

// NotUnderstood is the reply of a network to what it cannot make a request of.
func NotUnderstood(language string) Reply {
	return Failure(SpeechIn(language).Say("refusal.not-understood", locale.Args{"Help": Mention("help")}))
}

// Busy is the reply of a network that has taken as many slow commands as it can.
func Busy(language string) Reply {
	return Failure(SpeechIn(language).Say("refusal.busy", nil))
}

// Failure is a reply that says why something was not done.
func Failure(body Text) Reply {
	return Reply{Screen: Screen{Body: body}, Private: true, Failed: true}
}

// Private is a reply of words that only the player sees.
func Private(title string, body Text) Reply {
	return Reply{Screen: Screen{Title: Plain(withoutTokens(title)), Body: body}, Private: true}
}

// Limited keeps the reply within what networks take, and never empty.
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

// Buttons lays buttons out, five in a row, which is what networks have room for.
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
