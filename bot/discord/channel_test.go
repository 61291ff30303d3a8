package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// scene is a guild with a text channel, and what a test changes there.
type scene struct {
	*discordtest.Server
	guild, channel string // the channel may be replaced
}

const everything = discordtest.ViewChannel | discordtest.SendMessages | discordtest.AttachFiles | discordtest.ReadMessageHistory |
	discordtest.SendMessagesInThreads

// Each thing that keeps the bot from posting is found and named, and nothing else is.
func TestCheckChannel(t *testing.T) {
	later := time.Now().Add(time.Hour).Truncate(time.Second)
	missing := func(p ...chat.Permission) *chat.ChannelError {
		return &chat.ChannelError{Problem: chat.MissingPermissions, Missing: p}
	}
	is := func(p chat.ChannelProblem) *chat.ChannelError { return &chat.ChannelError{Problem: p} }
	deny := func(permissions int64) func(*scene) {
		return func(s *scene) { s.Overwrite(s.channel, s.guild, 0, permissions) }
	}
	thread := func(kind int) func(*scene) {
		return func(s *scene) { s.channel = s.AddThread(s.channel, "thread", kind) }
	}
	kind := func(kind int) func(*scene) {
		return func(s *scene) { s.channel = s.AddChannelOf(s.guild, "another", kind) }
	}
	both := func(changes ...func(*scene)) func(*scene) {
		return func(s *scene) {
			for _, change := range changes {
				change(s)
			}
		}
	}
	for name, c := range map[string]struct {
		change func(*scene)
		want   *chat.ChannelError
	}{
		"open":                 {deny(0), nil},
		"announcements":        {kind(discordtest.AnnouncementChannel), nil},
		"no Embed Links":       {deny(discordtest.EmbedLinks), nil}, // the post has none
		"hidden":               {deny(discordtest.ViewChannel), &chat.ChannelError{Problem: chat.HiddenChannel, Missing: []chat.Permission{chat.ViewChannel}}},
		"mute":                 {deny(discordtest.SendMessages), missing(chat.SendMessages)},
		"no files":             {deny(discordtest.AttachFiles), missing(chat.AttachFiles)},
		"no history":           {deny(discordtest.ReadMessageHistory), missing(chat.ReadMessageHistory)},
		"nothing but the view": {deny(everything &^ discordtest.ViewChannel), missing(chat.SendMessages, chat.AttachFiles, chat.ReadMessageHistory)},
		"no role allows it":    {func(s *scene) { s.SetRole(s.guild, s.guild, discordtest.ViewChannel) }, missing(chat.SendMessages, chat.AttachFiles, chat.ReadMessageHistory)},
		"a role allows it": {func(s *scene) {
			s.SetRole(s.guild, s.guild, 0)
			s.SetBot(s.guild, time.Time{}, s.AddRole(s.guild, everything))
		}, nil},
		"a role of others allows it": {func(s *scene) {
			s.SetRole(s.guild, s.guild, discordtest.ViewChannel|discordtest.ReadMessageHistory|discordtest.AttachFiles)
			s.AddRole(s.guild, everything)
		}, missing(chat.SendMessages)},
		"denied to all, allowed to a role": {func(s *scene) {
			r := s.AddRole(s.guild, 0)
			s.SetBot(s.guild, time.Time{}, r)
			deny(discordtest.SendMessages)(s)
			s.Overwrite(s.channel, r, discordtest.SendMessages, 0)
		}, nil},
		"one role denies, another allows": {func(s *scene) {
			a, b := s.AddRole(s.guild, 0), s.AddRole(s.guild, 0)
			s.SetBot(s.guild, time.Time{}, a, b)
			s.Overwrite(s.channel, a, discordtest.SendMessages, 0)
			s.Overwrite(s.channel, b, 0, discordtest.SendMessages)
		}, nil},
		"allowed to a role, denied to the bot": {func(s *scene) {
			r := s.AddRole(s.guild, 0)
			s.SetBot(s.guild, time.Time{}, r)
			s.Overwrite(s.channel, r, discordtest.AttachFiles, 0)
			s.Overwrite(s.channel, s.BotID, 0, discordtest.AttachFiles)
		}, missing(chat.AttachFiles)},
		"an administrator": {func(s *scene) {
			s.SetBot(s.guild, later, s.AddRole(s.guild, discordtest.Administrator))
			s.Overwrite(s.channel, s.BotID, 0, everything)
		}, nil},
		"the owner":                  {func(s *scene) { s.SetOwner(s.guild, s.BotID); deny(everything)(s) }, nil},
		"timed out":                  {func(s *scene) { s.SetBot(s.guild, later) }, &chat.ChannelError{Problem: chat.TimedOut, Until: later}},
		"a timeout that has ended":   {func(s *scene) { s.SetBot(s.guild, time.Now().Add(-time.Second)) }, nil},
		"a thread":                   {thread(discordtest.PublicThread), nil},
		"a thread of a mute channel": {both(deny(discordtest.SendMessages), thread(discordtest.PublicThread)), nil},
		"a thread where threads are mute": {both(deny(discordtest.SendMessagesInThreads), thread(discordtest.AnnouncementThread)),
			missing(chat.SendMessagesInThreads)},
		"a locked thread":             {both(thread(discordtest.PublicThread), func(s *scene) { s.LockThread(s.channel, true) }), is(chat.LockedThread)},
		"a private thread":            {thread(discordtest.PrivateThread), &chat.ChannelError{Problem: chat.HiddenChannel, Missing: []chat.Permission{chat.ViewChannel}}},
		"a private thread of the bot": {both(thread(discordtest.PrivateThread), func(s *scene) { s.AddToThread(s.channel) }), nil},
		"a post of a forum":           {both(kind(discordtest.Forum), thread(discordtest.PublicThread)), nil},
		"a forum":                     {kind(discordtest.Forum), nil},
		"a forum without posts":       {both(kind(discordtest.Forum), deny(discordtest.SendMessages)), missing(chat.CreatePosts)},
		"a forum with tags":           {both(kind(discordtest.Forum), func(s *scene) { s.RequireTag(s.channel, discordtest.Tag{Name: "news"}) }), nil},
		"a forum with tags of moderators": {both(kind(discordtest.Forum), func(s *scene) {
			s.RequireTag(s.channel, discordtest.Tag{Name: "news", Moderated: true})
		}), is(chat.ForumTags)},
		"a media channel":     {kind(discordtest.Media), is(chat.MediaChannel)},
		"a voice channel":     {kind(discordtest.VoiceChannel), is(chat.VoiceChannel)},
		"a stage":             {kind(discordtest.StageChannel), is(chat.VoiceChannel)},
		"a category":          {kind(discordtest.Category), is(chat.OtherChannel)},
		"deleted":             {func(s *scene) { s.DeleteChannel(s.channel) }, is(chat.NoChannel)},
		"no id":               {func(s *scene) { s.channel = "general" }, is(chat.NoChannel)},
		"of another guild":    {func(s *scene) { s.channel = s.AddChannel(s.AddGuild("Others"), "theirs") }, is(chat.OtherGuild)},
		"the bot was removed": {func(s *scene) { s.RemoveBot(s.guild) }, is(chat.NotInGuild)},
	} {
		t.Run(name, func(t *testing.T) {
			p, srv, channel := newPoster(t)
			s := &scene{srv, srv.GuildOf(channel), channel}
			c.change(s)
			var want error
			if c.want != nil {
				want = c.want
			}
			got := p.CheckChannel(t.Context(), s.guild, s.channel)
			if e, ok := errors.AsType[*chat.ChannelError](got); ok {
				if !e.Until.IsZero() {
					e.Until = e.Until.Local()
				}
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}

// Where Discord does not answer, or something before it does, the channel is not judged.
func TestCheckChannelWithoutDiscord(t *testing.T) {
	for _, route := range []string{
		"GET /guilds/{guild_id}", "GET /guilds/{guild_id}/members/{user_id}", "GET /channels/{channel_id}",
	} {
		for _, f := range []discordtest.Fault{{Status: 503}, {Status: 403}, {Status: 404}, {Status: 401}, {Status: 429, RetryAfter: time.Minute}} {
			p, srv, channel := newPoster(t)
			f.Route, f.Times = route, 1000
			srv.Inject(f)
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			err := p.CheckChannel(ctx, srv.GuildOf(channel), channel)
			cancel()
			if err == nil || errors.As(err, new(*chat.ChannelError)) {
				t.Errorf("%s answers %d: %v", route, f.Status, err)
			}
		}
	}
}

// Whatever roles and overwrites there are: the permissions are those that discordgo computes, and a
// channel that is said to be fit takes a post and shows it again, while any other does not.
func TestCheckChannelSaysWhatDiscordDoes(t *testing.T) {
	p, srv, _ := newPoster(t)
	srv.Limits, srv.PerSecond = nil, 2000
	p.client = newUnlimitedClient(srv)
	seen := map[bool]int{}
	post := draw.Renderer{}.Message(dailyPost, entry.Marker())
	post.Files = []rest.File{{Name: "board.png", Data: []byte("small")}} // a picture takes longer than all the rest
	check := func(t *rapid.T) {
		bits := rapid.Custom(func(t *rapid.T) (permissions int64) {
			for _, bit := range []int64{discordtest.ViewChannel, discordtest.SendMessages, discordtest.AttachFiles,
				discordtest.ReadMessageHistory, discordtest.SendMessagesInThreads} {
				if rapid.IntRange(0, 3).Draw(t, "bit") == 0 {
					permissions |= bit
				}
			}
			return permissions
		})
		guild := srv.AddGuild("Puzzlers")
		channel := srv.AddChannel(guild, "daily")
		roles := []string{guild}
		srv.SetRole(guild, guild, everything&^bits.Draw(t, "everyone"))
		for range rapid.IntRange(0, 3).Draw(t, "roles") {
			roles = append(roles, srv.AddRole(guild, bits.Draw(t, "role")))
		}
		srv.SetBot(guild, time.Time{}, roles[1:rapid.IntRange(1, len(roles)).Draw(t, "has")]...)
		for _, id := range append(roles, srv.BotID) {
			if rapid.Bool().Draw(t, "overwritten") {
				srv.Overwrite(channel, id, bits.Draw(t, "allow"), bits.Draw(t, "deny"))
			}
		}
		if rapid.IntRange(0, 2).Draw(t, "thread") == 0 {
			channel = srv.AddThread(channel, "thread", discordtest.PublicThread)
		}
		s, err := p.survey(t.Context(), guild, channel)
		if err == nil {
			const compared = everything
			if got, want := s.permissions()&compared, byDiscordgo(t, s)&compared; got != want {
				t.Fatalf("permissions %b, discordgo has %b", got, want)
			}
		}
		err = p.CheckChannel(t.Context(), guild, channel)
		posted := p.client.Call(t.Context(), http.MethodPost, "/channels/"+channel+"/messages", post, post.Files, nil)
		_, found, searched := p.Find(t.Context(), channel, entry)
		if works := posted == nil && searched == nil && found; works != (err == nil) {
			t.Fatalf("checked: %v, posted: %v, found: %v %v", err, posted, found, searched)
		}
		seen[err == nil]++
	}
	for round := 0; round < 20 && (seen[true] < 3 || seen[false] < 3); round++ { // a channel is rarely fit
		rapid.Check(t, check)
	}
	if seen[true] < 3 || seen[false] < 3 {
		t.Errorf("seen %v", seen)
	}
}

// byDiscordgo has discordgo compute what the bot may do.
func byDiscordgo(t *rapid.T, s survey) int64 {
	state := discordgo.NewState()
	guild, member, channel := s.guild, s.bot, s.parent.Channel
	member.GuildID, member.User = guild.ID, &discordgo.User{ID: s.botID}
	err := errors.Join(state.GuildAdd(&guild), state.MemberAdd(&member), state.ChannelAdd(&channel))
	may, errOf := state.UserChannelPermissions(s.botID, channel.ID)
	if err = errors.Join(err, errOf); err != nil {
		t.Fatal(err)
	}
	return may
}

// A post is never so long that it needs an embed, and with it another permission.
func TestPostHasNoEmbed(t *testing.T) {
	_, store := newArchive(t)
	long := strings.Repeat("字 *_`", 1000)
	for _, shape := range sudoku.Shapes {
		puzzle := library.Puzzle{ID: 1, Clues: mustParse(t, shape), Name: long, Author: long}
		d := daily.Daily{GuildID: "1", Date: calendar.Date{Year: 2026, Month: 9, Day: 30}, Number: 123456, Shape: shape, Tier: 5, Puzzle: puzzle, Transform: sudoku.Identity(shape)}
		b := bot.New(store, bot.Config{})
		m := draw.Renderer{}.Message(b.Announcement(t.Context(), d), "daily:123456789012345678901234567890:2026-09-30")
		if len(m.Embeds) > 0 || len(m.Files) != 1 {
			t.Errorf("%s: %d embeds, %d files: %s", shape, len(m.Embeds), len(m.Files), m.Content)
		}
	}
}

// /schedule refuses a channel with the names of what is missing, and takes it when that is there.
func TestScheduleNamesWhatIsMissing(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	_, store := newArchive(t)
	guild := srv.GuildOf(channel)
	srv.Overwrite(channel, guild, 0, discordtest.AttachFiles|discordtest.ReadMessageHistory)
	serveBot(t, srv, store)
	set := func() string {
		return srv.SlashWith(admin, channel, "schedule", discordtest.Option{Name: "channel", Value: channel, Channel: true}).Answer(t).Text()
	}
	want := fmt.Sprintf("no daily can be posted in <#%s>: the bot lacks Attach Files and Read Message History there: under Permissions", channel)
	if got := set(); !strings.Contains(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	wantScheduled(t, store, guild, "")
	srv.Inject(discordtest.Fault{Route: "GET /guilds/{guild_id}", Status: http.StatusForbidden, Times: 1}) // not Discord's own
	if got, want := set(), "the bot cannot find out right now whether it can post"; !strings.Contains(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	wantScheduled(t, store, guild, "")
	srv.Overwrite(channel, guild, 0, 0)
	if got := set(); !strings.Contains(got, "The daily is posted in") {
		t.Error(got)
	}
	wantScheduled(t, store, guild, channel)
	c, err := store.Contact(t.Context(), guild)
	if want := (daily.Contact{PlayerID: admin.ID, ChannelID: channel, Language: "en-US,en-US"}); c != want || err != nil {
		t.Errorf("the contact is %+v, %v", c, err)
	}
	srv.Overwrite(channel, srv.BotID, 0, discordtest.SendMessages)
	if got, want := srv.Slash(admin, channel, "schedule", nil).Answer(t).Text(), "The next one could not be posted: the bot lacks Send Messages there"; !strings.Contains(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A thread can be chosen as any channel, with a permission of its own.
func TestScheduleInThread(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	_, store := newArchive(t)
	guild := srv.GuildOf(channel)
	srv.Overwrite(channel, guild, 0, discordtest.SendMessages|discordtest.SendMessagesInThreads)
	thread := srv.AddThread(channel, "sudoku", discordtest.PublicThread)
	serveBot(t, srv, store)
	set := func() string {
		return srv.SlashWith(admin, channel, "schedule", discordtest.Option{Name: "channel", Value: thread, Channel: true}).Answer(t).Text()
	}
	if got, want := set(), "the bot lacks Send Messages in Threads there:"; !strings.Contains(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	srv.Overwrite(channel, guild, 0, discordtest.SendMessages)
	if got, want := set(), "The daily is posted in <#"+thread+">"; !strings.Contains(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	scheduleNow(t, store, guild, thread)
	srv.Await(t, "the daily", func() bool { return len(srv.Messages(thread)) == 1 })
}

func wantScheduled(t *testing.T, store *archive.Store, guild, channel string) {
	t.Helper()
	if g, err := store.Guild(t.Context(), guild); err != nil || g.ChannelID != channel || g.Scheduled != (channel != "") {
		t.Errorf("the schedule is %+v, %v", g, err)
	}
}

// newUnlimitedClient returns a client that hardly ever waits.
func newUnlimitedClient(srv *discordtest.Server) *rest.Client {
	return rest.New(rest.Config{Base: srv.URL, Token: srv.Token, PerSecond: 1000})
}

func mustParse(t *testing.T, shape sudoku.Shape) sudoku.Grid {
	t.Helper()
	text := map[sudoku.Shape]string{sudoku.Sudoku: clues, sudoku.Shidoku: "1...............", sudoku.SixBySix: "54.......2..2.......4..131.64...6.3."}[shape]
	g, err := sudoku.Parse(text)
	must(t, err)
	return g
}
