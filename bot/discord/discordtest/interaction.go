package discordtest

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"
)

// Types of interactions and of first answers to them.
const (
	kindCommand = 2
	kindPress   = 3
	kindSuggest = 4
	kindForm    = 5

	answerMessage        = 4
	answerDeferred       = 5
	answerDeferredUpdate = 6
	answerUpdate         = 7
	answerSuggest        = 8
	answerForm           = 9
)

// Call is one use of the bot by a user: a slash command, the press of a button, or a form.
type Call struct {
	ID    string // of the interaction
	Token string // the same

	server    *Server
	user      User
	kind      int
	sent      time.Time
	channelID string
	pressed   *Message // where the button stands

	first     int // type of the first answer, 0 before it
	ephemeral bool
	original  *Message // what @original names, nil before it exists or when deleted
	withdrawn bool     // the deferred answer was deleted
	installed bool     // the bot is the user's own, and not in the guild
	hushed    bool     // Discord hides what it answers from all others, for the user may not bring it along
	followUps int
	replies   []*Message
	form      *Form    // the first answer, where it is one
	choices   []Choice // that autocomplete was answered with

	event map[string]any // as it was sent
}

// Redeliver sends an interaction to the bot again, so many times.
func (s *Server) Redeliver(c *Call, times int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range times {
		s.deliver(c.event)
	}
}

// Slash sends a slash command of a user from a channel and returns at once. Options are
// text; one of type channel or attachment is sent with [Server.SlashWith]. A test cannot send what Discord
// does not offer its user, see [Server.Offers].
func (s *Server) Slash(u User, channelID, name string, options map[string]string) *Call {
	var list []Option
	for _, key := range sortedKeys(options) {
		list = append(list, Option{Name: key, Value: options[key]})
	}
	return s.SlashWith(u, channelID, name, list...)
}

// Option is what a user gives with a command.
type Option struct {
	Name, Value string
	Channel     bool   // Value is the id of a channel
	User        *User  // where not nil, the option is this user, in place of Value
	File        []byte // where not nil, an attached file whose name is Value
}

// SlashWith is [Server.Slash] with options of every type.
func (s *Server) SlashWith(u User, channelID, name string, options ...Option) *Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []any{}
	resolved := map[string]any{}
	for _, o := range options {
		switch {
		case o.File != nil:
			id := s.store(o.Value, o.File)
			file := map[string]any{
				"id": id, "filename": o.Value, "size": len(o.File), "ephemeral": true,
				"url": s.attachmentURL(Attachment{ID: id, Name: o.Value}), "proxy_url": "",
			}
			resolved["attachments"] = map[string]any{id: file}
			list = append(list, map[string]any{"name": o.Name, "type": 11, "value": id})
		case o.User != nil:
			o.named(resolved)
			list = append(list, map[string]any{"name": o.Name, "type": 6, "value": o.User.ID})
		case o.Channel:
			resolved["channels"] = map[string]any{o.Value: s.resolved(name, o)}
			list = append(list, map[string]any{"name": o.Name, "type": 7, "value": o.Value})
		default:
			list = append(list, map[string]any{"name": o.Name, "type": 3, "value": o.Value})
		}
	}
	s.mustOffer(u, channelID, name)
	data := map[string]any{"id": cmp.Or(s.commandID(name), "1"), "name": name, "type": 1, "options": list, "resolved": resolved}
	return s.interact(u, channelID, kindCommand, data, nil)
}

// resolved returns the channel of an option as Discord describes it with a command. Discord offers
// the types that the command names only, so a test cannot choose another. The caller holds the lock.
func (s *Server) resolved(command string, o Option) map[string]any {
	ch := s.channel(o.Value)
	if ch == nil {
		return map[string]any{"id": o.Value, "type": TextChannel}
	}
	for _, c := range s.commands {
		for _, option := range c.Options {
			if c.Name == command && option.Name == o.Name && !slices.Contains(option.ChannelTypes, ch.kind) {
				panic(fmt.Sprintf("/%s offers no channels of type %d as %s", command, ch.kind, o.Name))
			}
		}
	}
	return s.partial(ch)
}

// partial is a channel that a user names, as Discord describes it in the interaction. The caller holds the lock.
func (s *Server) partial(ch *channel) map[string]any {
	p := map[string]any{"id": ch.id, "guild_id": ch.guild, "name": ch.name, "type": ch.kind, "flags": btoi(ch.needsTag) << 4, "permissions": "0"}
	if s.AppPermissions {
		p["app_permissions"] = fmt.Sprint(s.permissions(ch))
	}
	return p
}

// store keeps a file that a user attached and returns its id. The caller holds the lock.
func (s *Server) store(name string, data []byte) string {
	id := s.newID()
	s.files[id] = Attachment{ID: id, Name: name, Data: data}
	return id
}

// getAttachment serves what a user attached.
func (s *Server) getAttachment(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	a, ok := s.files[r.PathValue("id")]
	s.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	_, _ = w.Write(a.Data)
}

// Press presses a button of a message, found by its label.
func (s *Server) Press(t testing.TB, u User, m Message, label string) *Call {
	t.Helper()
	for _, b := range m.Buttons() {
		if b.Label == label && b.Disabled {
			t.Fatalf("the button %q cannot be pressed", label)
		}
		if b.Label == label {
			return s.PressID(u, m, b.CustomID)
		}
	}
	t.Fatalf("no button %q in the message %q", label, m.Text())
	return nil
}

