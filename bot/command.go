package bot

// Command describes one thing the bot can be asked.
type Command struct {
	Name        string
	Description string // one line of at most 100 characters
	Options     []Option
	Admin       bool   // for those who manage the guild
	Example     string // as typed at a prompt
	Details     string // for /help NAME; may be empty
}

// Option describes one option of a command. Required ones come first.
type Option struct {
	Name        string
	Description string // one line of at most 100 characters
	Required    bool
	Kind        Kind
	Choices     []string // what a Choice may be
}

// Kind is what an option takes.
type Kind string

const (
	Text     Kind = "text"
	Choice   Kind = "choice"
	Attached Kind = "attachment"
	Channel  Kind = "channel"
)
