package site

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Route is an address that is served. A GET never changes anything.
type Route struct {
	Pattern string // of [http.ServeMux]
	For     Access
	Answer  func(*Visit) error
}

// Access is who may use a route.
type Access uint8

// The kinds of access.
const (
	Everyone Access = iota
	Guests          // everyone, but on a server for one player only that player
	Players         // visitors with a session
	Admins          // the local player, if they manage the archive
)

// Visit is a request and its answer, with the visitor's session, and the language to answer in.
type Visit struct {
	*Site
	W       http.ResponseWriter
	R       *http.Request
	Session people.Session // zero: the visitor is unknown
	chat.Speech
}

// Errors of visits. Each has a status, and a message for the visitor.
var (
	ErrNotFound    = errors.New("there is no such page")
	ErrTooMany     = errors.New("too many requests")
	ErrLinkIsOver  = errors.New("the link is unknown, used or too old")
	ErrBadRequest  = errors.New("the request is not understood")
	ErrTooLarge    = errors.New("the request is too large")
	ErrUnavailable = errors.New("the archive is away")

	errNoSession = errors.New("there is no session")
)

// Context returns the context of the request.
func (v *Visit) Context() context.Context { return v.R.Context() }

// Rights are the visitor's rights beyond playing. Only the local player can have any; no link gives one.
func (v *Visit) Rights() chat.Rights {
	return chat.Rights{ManageGuild: v.Local != nil && v.Local.Admin && v.Session.ID != 0}
}

// Key is the key of the visitor in a [Limiter]: the player, else the address.
func (v *Visit) Key() string {
	if v.Session.ID != 0 {
		return v.Session.Player.ID
	}
	return v.Client(v.R)
}

// Request returns an action of the visitor as the bot's request.
func (v *Visit) Request(action chat.Action) chat.Request {
	return chat.Request{
		Language: v.Tag(), Player: v.Session.Player, Place: v.PlaceIn(v.Session.GuildID), Rights: v.Rights(), Buttons: true, Action: action,
	}
}

// Play has the bot do something about a game; see [bot.Bot.Play]. The id is that of the request.
func (v *Visit) Play(id string, action chat.Action) (chat.Outcome, error) {
	began := time.Now()
	request := v.Request(action)
	request.ID, request.Target = id, bot.Find(action)
	defer func() { v.Metrics.Page(request.Target.Command(), time.Since(began)) }()
	outcome, err := v.Bot.Play(v.Context(), request)
	if errors.Is(err, postgres.ErrNotFound) {
		err = ErrNotFound
	}
	return outcome, err
}

// Root is the relative address of the first page, such as "../../".
func (v *Visit) Root() string {
	return strings.Repeat("../", strings.Count(v.R.URL.Path, "/")-1)
}

// Redirect sends the browser to an address below the root, with a GET.
func (v *Visit) Redirect(to string) error {
	to = v.Root() + to
	if to == "" {
		to = "./"
	}
	v.W.Header().Set("Location", to)
	v.W.WriteHeader(http.StatusSeeOther)
	return nil
}

// ReadForm reads the fields of a form into R.PostForm.
func (v *Visit) ReadForm() error { return Unreadable(v.R.ParseForm()) }

// Unreadable turns an error of reading a body into one of a visit.
func Unreadable(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.As(err, new(*http.MaxBytesError)):
		return ErrTooLarge
	}
	return ErrBadRequest
}

// WantsJSON reports whether a client asks for data rather than for a page.
func (v *Visit) WantsJSON() bool {
	return strings.Contains(v.R.Header.Get("Accept"), "application/json") ||
		v.R.Method == http.MethodPost && strings.HasPrefix(v.R.Header.Get("Content-Type"), "application/json")
}

// WriteJSON answers with data.
func (v *Visit) WriteJSON(status int, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	v.W.Header().Set("Content-Type", "application/json")
	v.W.WriteHeader(status)
	_, _ = v.W.Write(text) // the client may have gone
	return nil
}