// PressID presses the button with a custom_id, whether it is there or not, and can be pressed or not.
func (s *Server) PressID(u User, m Message, customID string) *Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	data := map[string]any{"custom_id": customID, "component_type": componentButton}
	return s.interact(u, m.ChannelID, kindPress, data, s.find(m))
}

// find returns the message that a copy was made of, or the copy.
func (s *Server) find(m Message) *Message {
	for _, c := range s.interactions {
		for _, r := range c.replies {
			if r.ID == m.ID {
				return r
			}
		}
	}
	if ch := s.channel(m.ChannelID); ch != nil {
		if i := slices.IndexFunc(ch.messages, func(o *Message) bool { return o.ID == m.ID }); i >= 0 {
			return ch.messages[i]
		}
	}
	return &m
}

// Forge sends an interaction of a type with data, as a test has changed it: what Discord would never
// send, or does not send yet.
func (s *Server) Forge(u User, channelID string, kind int, data any, change func(event map[string]any)) *Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.interactAs(u, channelID, kind, data, nil, change)
}

// interact sends an interaction to the bot. The caller holds the lock.
func (s *Server) interact(u User, channelID string, kind int, data any, pressed *Message) *Call {
	return s.interactAs(u, channelID, kind, data, pressed, func(map[string]any) {})
}

// interactAs is interact with an event that is changed before it is sent.
func (s *Server) interactAs(u User, channelID string, kind int, data any, pressed *Message, change func(event map[string]any)) *Call {
	c := &Call{ID: s.newID(), server: s, user: u, kind: kind, sent: time.Now(), channelID: channelID, pressed: pressed}
	c.Token = tokenOf(c.ID)
	s.interactions[c.Token] = c
	event := map[string]any{
		"id": c.ID, "application_id": s.AppID, "type": kind, "data": data, "token": c.Token, "version": 1,
		"channel_id": channelID, "app_permissions": "0", "locale": cmp.Or(u.Locale, "en-US"), "entitlements": []any{},
	}
	guild := ""
	event["context"] = 1
	if ch := s.channel(channelID); ch != nil {
		guild, event["context"] = ch.guild, ch.context()
		event["app_permissions"] = fmt.Sprint(s.permissions(ch))
		u.Installed = u.Installed || ch.kind == groupMessages
	}
	if guild == "" {
		event["user"] = u.event()
	} else {
		event["guild_id"], event["guild_locale"] = guild, s.localeOf(guild)
		event["member"] = map[string]any{
			"user": u.event(), "nick": nullable(u.Nick), "roles": orEmpty(u.Roles), "permissions": fmt.Sprint(u.Permissions),
			"joined_at": "2020-01-01T00:00:00Z", "deaf": false, "mute": false,
		}
	}
	event["authorizing_integration_owners"] = map[string]any{"0": cmp.Or(guild, "0")}
	if u.Installed {
		c.installed, c.hushed = true, guild != "" && u.Permissions&UseExternalApps == 0
		event["authorizing_integration_owners"] = map[string]any{"1": u.ID}
	}
	if pressed != nil {
		event["message"] = s.messageEvent(pressed)
	}
	change(event)
	c.event = event
	s.deliver(event)
	return c
}

func nullable(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// commandID returns the id of a registered command, "" for an unknown one.
func (s *Server) commandID(name string) string {
	for _, c := range s.commands {
		if c.Name == name {
			return c.ID
		}
	}
	return ""
}

// Answer waits for the first complete answer, however it came, and returns it.
func (c *Call) Answer(t testing.TB) Message {
	t.Helper()
	return c.Reply(t, 0)
}

// Reply waits for the n-th message that answers, from 0: the first one and follow-ups.
func (c *Call) Reply(t testing.TB, n int) (m Message) {
	t.Helper()
	c.server.await(t, fmt.Sprintf("reply %d to interaction %s", n, c.ID), func() bool {
		if len(c.replies) <= n {
			return false
		}
		m = *c.replies[n] // which may be deleted a moment later
		return true
	})
	return m
}

// Call returns the interaction with an id.
func (s *Server) Call(id string) *Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.interactions[tokenOf(id)]
}

// tokenOf returns the token of an interaction.
func tokenOf(id string) string { return "interaction-token-" + id }

// Deferred reports whether the bot asked for more time.
func (c *Call) Deferred() bool {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return c.first == answerDeferred || c.first == answerDeferredUpdate
}

// Answered reports whether the user has an answer: a message, a form or suggestions.
func (c *Call) Answered() bool {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return len(c.replies) > 0 || c.form != nil || c.choices != nil
}

// Updated reports whether the answer changed the message whose button was pressed.
func (c *Call) Updated() bool {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return c.pressed != nil && slices.Contains(c.replies, c.pressed)
}

// Expire ends the life of the interaction's token.
func (c *Call) Expire() {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.sent = c.sent.Add(-c.server.TokenLife)
}

// Replies returns the messages that answer a call so far, and were not deleted.
func (s *Server) Replies(c *Call) (list []Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range c.replies {
		list = append(list, *m)
	}
	return list
}
