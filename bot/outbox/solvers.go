package outbox

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// pacedWait is how long a round waits for the next reminder, or post that may be changed to say who has solved it.
const pacedWait = time.Second / daily.PacedPerSecond

// claimPaced returns the next reminder, or post that is to say who has solved it: when nothing else is due, and no more of
// them than may be in a second. One worker of a round waits for that.
func (r *round) claimPaced(ctx context.Context) (post daily.Post, found bool, err error) {
	if !r.paced.TryLock() {
		return post, false, nil
	}
	defer r.paced.Unlock()
	for {
		post, found, wait, err := r.Config.Ledger.ClaimPaced(ctx, r.owner, r.Config.Lease)
		if err != nil || !wait || r.Config.Now().Sub(r.begun) >= othersFor {
			return post, found, err
		}
		select {
		case <-ctx.Done():
			return post, false, ctx.Err()
		case <-time.After(pacedWait):
		}
	}
}

// showSolvers has the post of a daily say who has solved it.
func showSolvers(ctx context.Context, env *handler.Env, poster chat.Poster, guild daily.Guild, post daily.Post) (chat.Posted, error) {
	about, err := env.Store.Post(ctx, post.GuildID, post.Date)
	if err != nil {
		return chat.Posted{}, err
	}
	results, err := resultsOf(ctx, env, about.Daily, mayName(guild))
	if err != nil {
		return chat.Posted{}, err
	}
	reply := New(env).Announcement(ctx, about.Daily)
	if len(results) > 0 {
		reply.Screen.Body = chat.Join("\n", reply.Screen.Body, solvedBy(speechOf(guild), results))
	}
	var unfit *chat.RoleError
	if reply.Ping != "" && errors.As(poster.CheckRole(ctx, guild.ID, post.ChannelID, reply.Ping), &unfit) && unfit.Problem != chat.NotMentionableRole {
		reply.Ping = ""
	}
	reply.WordsOnly = true
	return chat.Posted{MessageID: post.Target}, poster.Edit(ctx, post.ChannelID, post.Target, reply)
}

// solvedBefore has a post changed that is of a daily that was played before it was there.
func solvedBefore(ctx context.Context, env *handler.Env, post daily.Post) error {
	return env.Store.ShowSolvers(ctx, post.GuildID, post.Date)
}

// solvedBy says how many solved a daily, in which time the fastest did, and who they are, as far as they may be
// named: "7 solved · fastest 4:10 · Ann, Bob and 5 others".
func solvedBy(s chat.Speech, results []games.Result) chat.Text {
	parts := []chat.Text{s.SayCount("solvers.solved", len(results), nil)}
	if best := winners(results); len(best) > 0 {
		parts = append(parts, s.Say("solvers.fastest", locale.Args{"Time": s.TimeOf(best[0])}))
	}
	var names []chat.Text
	for _, r := range results {
		if r.Player.ID != "" && len(names) < mostSolvers {
			names = append(names, chat.Text{s.PlayerPart(r.Player)})
		}
	}
	switch others := len(results) - len(names); {
	case len(names) == 0:
	case others == 0:
		parts = append(parts, chat.Join(", ", names...))
	default:
		parts = append(parts, s.SayCount("solvers.and-others", others, locale.Args{"Players": chat.Join(", ", names...)}))
	}
	return chat.Join(" · ", parts...)
}

// mostSolvers is how many players the post of a daily names.
const mostSolvers = 10

// mayName reports whether a result's player may be named to all in a guild, if the player is not hidden.
func mayName(guild daily.Guild) func(games.Result) bool {
	return func(r games.Result) bool { return guild.AnnounceResults || r.Shared }
}

// resultsOf returns the results of a daily from its day, those that count first, without the names of players who may
// not be named to all.
func resultsOf(ctx context.Context, env *handler.Env, daily daily.Daily, mayName func(games.Result) bool) ([]games.Result, error) {
	results, err := env.Store.DailyResults(ctx, daily.GuildID, daily.Date, "")
	results = slices.DeleteFunc(results, func(r games.Result) bool {
		return r.Late || r.HandedIn || r.Shape != daily.Shape || r.Tier != daily.Tier
	})
	for i := range results {
		if !mayName(results[i]) {
			results[i].Player = games.Player{}
		}
	}
	return results, err
}
