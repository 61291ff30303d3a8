package chat

import (
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/explain/steps"
)

// Limits of a reply, in characters; chat networks have such limits.
const (
	MaxTitle = 250
	MaxText  = 2000
	MaxLabel = 34 // of a button, what a phone shows

	MaxFile = 10 << 20 // bytes

	MaxFormTitle = 45   // and of the label of a field
	MaxField     = 4000 // of what is typed into one
	MaxFields    = 5    // of a form
)

// Reply is the bot's answer to a request, or a post of its own. It can be kept as JSON.
type Reply struct {
	Screen  Screen
	Form    *Form    `json:",omitempty"` // shown instead of the screen, by networks that have forms and still can; nil: none
	Notices []Notice `json:",omitempty"` // for others than the player
	File    *File    `json:",omitempty"` // for the player to keep
	Private bool     // only the player may see the screen
	Ping    string   `json:",omitempty"` // the role that a post pings, and nobody else; "": none
	Quiet   bool     `json:",omitempty"` // a post that notifies nobody
	Failed  bool     // the body says what was wrong and what to do
	InPlace bool     `json:",omitempty"` // it takes the place of the screen whose button was pressed, where both are private or both are not

	// WordsOnly is of an edit: pictures and buttons stay as they are.
	WordsOnly bool `json:",omitempty"`
	// Tracks names the part of a public screen that changes later: a network that can change its messages calls Bot.Shown
	// with it. "": nothing.
	Tracks string `json:",omitempty"`
	// Pings are the players who are notified of a public screen that names them. Nobody else is.
	Pings []string `json:",omitempty"`

	Suggestions []Suggestion `json:",omitempty"` // of a [Suggest], whose reply has nothing else
}

// File is a file for the player.
type File struct {
	Name string
	Data []byte // at most MaxFile
}

// Screen is the visible part of a reply. It always has a body.
type Screen struct {
	Title Text `json:",omitempty"` // one line
	Body  Text
	Board *picture.Diagram `json:",omitempty"` // nil: no board
	Chart *picture.Chart   `json:",omitempty"` // nil: no chart; a screen has a board or a chart
	Cover *picture.Cover   `json:",omitempty"` // shown instead of a board that is sealed; nil: none
	Alt   string           `json:",omitempty"` // the board, the chart or the cover in words
	// Beside are further boards.
	Beside []Beside `json:",omitempty"`
	// Selects stand above the Rows, each in a row of its own. A network without them has commands
	// that do the same.
	Selects []Select   `json:",omitempty"`
	Rows    [][]Button `json:",omitempty"`

	// GameID is that of the game whose board it is; 0: of none, such as the board of a lesson.
	GameID int64 `json:",omitempty"`
	// Over is set if this game is finished: a network that shows one board at a time leaves it there.
	Over bool `json:",omitempty"`
	// Spoiler has the body and the board hidden until a reader wants to see them, by networks that can.
	Spoiler bool `json:",omitempty"`
	// AsText has the board or the chart shown as text, without a picture.
	AsText bool `json:",omitempty"`
}

// Beside is a board beside that of a screen.
type Beside struct {
	Board picture.Diagram
	Alt   string // the board in words
}

// Button asks for something when it is pressed.
type Button struct {
	Label    string
	Press    Press
	Look     Look `json:",omitempty"`
	Disabled bool `json:",omitempty"` // it is shown, and cannot be pressed

	// Link is an address that the button opens; it has no Press then. Networks without such buttons
	// leave it out.
	Link string `json:",omitempty"`
}

// Select asks to choose one of several things: of Options, or of the guild's channels or roles.
type Select struct {
	Kind     Kind     `json:",omitempty"` // ChannelOption or RoleOption; else Options are chosen from
	Options  []Choice `json:",omitempty"`
	Press    Press    // its Chosen is what was chosen
	Hint     string   // what is chosen here
	Chosen   string   `json:",omitempty"` // now; of several, with commas between them
	Optional bool     `json:",omitempty"` // it may be left empty
	Several  bool     `json:",omitempty"` // any number of Options may be chosen, none too
}

// Choice is an option of a select.
type Choice struct {
	Label, Value string
	About        string `json:",omitempty"` // the label explained, in smaller letters below it
}

// Look is how a button stands out, on networks that support it. The label alone names the effect of a button and whether it
// is on.
type Look uint8

const (
	AutoLook   Look = iota // of a screen's first button [MainLook], of others [QuietLook]
	QuietLook              // one of many
	MainLook               // what most players want next
	OnLook                 // what is chosen, or switched on
	DangerLook             // what cannot be undone
)

// Form asks for text. When it is sent, the request is a [Fill] with its Press.
type Form struct {
	Title  string
	Press  Press
	Fields []Field // one at least
}

// Field is a box for text in a form.
type Field struct {
	Name    string // by which [Fill] has what was typed
	Label   string
	Value   string `json:",omitempty"` // what stands there at first
	Example string `json:",omitempty"` // shown while nothing stands there
	Lines   bool   // more than one line may be typed
	Most    int    // characters; 0: MaxField
}

// Notice is a message for everyone in the channel of the request, such as "Ann solved daily #3 in 3:12". It is a message of
// its own: an answer shows the command with its options.
type Notice struct {
	Body Text
	// Shares is the game whose result it shares, 0 of any other: a network that could not send it calls Bot.NotShared,
	// and replies with [NotShared].
	Shares int64 `json:",omitempty"`
}

// limited keeps a form within the limits of networks.
func (f Form) limited() Form {
	f.Title = Cut(f.Title, MaxFormTitle)
	fields := make([]Field, min(len(f.Fields), MaxFields))
	for i := range fields {
		field := f.Fields[i]
		if field.Most == 0 || field.Most > MaxField {
			field.Most = MaxField
		}
		field.Label, field.Value = Cut(field.Label, MaxFormTitle), Cut(field.Value, field.Most)
		field.Example = Cut(field.Example, 100)
		fields[i] = field
	}
	f.Fields = fields
	return f
}

// Outcome is the result of a request about a game, as data.
type Outcome struct {
	Game     games.Game `json:"-"` // as it is now, where it can be read
	GameID   int64      `json:",omitempty"`
	Revision int        `json:",omitempty"` // of the game after it

	Problem Text `json:",omitempty"` // why it was not done; nil: it was
	Stale   bool `json:",omitempty"` // for the board has changed since, and the same can be asked of the newest
	Retry   bool `json:",omitempty"` // it is not known to be done: the same request can be sent again

	Hint   *Hinted `json:",omitempty"`
	Judged *Judged `json:",omitempty"`
	Shared Text    `json:",omitempty"` // what was shared
	Posted Text    `json:",omitempty"` // of a result that was shared from a page: that the channel will have it
}

// Hinted is a hint as far as its level shows it.
type Hinted struct {
	Level, Most int             // the number of its level, among those that reveal different things
	Words       string          // a sentence or two beside the drawing
	Step        *steps.Step     `json:",omitempty"` // as far as the level shows it; nil: of mistakes, or of a solved board
	Board       picture.Diagram // the board before it, with all that it points at
}

// Judged is the result of a check or an answer.
type Judged struct {
	Solved bool
	Wrong  int    // digits
	Open   int    // cells
	Words  Text   `json:",omitempty"` // of a game that is solved: its time, its rank and more
	Place  string `json:",omitempty"` // among the results of a daily: "2nd of 9"
}
