// Package chat is the seam between chat networks and the bot: requests, replies, and the words of the bot.
//
// A network makes a [Request] of each interaction: an [Ask] for a command with its options, a [Press] of a button,
// a [Fill] of a form. It gets a [Reply]: a [Screen] for the player and [Notice]s for others. Buttons of a
// screen carry their Press, so that no process has to remember its screens.
//
// Texts are made of parts: a network renders times, players and commands in its own way, and all other parts unchanged.
// [Speech.Say] makes them of the catalogues of package locale, in a language.
//
// Networks implement interfaces for the bot: [Poster] posts without a request, [Channels] checks
// channels and roles, [Threads] checks threads.
package chat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Request is a request of a person to the bot, on any network.
type Request struct {
	ID       string // the network's own; a request that arrives twice is answered once
	Language string // the player's, as BCP 47 tags, the best first: "fr,de"; may be empty
	Player   games.Player
	Place    Place
	Rights   Rights
	Channels Channels // what the network knows of its channels; nil: any will do
	Action   Action
	Target   Target // what answers the action, from bot.Find; nil: the bot finds it

	// Screen is the ID of the request that the message of a [Press] or a [Fill] first answered; "": not known.
	Screen string
	// Buttons is set if the network shows the buttons of a screen. Without them nothing can be confirmed, and is done at once
	// instead.
	Buttons bool
	// Progress shows how far a slow command is, in the place of the answer to come; it may be called
	// as often as something changes. nil: the network has no way to.
	Progress func(Text)
}

// Place is where a request was made.
type Place struct {
	GuildID   string // whose schedule, dailies and results are meant
	ChannelID string
	Language  string // what the guild says that it speaks, as the network calls it; "" where that is not known
	Private   bool   // nobody else reads there: direct messages, the terminal
	Page      bool   // a page of a player of the chat: what others are to learn is posted in a channel
}

// Reaches reports whether others of the guild read public replies in a place.
func (p Place) Reaches(guild daily.Guild) bool {
	return !p.Private || p.Page && (guild.Scheduled && guild.ChannelID != "" || guild.GamesID != "")
}

// Rights are the rights of the player beyond playing. The network grants them.
type Rights struct {
	ManageGuild bool
	// Command is set if the network itself decides who may use which command of admins, and lets this player use this one. It
	// does not cover buttons.
	Command bool
	// Standing changes with the facts behind that decision, such as the player's roles.
	Standing string
}

// Action is one of [Ask], [Press], [Fill], [Batch], [Suggest] and [About].
type Action interface{ action() }

// Target is the row of the table of commands that answers an action. A network looks it up once, to know how to treat a
// request before the bot handles it.
type Target interface {
	Command() string // that it belongs to: of a button, the one whose replies have it; "other" for an unknown one
	Slow() bool      // it may take minutes: nothing else should have to wait for it
	OpensForm() bool // the reply has a form, which can only be a first answer
}

// Ask is a command with its options.
type Ask struct {
	Command string            // the name of one of [Commands], without a slash
	Options map[string]string // by the names of the command's options
	File    *Attachment
	Players map[string]Person // whom the options name, by option, where the network knows
}

// Person is a user of the network whom a player names.
type Person struct {
	games.Player
	Bot    bool
	Absent bool // not in the guild
}

// Press is a button of an earlier reply.
type Press struct {
	Verb     Verb
	Argument string // what the verb needs; see the verbs
	GameID   int64  // the game that the reply showed; 0: none
	Revision int    // of that game: a button of an older board does nothing but show the newest
	Chosen   string // in a select: the value of its option, or an id; of several, with commas between; "" for nothing, and of a button
	View     string // of the pad that the answer is to show, see package screen; "": the whole grid
}

// Fill is a form of an earlier reply that was sent.
type Fill struct {
	Press  Press             // what the form was for: its Press
	Fields map[string]string // what was typed, by the names of the fields
}

func (Ask) action() {}

func (Press) action() {}

func (Fill) action() {}

// Verb is the action of a button.
type Verb string

