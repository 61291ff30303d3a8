package bot

import (
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// expert is a puzzle of the tier x-wing, of the starter collection.
const expert = ".83.1..7.9.2.....6....7...989...7....37..........4..6..2...36....1....5....2.49.3"

// inVain has guild 7 ask for missing puzzles: of the tier of two weekdays, and by a search on two others, of which one
// has a tier with puzzles.
func inVain(t *testing.T, store *testStore) daily.Guild {
	t.Helper()
	saved, _, err := store.SaveSearch(t.Context(), search.Saved{GuildID: "7", Name: "giants", By: "test", Search: search.Search{MinClues: 80}})
	check(t, err)
	_, _, err = store.FillSearch(t.Context(), "7", saved, 0)
	check(t, err)
	guild := store.scheduled()
	guild.Tiers[time.Sunday], guild.Tiers[time.Thursday] = logic.TierXWing, logic.TierXWing
	guild.Searches[time.Thursday], guild.Searches[time.Friday] = saved.ID, saved.ID
	store.save(guild)
	return guild
}

// Days that will have no post, or another puzzle than they ask for, are named wherever an admin looks, in each language, and puzzles
// of which there were none are not said to be repeated.
func TestShortagesAreShown(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	guild := inVain(t, store)
	for language, want := range map[string][]string{
		"en": {
			"Thursday will have no post: “giants” has found none, and there is no Expert puzzle.",
			"“giants” finds no puzzle, so the difficulty for Friday is Hard.",
			"Saturday and Sunday will have no post: there is no Expert puzzle.",
			"Choose another difficulty with /schedule, or add puzzles with /import.",
		},
		"de": {
			"Am Donnerstag kommt kein Beitrag: „giants“ hat keins gefunden, und es gibt kein Rätsel der Schwierigkeit Experte.",
			"„giants“ findet kein Rätsel; deshalb gilt am Freitag die Schwierigkeit Schwer.",
			"Am Samstag und Sonntag kommt kein Beitrag: es gibt kein Rätsel der Schwierigkeit Experte.",
		},
		"zh-TW": {
			"星期四不會公布題目：「giants」還沒找到題目，而且沒有難度是專家的題目。",
			"「giants」找不到題目，所以星期五的難度是困難。",
			"星期六、星期日不會公布題目：沒有難度是專家的題目。",
		},
	} {
		for _, asked := range []chat.Request{managing("schedule"), managing("setup"), managing("setup", "page=days"), managing("setup", "page=extras"), managing("collections"), managing("stats")} {
			asked.Language, asked.Buttons = language, true
			reply := send(t, b, asked)
			for _, line := range want {
				wants(t, reply, line)
			}
			if repeated := "giants: 0"; strings.Contains(textOf(reply), repeated) {
				t.Errorf("%s: %q in %q", language, repeated, textOf(reply))
			}
		}
	}
	guild.Scheduled = false
	store.save(guild)
	if text := textOf(asAdmin(t, b, "stats")); strings.Contains(text, "no post") {
		t.Errorf("of posts that are off: %q", text)
	}
	guild.Scheduled = true
	guild.Off[time.Sunday], guild.Searches[time.Thursday], guild.Tiers[time.Thursday] = true, 0, logic.TierHidden
	store.save(guild)
	wants(t, schedules(t, b), "\nSaturday will have no post: there is no Expert puzzle.\n")
	if text := textOf(schedules(t, b)); strings.Contains(text, "Thursday will") || strings.Contains(text, "shidoku") {
		t.Errorf("of days that have posts: %q", text)
	}

	archivetest.ImportFor(t, store.Store, "7", "own", moler)
	archivetest.Choose(t, store.Store, "7", "own")
	reply := schedules(t, b, "shidoku=on")
	wants(t, reply, "Saturday will have no post: the collections chosen here have no Expert puzzle.")
	wants(t, reply, "Posts come without a shidoku: the collections chosen here have no shidoku.")
	wants(t, reply, "Choose another difficulty with /schedule, or other collections with /collections.")
	reply = schedules(t, b, "global=on") // of all collections that are shared
	wants(t, reply, "Saturday will have no post: there is no Expert puzzle.\nPosts come without a shidoku: the collections chosen here have no shidoku.\n"+
		"The operator of this bot can add some; /schedule global=off gives this server its own dailies.")
}

// A new guild reads of it before its first post.
func TestShortagesOfSuggestion(t *testing.T) {
	b := newStore(t).bot()
	reply := send(t, b, chat.Request{
		Player: ann, Buttons: true, Place: chat.Place{GuildID: "7", ChannelID: "42"}, Rights: chat.Rights{ManageGuild: true}, Channels: &channel{next: calm},
		Action: chat.Ask{Command: "setup"},
	})
	wants(t, reply, "The first one would come on")
	wants(t, reply, "Saturday will have no post: there is no Expert puzzle.")
}

// A daily without a puzzle is a failed post to the contact, once, and to whoever asks /schedule, until there is a puzzle: then it is
// posted.
func TestToldOfNoPuzzle(t *testing.T) {
	store, b, c, announce := newClosed(t)
	c.open = true
	store.set(time.Date(2026, 3, 7, 9, 0, 0, 0, time.UTC)) // a Saturday, of whose tier there is none
	announce(0)
	announce(time.Hour)
	want := "The daily of Sat 7 Mar 2026 is not in 42 yet: there is no Expert puzzle.\nChoose another difficulty with /schedule, or add puzzles with /import."
	if len(c.told) != 1 || !strings.Contains(c.told[0].text, want) {
		t.Errorf("told %+v", c.told)
	}
	wants(t, schedules(t, b), want)
	archivetest.Import(t, store.Store, "more", expert)
	if announce(0); len(c.messages) != 1 {
		t.Errorf("%d messages", len(c.messages))
	}
	if text := textOf(schedules(t, b)); strings.Contains(text, "is not in") || strings.Contains(text, "no post") {
		t.Errorf("after the post: %q", text)
	}
}

// A message to the contact that could not be kept is kept by the next round.
func TestToldAfterAnOutage(t *testing.T) {
	store, b, c, announce := newClosed(t)
	store.set(time.Date(2026, 3, 7, 9, 0, 0, 0, time.UTC))
	archivetest.Exec(t, store.url, `alter table outbox rename to gone`)
	if err := b.Deliver(t.Context(), c, "a"); err == nil {
		t.Fatal("nothing fails")
	}
	archivetest.Exec(t, store.url, `alter table gone rename to outbox`)
	announce(0)
	announce(0)
	if len(c.told) != 1 {
		t.Errorf("told %+v", c.told)
	}
}
