package bot

import (
	"io"

	"github.com/gridkeeper/gridkeeper/archive"
)

// Request is what somebody asks of the bot.
type Request struct {
	ID         string            // tells a request sent twice from two requests; may be empty
	Command    string            // the name of one of [Commands], without a slash
	Options    map[string]string // by the names of the command's options
	Player     archive.Player
	Guild      string // whose schedule, dailies and results are meant
	Channel    string // where it was asked
	Admin      bool   // the player may manage the guild
	Attachment *Attachment
}

// Attachment is a file that came with a request.
type Attachment struct {
	Name string
	Open func() (io.ReadCloser, error) // called once, when the file is read
}

// option returns an option of the request, "" where it was not given.
func (r Request) option(name string) string { return r.Options[name] }
