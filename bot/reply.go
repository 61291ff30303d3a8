package bot

import (
	"time"

	"github.com/gridkeeper/gridkeeper/bot/picture"
)

// What a reply never exceeds, in characters; chat networks have such limits.
const (
	MaxTitle = 250
	MaxText  = 2000
	MaxLabel = 34 // of a button, what a phone shows
)

// Reply is the bot's answer. It has a text always, and no markup in it.
type Reply struct {
	Title   string
	Text    string
	Board   *picture.Board // nil: no board
	Buttons []Button
	Private bool // only the player may see it
	Failed  bool // the text says what was wrong and what to do

	// Public is one line for everyone in the channel, such as "Ann solved daily #3 in 3:12".
	// Send it as a message of its own: a public answer would show what the player typed.
	Public string

	// Until is when the daily of an announcement gives way to the next; zero where there is none.
	Until time.Time
}

// Button asks for a command when pressed.
type Button struct {
	Label   string
	Command string
	Options map[string]string
}