// WriteHTML answers with a page.
func (v *Visit) WriteHTML(status int, text []byte) error {
	v.W.Header().Set("Content-Type", "text/html; charset=utf-8")
	v.W.Header().Set("Content-Language", v.Tag())
	return v.writeCompressed(status, text)
}

// writeCompressed compresses texts of a kilobyte or more for clients that accept it.
func (v *Visit) writeCompressed(status int, text []byte) error {
	v.W.Header().Add("Vary", "Accept-Encoding")
	if len(text) < 1024 || !TakesGzip(v.R) {
		v.W.WriteHeader(status)
		_, _ = v.W.Write(text) // the client may have gone
		return nil
	}
	v.W.Header().Set("Content-Encoding", "gzip")
	v.W.WriteHeader(status)
	out := gzip.NewWriter(v.W)
	_, _ = out.Write(text)
	_ = out.Close()
	return nil
}

// Cookie returns the value of a cookie, "" without one.
func (v *Visit) Cookie(name string) string {
	c, err := v.R.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}

// SetCookie sets a cookie for some time; 0 removes it. A cookie of the local player ends with the browser, and is not
// sent when another site leads here; from Discord players come by links of another site.
func (v *Visit) SetCookie(name, value string, life time.Duration) {
	c := &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(life.Seconds()),
		Secure: v.Base.Scheme == "https", HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
	if v.Local != nil {
		c.Path, c.MaxAge, c.SameSite = v.Path(v.R)+"/", 0, http.SameSiteStrictMode
	}
	if life == 0 {
		c.MaxAge = -1
	}
	http.SetCookie(v.W, c)
}

// BeginSession lets the browser keep a new session in a guild, and ends its former one, which may have been set by
// someone else. Today's dailies of the guild are chosen if they were not yet: the first page, which is to show them, chooses none.
func (v *Visit) BeginSession(token, guildID string) error {
	if v.Session.ID != 0 {
		if _, err := v.Store.EndSession(v.Context(), v.Session.Player.ID, v.Session.ID); err != nil {
			return err
		}
	}
	if v.Local != nil {
		v.sessions.Store(token, nil)
	}
	v.SetCookie(v.CookieName(), token, people.SessionFor)
	guild, err := v.Store.Guild(v.Context(), guildID)
	if err != nil {
		return err
	}
	for _, shape := range library.ShapesWithTiers {
		if _, err := v.Store.Daily(v.Context(), guild, guild.Today(v.Store.Now()), shape, 0); err != nil { // such as no puzzle for it; there are other things to play
			v.Log.DebugContext(v.Context(), "web: today's daily was not chosen", "guild", guildID, "shape", shape.String(), "error", err)
		}
	}
	return nil
}

// commandPages has the pages that do the same as a command of the chat, by the keys of their titles.
var commandPages = map[string]string{
	"settings": "page.settings.title", "profile": "page.profile.title", "leaderboard": "page.boards.title", "daily": "page.dailies.title",
	"technique": "page.techniques.title", "difficulty": "page.rate.title", "search": "page.archive.title", "import": "page.archive.title",
	"contribute": "page.submit.title", "submissions": "page.submit.title",
}

// Words returns a text of the bot for a page. A command is named by the page that does the same, else as one of the chat.
func (v *Visit) Words(text chat.Text) string {
	var words strings.Builder
	for _, p := range text {
		switch {
		case p.Kind != chat.CommandPart && p.Kind != chat.AskPart:
			words.WriteString(p.Text)
		case commandPages[p.ID] != "":
			words.WriteString(v.Text("page.page", locale.Args{"Page": v.Text(commandPages[p.ID], nil)}))
		default:
			words.WriteString(v.Text("page.command", locale.Args{"Command": v.CommandLabel(p.ID)}))
		}
	}
	return words.String()
}

// Stamp writes a time in UTC. The script of the pages (times.js) shows it in the reader's zone.
func Stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 MST") }

// TakesGzip reports whether a client names gzip among the encodings that it takes, other than to refuse it.
func TakesGzip(r *http.Request) bool {
	for encoding := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(encoding, ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			_, value, weighed := strings.Cut(quality, "=")
			q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			return !weighed || err == nil && q > 0
		}
	}
	return false
}
