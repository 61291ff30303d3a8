package bot

import (
	"github.com/gridkeeper/gridkeeper/bot/picture"
)

// What a reply never exceeds, in characters; chat networks have such limits.
const (
	MaxTitle = 250
	MaxText  = 2000
	MaxLabel = 34 // of a button, what a phone shows

	MaxFile = 10 << 20 // bytes
)

// Reply is the bot's answer to a request, or a post of its own. It can be kept as JSON.
type Reply struct {
	Screen  Screen
	Notices []Notice `json:",omitempty"` // for others than the player
	File    *File    `json:",omitempty"` // for the player to keep
	Private bool     // only the player may see the screen
	Failed  bool     // the body says what was wrong and what to do
}

// File is a file for the player.
type File struct {
	Name string
	Data []byte // at most MaxFile
}

// Screen is what the player sees. It has a body always.
type Screen struct {
	Title Text `json:",omitempty"` // one line
	Body  Text
	Board *picture.Board `json:",omitempty"` // nil: no board
	Alt   string         `json:",omitempty"` // the board in words
	Rows  [][]Button     `json:",omitempty"`
}

// Button asks for something when it is pressed.
type Button struct {
	Label string
	Press Press
}

// Notice is a message for everyone in the channel where the request was made, such as "Ann
// solved daily #3 in 3:12". It is a message of its own: an answer shows what the player typed.
type Notice struct {
	Body Text
}
