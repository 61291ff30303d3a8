package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Message is a message in a channel, or one that only one user sees.
type Message struct {
	ID, ChannelID string
	Content       string
	Embeds        []Embed
	Attachments   []Attachment
	Components    []Component
	Ephemeral     bool // only the user who asked sees it
	Nonce         string
	Silent        bool     // it notifies nobody
	Pinged        []string // roles that it pings
	At            time.Time
	Edited        int // how often it was changed
	editedAt      time.Time
	answers       *Call // the interaction that it was made for, nil: none
}

// Attachment is a file of a message.
type Attachment struct {
	ID, Name    string
	Description string // the alt text
	Data        []byte
}

// Text returns all that can be read in a message: its content and its embeds.
func (m Message) Text() string {
	text := []string{m.Content}
	for _, e := range m.Embeds {
		text = append(text, e.Title, e.Description)
		for _, f := range e.Fields {
			text = append(text, f.Name, f.Value)
		}
	}
	return strings.TrimSpace(strings.Join(text, "\n"))
}

// Buttons returns the buttons in order, from all rows.
func (m Message) Buttons() []Component {
	var buttons []Component
	for c := range walk(m.Components) {
		if c.Type == componentButton {
			buttons = append(buttons, c)
		}
	}
	return buttons
}

// Messages returns the messages of a channel, oldest first.
func (s *Server) Messages(channelID string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var messages []Message
	if ch := s.channel(channelID); ch != nil {
		for _, m := range ch.messages {
			messages = append(messages, *m)
		}
	}
	return messages
}

// Say puts the message of another user into a channel.
func (s *Server) Say(channelID, content string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ch := s.channel(channelID); ch != nil {
		ch.messages = append(ch.messages, &Message{ID: s.newID(), ChannelID: channelID, Content: content, At: time.Now()})
	}
}

func (s *Server) postMessage(c *call) answer {
	ch, hidden := s.usable(c.PathValue("channel_id"))
	if ch == nil {
		return hidden
	}
	p, refused, ok := s.payload(c, c.body.JSON, nil)
	if !ok {
		return refused
	}
	if a, forbidden := s.forbids(ch, p, c.body.files); forbidden {
		return a
	}
	if p.Flags&flagEphemeral != 0 {
		return s.invalid(c, []string{"a message in a channel cannot be private: only an answer can"})
	}
	nonce := p.nonce()
	if p.EnforceNonce {
		for _, m := range ch.messages {
			if nonce != "" && m.Nonce == nonce && time.Since(m.At) < s.NonceWindow {
				return answer{http.StatusOK, s.messageEvent(m)}
			}
		}
	}
	ch.archived = false
	m := &Message{ID: s.newID(), ChannelID: ch.id, Nonce: nonce, At: time.Now()}
	s.apply(m, p, c.body.files)
	ch.messages = append(ch.messages, m)
	s.notify()
	return answer{http.StatusOK, s.messageEvent(m)}
}

func (s *Server) getMessages(c *call) answer {
	ch, hidden := s.usable(c.PathValue("channel_id"))
	if ch == nil {
		return hidden
	}
	limit, err := strconv.Atoi(c.FormValue("limit"))
	if c.FormValue("limit") == "" {
		limit, err = 50, nil
	}
	if err != nil || limit < 1 || limit > 100 {
		return refuse(http.StatusBadRequest, 50035, "Invalid Form Body: limit")
	}
	page := []any{}
	if s.permissions(ch)&ReadMessageHistory == 0 {
		return answer{http.StatusOK, page}
	}
	for _, m := range ch.page(c.FormValue("before"), c.FormValue("after"), limit) {
		page = append(page, s.messageEvent(m))
	}
	return answer{http.StatusOK, page}
}

// page returns messages, the newest first: those next to the one that they are before or after,
// else the newest of all.
func (ch *channel) page(before, after string, limit int) []*Message {
	page := slices.DeleteFunc(slices.Clone(ch.messages), func(m *Message) bool {
		return before != "" && !snowflakeLess(m.ID, before) || after != "" && !snowflakeLess(after, m.ID)
	})
	if n := max(len(page)-limit, 0); after != "" {
		page = page[:len(page)-n]
	} else {
		page = page[n:]
	}
	slices.Reverse(page)
	return page
}

