package bot

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// handler is a command and the method that answers it.
type handler struct {
	Command
	answer func(*Bot, context.Context, Request) (Reply, error)
}

// handlers lists what the bot can be asked, in the order of /help.
func handlers() []handler {
	return []handler{
		dailyCommand(), playCommand(), moveCommand(), boardCommand(), undoCommand(),
		hintCommand(), checkCommand(), submitCommand(), difficultyCommand(),
		leaderboardCommand(), streakCommand(), techniqueCommand(), importCommand(), scheduleCommand(), helpCommand(),
	}
}

// Commands lists what the bot can be asked.
func Commands() []Command {
	var commands []Command
	for _, h := range handlers() {
		commands = append(commands, h.Command)
	}
	return commands
}

// refusal is an error that tells the player what was wrong and what to do.
type refusal string

func (r refusal) Error() string { return string(r) }

func isRefusal(err error) bool { return errors.As(err, new(refusal)) }

func refuse(format string, args ...any) error { return refusal(fmt.Sprintf(format, args...)) }

// Handle answers a request. A request with the ID of an earlier one gets the same reply
// and changes nothing.
func (b *Bot) Handle(ctx context.Context, r Request) Reply {
	return b.replies.once(r.ID, func() Reply { return b.handle(ctx, r).limited() })
}

func (b *Bot) handle(ctx context.Context, r Request) (reply Reply) {
	defer func() {
		if p := recover(); p != nil {
			b.config.Log.Error("a command panicked", "command", r.Command, "panic", p, "stack", string(debug.Stack()))
			reply = failed("that went wrong, and it is our mistake: nothing was changed, please tell who runs this bot")
		}
	}()
	reply, err := b.dispatch(ctx, r)
	if err != nil {
		return b.explain(r, err)
	}
	return reply
}

// dispatch finds the command, checks rights and options, and answers.
func (b *Bot) dispatch(ctx context.Context, r Request) (Reply, error) {
	all := handlers()
	i := slices.IndexFunc(all, func(h handler) bool { return h.Name == r.Command })
	if i < 0 {
		return Reply{}, refuse("unknown command %s: /help lists them", sudoku.Excerpt(r.Command))
	}
	h := all[i]
	if h.Admin && !r.Admin {
		return Reply{}, refuse("/%s is for those who manage the server: ask one of them", h.Name)
	}
	if err := h.accepts(r); err != nil {
		return Reply{}, err
	}
	return h.answer(b, ctx, r)
}

// accepts refuses options that the command does not have, and misses those it needs.
func (c Command) accepts(r Request) error {
	for name := range r.Options {
		if !slices.ContainsFunc(c.Options, func(o Option) bool { return o.Name == name }) {
			return refuse("/%s has no option %s: /help %s lists them", c.Name, sudoku.Excerpt(name), c.Name)
		}
	}
	for _, o := range c.Options {
		missing := r.Options[o.Name] == ""
		if o.Kind == Attached {
			missing = r.Attachment == nil
		}
		if o.Required && missing {
			return refuse("/%s needs its %s (%s), such as %s", c.Name, o.Name, o.Description, c.Example)
		}
	}
	return nil
}

// explain turns an error into words for the player; what they cannot mend goes to the log.
func (b *Bot) explain(r Request, err error) Reply {
	switch {
	case isRefusal(err), errors.As(err, new(over)):
		return failed(err.Error())
	case errors.Is(err, archive.ErrNoPuzzle):
		return failed("the archive has no puzzle of this kind: try another tier, or have an admin /import some")
	case errors.Is(err, archive.ErrFinished):
		return failed("this game is finished: /daily or /play starts another")
	case errors.Is(err, archive.ErrStale):
		return failed("your game changed while this was done: look at /board, then try again")
	}
	b.config.Log.Error("a command failed", "command", r.Command, "guild", r.Guild, "error", err)
	return failed("the archive cannot be reached just now: your game is safe, try again in a minute")
}

func failed(text string) Reply { return Reply{Text: text, Private: true, Failed: true} }

// limited keeps the reply within what networks take, and never empty.
func (r Reply) limited() Reply {
	r.Title, r.Text, r.Public = cut(r.Title, MaxTitle), cut(r.Text, MaxText), cut(r.Public, MaxText)
	if r.Text == "" {
		r.Text = "Done."
	}
	for i := range r.Buttons {
		r.Buttons[i].Label = cut(r.Buttons[i].Label, MaxLabel)
	}
	return r
}

// cut shortens text to some characters, and mends what is no UTF-8.
func cut(text string, most int) string {
	letters := []rune(text)
	if len(letters) > most {
		letters = append(letters[:most-1], '…')
	}
	return string(letters)
}
