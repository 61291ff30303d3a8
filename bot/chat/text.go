package chat

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/locale"
)

// Text is a text in parts, so that each network renders times, players and commands in its own way and all other parts
// unchanged.
type Text []Part

// Part is a piece of a [Text].
type Part struct {
	Kind PartKind  `json:",omitempty"`
	Text string    `json:",omitempty"` // in plain words
	ID   string    `json:",omitempty"` // of a player, a channel, a role or a message, as the network knows it; of a command, by which the program knows it
	At   time.Time `json:",omitzero"`  // of a time

	Given []Given `json:",omitempty"` // of a command as it is asked

	In [2]string `json:",omitzero"` // of a message: its guild and channel
}

// Given is an option of a command with its value. The kind decides how the value is written in a language.
type Given struct {
	Name, Value string
	Kind        Kind `json:",omitempty"` // "": as it is in all languages
}

// Chosen is an option that is given one of its choices.
func Chosen(name, choice string) Given { return Given{name, choice, ChoiceOption} }

// PartKind is the kind of a part. The zero value is plain text.
type PartKind uint8

const (
	PlainPart   PartKind = iota
	TimePart             // the instant At, as date and time
	FromNowPart          // the instant At, as how far off it is
	PlayerPart           // the player ID; Text is a name for networks without mentions
	ChannelPart          // the channel ID
	CommandPart          // the command ID, with a slash
	AskPart              // a command with the options Given; Text is how it is asked at a prompt
	CodePart             // what a player typed or wrote into a file
	RolePart             // the role ID, which is not pinged
	MessagePart          // the message ID, of a guild and a channel: In
	LinkPart             // the address Text, which some networks show as the words ID
	HeadingPart          // a heading, in a line of its own
)

// Plain returns a text of one plain part.
func Plain(text string) Text { return Text{{Text: text}} }

// String returns the text in plain words.
func (t Text) String() string {
	var words strings.Builder
	for _, p := range t {
		words.WriteString(p.Text)
	}
	return words.String()
}

// Join puts texts together, with something plain between them.
func Join(between string, texts ...Text) Text {
	var all Text
	for i, t := range texts {
		if i > 0 && between != "" {
			all = append(all, Part{Text: between})
		}
		all = append(all, t...)
	}
	return all
}

// Section puts a heading above lines.
func Section(heading string, lines ...Text) Text {
	return Join("\n", append([]Text{{{Kind: HeadingPart, Text: heading}}}, lines...)...)
}

// Sentences puts one sentence behind another. Not every language has a blank between them.
func (s Speech) Sentences(before, next Text) Text {
	return s.Say("sentence.next", locale.Args{"Before": before, "Next": next})
}

// Enumerated adds a part to an enumeration, which is nil before its first.
func (s Speech) Enumerated(before, next Text) Text {
	if before == nil {
		return next
	}
	return s.Say("list.comma", locale.Args{"Before": before, "Next": next})
}

// Limited cuts a text to a number of characters in plain words.
func (t Text) Limited(most int) Text {
	if utf8.RuneCountInString(t.String()) <= most {
		return t
	}
	left := most - 1 // for the mark of the cut
	for i, p := range t {
		n := utf8.RuneCountInString(p.Text)
		if n > left {
			if p.Kind != PlainPart && p.Kind != CodePart {
				left = 0 // the other parts are whole or not there
			}
			p = Part{Kind: p.Kind, Text: string([]rune(p.Text)[:left]) + "…"}
			if left == 0 {
				p.Kind = PlainPart
			}
			return append(t[:i:i], p)
		}
		left -= n
	}
	return t
}

// Cut shortens text to a number of characters, and replaces invalid UTF-8.
func Cut(text string, most int) string {
	letters := []rune(text)
	if len(letters) > most {
		letters = append(letters[:most-1], '…')
	}
	return string(letters)
}

// A message of a catalogue is a template of plain text. Parts go through it as tokens: a number
// between two characters that no other argument may hold.
const (
	tokenStart = '\ue000'
	tokenEnd   = '\ue001'
)

// Say fills in the arguments of a message, some of which may be a [Part] or a [Text].
func (s Speech) Say(key string, args locale.Args) Text {
	args, texts := s.tokenize(args)
	return untokenize(s.Text(key, args), texts)
}

// SayCount is [Speech.Say] for the plural form of a message.
func (s Speech) SayCount(key string, n int, args locale.Args) Text {
	args, texts := s.tokenize(args)
	return untokenize(s.Count(key, n, args), texts)
}

// tokenize replaces the texts among the arguments by tokens.
func (s Speech) tokenize(args locale.Args) (locale.Args, []Text) {
	plain := locale.Args{}
	var texts []Text
	token := func(t Text) string {
		texts = append(texts, t)
		return string(tokenStart) + strconv.Itoa(len(texts)-1) + string(tokenEnd)
	}
	for name, value := range args {
		switch value := value.(type) {
		case Text:
			plain[name] = token(value)
		case Part:
			plain[name] = token(Text{s.InWords(value)})
		case string:
			plain[name] = withoutTokens(value)
		default:
			plain[name] = value
		}
	}
	return plain, texts
}

func withoutTokens(text string) string {
	return strings.Map(func(r rune) rune {
		if r == tokenStart || r == tokenEnd {
			return utf8.RuneError
		}
		return r
	}, text)
}

// untokenize puts the texts back in their places.
func untokenize(message string, texts []Text) Text {
	var all Text
	for message != "" {
		plain, rest, found := strings.Cut(message, string(tokenStart))
		if plain != "" {
			all = append(all, Part{Text: plain})
		}
		if !found {
			break
		}
		number, after, _ := strings.Cut(rest, string(tokenEnd))
		if i, err := strconv.Atoi(number); err == nil && i < len(texts) {
			all = append(all, texts[i]...)
		}
		message = after
	}
	return all
}
