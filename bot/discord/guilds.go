package discord

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
)

// guildEvents holds events of guilds until they are stored in the archive. No event is lost
// while the database is away; events lost with a process are noticed at the next post, which Discord refuses.
// The zero value is ready to use, and safe for concurrent use.
type guildEvents struct {
	mu      sync.Mutex
	gone    set[goneChannel]
	changed set[string] // the guilds
	added   map[string]arrival
	listed  map[shard][]string // the guilds that have the bot
}

// shard is a part of the guilds.
type shard struct{ id, count int }

// arrival is a guild that added the bot lately.
type arrival struct{ channelID, language string }

type set[K comparable] map[K]struct{}

func (s *set[K]) add(keys ...K) {
	if *s == nil {
		*s = set[K]{}
	}
	for _, k := range keys {
		(*s)[k] = struct{}{}
	}
}

// goneChannel is a channel that was deleted, or with the channel "" a guild that removed the bot.
type goneChannel struct{ guildID, channelID string }

func (n *guildEvents) channelGone(guildID, channelID string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.gone.add(goneChannel{guildID, channelID})
	if channelID == "" {
		delete(n.changed, guildID) // its roles changed when the bot's role went: no sign that the bot is there
	}
}

func (n *guildEvents) guildChanged(guildID string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.changed.add(guildID)
}

// guildJoined notes that the bot is in a guild, perhaps again. Discord reports every guild when
// a session begins, and earlier changes may have gone unreported.
func (n *guildEvents) guildJoined(guildID string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.gone, goneChannel{guildID, ""})
	n.changed.add(guildID)
	for s, guilds := range n.listed { // it may have added the bot since
		n.listed[s] = append(guilds, guildID)
	}
}

func (n *guildEvents) guildsListed(id, count int, guildIDs []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.listed == nil {
		n.listed = map[shard][]string{}
	}
	n.listed[shard{id, count}] = guildIDs
}

func (n *guildEvents) guildAdded(guildID, channelID, language string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.added == nil {
		n.added = map[string]arrival{}
	}
	n.added[guildID] = arrival{channelID, language}
}

// greet calls a function for each guild that added the bot lately, and keeps those for which it fails
// for the next time.
func (n *guildEvents) greet(ctx context.Context, greet func(ctx context.Context, guildID, channelID, language string) error) error {
	n.mu.Lock()
	added := n.added
	n.added = nil
	n.mu.Unlock()
	var errs []error
	for guildID, a := range added {
		if err := greet(ctx, guildID, a.channelID, a.language); err != nil {
			errs = append(errs, err)
			n.guildAdded(guildID, a.channelID, a.language)
		}
	}
	return errors.Join(errs...)
}

// flush passes on the events since its last call, and keeps the failed ones for the next
// time. However many events there were, retry is called once at most.
func (n *guildEvents) flush(ctx context.Context, gone func(ctx context.Context, guildID, channelID string) error,
	listed func(ctx context.Context, shard, count int, guildIDs []string) error, retry func(ctx context.Context, guildIDs []string) error) error {
	n.mu.Lock()
	channels, guilds, lists := slices.Collect(maps.Keys(n.gone)), slices.Sorted(maps.Keys(n.changed)), maps.Clone(n.listed)
	clear(n.changed)
	n.mu.Unlock()
	var errs []error
	for s, present := range lists {
		if listed == nil {
			break
		}
		if err := listed(ctx, s.id, s.count, present); err != nil {
			errs = append(errs, err)
			break // the others would fail too
		}
		n.mu.Lock()
		delete(n.listed, s)
		n.mu.Unlock()
	}
	for _, c := range channels {
		if err := gone(ctx, c.guildID, c.channelID); err != nil {
			errs = append(errs, err)
			break // the others would fail too
		}
		n.mu.Lock()
		delete(n.gone, c)
		n.mu.Unlock()
	}
	if len(guilds) > 0 && retry != nil { // tests without posts leave them out
		if err := retry(ctx, guilds); err != nil {
			errs = append(errs, err)
			n.mu.Lock()
			defer n.mu.Unlock()
			n.changed.add(guilds...)
		}
	}
	return errors.Join(errs...)
}
