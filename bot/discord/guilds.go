package discord

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
)

// guildNews is what the gateway reported of guilds, until the archive knows. Nothing of it is lost
// while the database is away; what a process that ends did not get to is found by the next post,
// which Discord refuses. It is ready for use, by several goroutines.
type guildNews struct {
	mu      sync.Mutex
	gone    set[goneChannel]
	changed set[string] // the guilds
	added   map[string]arrival
	listed  map[shard][]string // the guilds that have the bot
}

// shard is a part of the guilds.
type shard struct{ id, count int }

// arrival is a guild that took the bot lately.
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

func (n *guildNews) channelGone(guildID, channelID string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.gone.add(goneChannel{guildID, channelID})
	if channelID == "" {
		delete(n.changed, guildID) // that its roles changed, as the bot's went, does not say that it is there
	}
}

func (n *guildNews) guildChanged(guildID string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.changed.add(guildID)
}

// guildJoined notes that the bot is in a guild, perhaps again. Discord says so of every guild when
// a session begins, and what changed before it was not reported.
func (n *guildNews) guildJoined(guildID string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.gone, goneChannel{guildID, ""})
	n.changed.add(guildID)
	for s, guilds := range n.listed { // it may have taken the bot since
		n.listed[s] = append(guilds, guildID)
	}
}

func (n *guildNews) guildsListed(id, count int, guildIDs []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.listed == nil {
		n.listed = map[shard][]string{}
	}
	n.listed[shard{id, count}] = guildIDs
}

func (n *guildNews) guildAdded(guildID, channelID, language string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.added == nil {
		n.added = map[string]arrival{}
	}
	n.added[guildID] = arrival{channelID, language}
}

// greet has the guilds greeted that took the bot lately, and keeps for the next time those of
// which the archive could not be asked.
func (n *guildNews) greet(ctx context.Context, greet func(ctx context.Context, guildID, channelID, language string) error) error {
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

// settle passes on what was reported since it was last called, and keeps what fails for the next
// time. However many events there were, retry is called once at most.
func (n *guildNews) settle(ctx context.Context, gone func(ctx context.Context, guildID, channelID string) error,
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