func snowflakeLess(a, b string) bool {
	return len(a) < len(b) || len(a) == len(b) && a < b
}

// payload reads and checks a message that the bot sends; old is the one it changes.
func (s *Server) payload(c *call, data json.RawMessage, old *Message) (p payload, refused answer, ok bool) {
	breaches := messageBreaches(data, c.body.files, old)
	if len(breaches) == 0 {
		if err := json.Unmarshal(data, &p); err != nil {
			breaches = []string{err.Error()}
		}
	}
	return p, s.invalid(c, breaches), len(breaches) == 0
}

// invalid notes breaches and returns the answer that refuses them.
func (s *Server) invalid(c *call, breaches []string) answer {
	for _, b := range breaches {
		s.problem("%s: %s", c.route, b)
	}
	return refuse(http.StatusBadRequest, 50035, "Invalid Form Body: "+strings.Join(breaches, "; "))
}

// apply writes what was sent into a message. What was not sent stays as it was.
func (s *Server) apply(m *Message, p payload, files map[string]upload) {
	if p.Content != nil {
		m.Content = *p.Content
	}
	if p.Embeds != nil {
		m.Embeds = *p.Embeds
	}
	if p.Components != nil {
		m.Components = *p.Components
	}
	m.Attachments = s.attachments(m.Attachments, p, files)
	m.Silent = p.Flags&flagSilent != 0
	m.Pinged = nil
	for _, id := range p.AllowedMentions.Roles {
		if strings.Contains(m.Content, "<@&"+id+">") {
			m.Pinged = append(m.Pinged, id)
		}
	}
}

// attachments returns the files of a message after a change: those named stay, those
// uploaded are new. Where none is named, all old ones stay.
func (s *Server) attachments(old []Attachment, p payload, files map[string]upload) []Attachment {
	var kept []Attachment
	if p.Attachments == nil {
		kept = slices.Clone(old)
	}
	named := map[string]sentAttachment{}
	if p.Attachments != nil {
		for _, a := range *p.Attachments {
			named[a.id()] = a
			if i := slices.IndexFunc(old, func(o Attachment) bool { return o.ID == a.id() }); i >= 0 {
				kept = append(kept, old[i])
			}
		}
	}
	for _, number := range sortedKeys(files) {
		a := Attachment{ID: s.newID(), Name: files[number].name, Data: files[number].data}
		if n, ok := named[number]; ok {
			a.Description = n.Description
			if n.Filename != "" {
				a.Name = n.Filename
			}
		}
		kept = append(kept, a)
	}
	return kept
}

// messageEvent returns a message as Discord describes it. The bot may read the content of its
// own messages only.
func (s *Server) messageEvent(m *Message) map[string]any {
	flags := 0
	if m.Ephemeral {
		flags = flagEphemeral
	}
	files := []any{}
	for _, a := range m.Attachments {
		files = append(files, map[string]any{
			"id": a.ID, "filename": a.Name, "size": len(a.Data), "description": a.Description,
			"url": s.attachmentURL(a), "proxy_url": s.attachmentURL(a),
		})
	}
	e := map[string]any{
		"id": m.ID, "channel_id": m.ChannelID, "type": 0, "flags": flags, "author": s.bot(), "content": m.Content,
		"embeds": orEmpty(m.Embeds), "components": orEmpty(m.Components), "attachments": files, "mentions": []any{},
		"timestamp": m.At.UTC().Format(time.RFC3339Nano), "edited_timestamp": nil,
	}
	if m.answers != nil {
		e["interaction_metadata"] = map[string]any{
			"id": m.answers.ID, "type": m.answers.kind, "user": m.answers.user.event(), "authorizing_integration_owners": map[string]any{},
		}
	}
	if !m.editedAt.IsZero() {
		e["edited_timestamp"] = m.editedAt.UTC().Format(time.RFC3339Nano)
	}
	if m.Nonce != "" {
		e["nonce"] = m.Nonce
	}
	return e
}

func (s *Server) attachmentURL(a Attachment) string {
	return fmt.Sprintf("%s/attachments/%s/%s", s.http.URL, a.ID, a.Name)
}

func orEmpty[T any](list []T) []T { return append([]T{}, list...) }