// The verbs, each with its argument.
const (
	OpenDaily   Verb = "daily"   // "2026-01-31/hidden/sudoku"
	ShowResults Verb = "results" // "2026-01-31"
	MoreHint    Verb = "hint"    // the level: "2"
	ShareResult Verb = "share"   // none
	CopyResult  Verb = "copy"    // none: what sharing would say, for the player to paste

	ShowStep   Verb = "step"        // the number of a step of the way through a solved game, "12"
	DeleteData Verb = "delete-data" // when it was asked for, in Unix seconds
	ShowData   Verb = "privacy"     // an action of /privacy: "export"; "delete" asks whether that is meant

	StartPractice Verb = "practice" // the technique: "x-wing"
	PlayFound     Verb = "found"    // the clues of a puzzle: "53..7...."
	GiveUpPasted  Verb = "abandon"  // none: the game, on a pasted puzzle

	Vote Verb = "vote" // "liked=yes", "too-hard=no"; the game, whose puzzle it is

	Challenge Verb = "challenge" // none: the game, on whose puzzle others are challenged
	RaceOn    Verb = "race-on"   // the same: by a race
	PartyOn   Verb = "party-on"  // the same: to solve it together

	ConfirmImport Verb = "import" // the number of the file that waits: "12"
	CancelImport  Verb = "forget" // the same

	ShowSubmission    Verb = "submission"         // the number of a submission: "12"; "" for all
	AcceptSubmission  Verb = "accept-submission"  // the same; "12?" asks whether that is meant
	DeclineSubmission Verb = "decline-submission" // the same; this opens a form, and is that of the form when it is sent

	SetUp     Verb = "setup"      // a page of /setup, and what changes; see package admin
	SetUpForm Verb = "setup-form" // none; this opens a form, and is that of the form when it is sent
	TestPost  Verb = "test-post"  // none

	AcceptRace  Verb = "duel-accept"  // the number of the race: "12"
	DeclineRace Verb = "duel-decline" // the same
	CancelRace  Verb = "duel-cancel"  // the same
	PlayRace    Verb = "duel-play"    // the same
	GiveUpRace  Verb = "duel-give-up" // the same

	StartParty Verb = "party-start" // a tier: "hidden"
	JoinParty  Verb = "party-join"  // the number of the party: "12"
	CloseParty Verb = "party-close" // the same

	RemindMe     Verb = "remind"      // none; this opens a form, and is that of the form when it is sent
	StopReminder Verb = "stop-remind" // the number of the reminder: "12"

	ChangeSetting Verb = "settings" // the options of /settings that are chosen in a select: "timer,hints"; of an old button "look=light"

	ShowPart      Verb = "profile"      // a part of /profile, and which of it: "sessions", "research=on"
	OpenInBrowser Verb = "browser"      // none
	EndSession    Verb = "end-sessions" // the number of a session, or "all"

	// below a board; see package screen
	TurnTo     Verb = "turn"   // the name of the button, where two lead to one view
	Write      Verb = "write"  // moves in play's notation: "r4c5=7"
	TakeBack   Verb = "undo"   // none
	CheckBoard Verb = "check"  // none
	HandIn     Verb = "submit" // none
	GoBack     Verb = "rewind" // none: to before the first digit that is wrong
	OpenBoard  Verb = "board"  // "text": as text

	// these open a form, and stand for the form when it is sent
	TypeMoves Verb = "type" // none
	EditGrid  Verb = "edit" // none
)

// ErrNotFetched is the error of an attachment that could not be had from the network.
var ErrNotFetched = errors.New("the file could not be fetched")

// TooLargeError is the error of an attachment that is larger than the network allows.
type TooLargeError struct {
	Name string
	Most int64 // bytes
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%q is larger than %d MiB: split it", e.Name, e.Most>>20)
}

// Attachment is a file that came with a request.
type Attachment struct {
	Name string
	Open func(context.Context) (io.ReadCloser, error) // called once, when the file is read
}

// The pages of the screen; one of the days may have a weekday too: "days/monday".
const (
	MainPage   = "main"
	DaysPage   = "days"
	ExtrasPage = "extras"
	RulesPage  = "rules"
)

// About is a command on a message that anyone has written.
type About struct {
	Command string      // the Key of one of [MessageCommands]
	Text    string      // of the message, that of its embeds included
	File    *Attachment // the first of the message
}

func (About) action() {}

// MessageCommand is a command that is offered on every message.
type MessageCommand struct {
	Key  string
	Name string // what people read, at most 32 characters
}

// Progress is the progress of all jobs that machines share. Admins of a guild see these numbers only; the jobs themselves are
// the operator's.
type Progress struct {
	Jobs  int // under way
	Done  int // items
	Items int
}

// Batch is several moves at once on a game: all are made, or none.
type Batch struct {
	GameID   int64
	Revision int             // of the board that they are for
	Moves    []string        // each one event: moves in play's notation, or "undo"; at most MaxBatch
	Ago      []time.Duration // how long before the request each was made; nil: just now
	Notes    games.Notes     // of the cells where they change
	Noted    *int            // of the notes that they are for; nil: whichever are there, for a browser that does not know
}

// MaxBatch is how many events a [Batch] may have.
const MaxBatch = 200

func (Batch) action() {}

// The options of the command that a batch stands for.
const (
	BatchMoves = "moves"
	BatchNotes = "notes"
)

// Ask returns the command that a batch stands for, by which a repetition is known. A repetition has other times.
func (b Batch) Ask() (Ask, error) {
	if n := len(b.Moves); n > MaxBatch {
		return Ask{}, Refuse("refusal.batch", locale.Args{"Number": n, "Most": MaxBatch})
	}
	moves, err := json.Marshal(b.Moves)
	if err != nil {
		return Ask{}, err
	}
	notes, err := json.Marshal(b.Notes)
	if err != nil {
		return Ask{}, fmt.Errorf("notes of a batch: %w", err)
	}
	return Ask{Command: "batching", Options: map[string]string{BatchMoves: string(moves), BatchNotes: string(notes)}}, nil
}

// Limits of the suggestions of an option; chat networks have such limits.
const (
	MaxSuggestions = 25
	MaxSuggestion  = 100 // characters of a label, and of a value
)

// Suggest is the text that a player has typed so far into an option of a command. Its reply has [Reply.Suggestions] alone: nothing is
// changed or kept, and an error gives no suggestions.
type Suggest struct {
	Command string
	Option  string            // the one that is being typed
	Typed   string            // so far
	Options map[string]string // the others, as far as they are given
}

func (Suggest) action() {}

// Suggestion is a possible value of an option, and its label.
type Suggestion struct{ Label, Value string }

// Suggests reports whether the bot has suggestions for the option.
func (o Option) Suggests() bool { return len(o.Choices) == 0 && kindsThatSuggest[o.Kind] }

// kindsThatSuggest are the kinds of options that the bot completes.
var kindsThatSuggest = map[Kind]bool{
	TechniqueOption: true, TierOption: true, DayOption: true, ZoneOption: true, DateOption: true, CollectionsOption: true, OwnCollectionOption: true,
	SearchOption: true, OwnSearchOption: true,
}
