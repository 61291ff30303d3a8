package interact

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

// discord answers every call with 204.
type discord struct{}

func (discord) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusNoContent, Body: http.NoBody, Request: r}, nil
}

// A worker that begins with an interaction leaves its answer to be deferred when that was due: at once for
// a slow command, late for a button that opens a form.
func TestDeferredWhenDue(t *testing.T) {
	for name, due := range map[string]time.Duration{"slow command": 0, "form": 2 * time.Second} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client := rest.New(rest.Config{Base: "http://discord.test", Token: "t", Transport: discord{}, Log: logTo(t)})
				defer client.Close()
				x := &exchange{
					Interaction: &discordgo.Interaction{ID: "1", Token: "t"}, asked: time.Now(), ctx: t.Context(), settled: make(chan struct{}),
					server: &Server{Config: Config{Client: client, Limits: Limits{AnswerIn: 3 * time.Second, DeferAfter: 750 * time.Millisecond}}, lanes: &dispatcher{quick: newLane(1)}},
				}
				x.startThinking(x.asked.Add(due))
				must(t, x.begin())
				<-x.settled
				if after := time.Since(x.asked); after != due || x.deferErr != nil {
					t.Errorf("deferred after %s, %v, want %s", after, x.deferErr, due)
				}
			})
		})
	}
}

// A form can only be a first answer: its button is deferred as late as may be.
func TestFormsAreDeferredLate(t *testing.T) {
	d := &Server{Config: Config{Limits: Limits{AnswerIn: 3 * time.Second, DeferAfter: 750 * time.Millisecond}}, lanes: &dispatcher{quick: newLane(1)}}
	for verb, late := range map[chat.Verb]bool{chat.TypeMoves: true, chat.EditGrid: true, chat.SetUpForm: true, chat.RemindMe: true, chat.CheckBoard: false} {
		press := chat.Press{Verb: verb}
		if after := d.deferAfter(chat.Request{Action: press, Target: bot.Find(press)}); (after > d.DeferAfter) != late {
			t.Errorf("the button %q is deferred after %s", verb, after)
		}
	}
}

// An import goes on for as long as it may. Its player gets a direct message where Discord has stopped taking
// the answer, and else the answer.
func TestAnswerAfterTheToken(t *testing.T) {
	for _, c := range []struct {
		takes time.Duration
		want  []string
	}{
		{13 * time.Minute, nil},
		{time.Hour, []string{"1001: Import\n34 lines read"}},
		{3 * time.Hour, []string{"1001: cut off"}},
	} {
		t.Run(c.takes.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client := rest.New(rest.Config{Base: "http://discord.test", Token: "t", Transport: discord{}, Log: logTo(t)})
				defer client.Close()
				var told []string
				d := New(t.Context(), t.Context(), Config{
					Client: client, Clock: &Clock{}, Log: logTo(t),
					Limits: Limits{AnswerIn: 3 * time.Second, DeferAfter: 750 * time.Millisecond, CommandLimit: 13 * time.Minute, SlowLimit: 2 * time.Hour, TokenLife: 14 * time.Minute, Workers: 1},
					Handle: func(ctx context.Context, r chat.Request) chat.Reply {
						select {
						case <-time.After(c.takes):
							return chat.Reply{Screen: chat.Screen{Title: chat.Plain("Import"), Body: chat.Plain("34 lines read")}, Private: true}
						case <-ctx.Done():
							return chat.Reply{Screen: chat.Screen{Body: chat.Plain("cut off")}, Private: true}
						}
					},
					Tell: func(_ context.Context, playerID, _ string, r chat.Reply) error {
						told = append(told, playerID+": "+strings.TrimSpace(chat.Join("\n", r.Screen.Title, r.Screen.Body).String()))
						return nil
					},
				})
				d.Receive(received{Interaction: &discordgo.Interaction{
					ID: "1", Token: "t", Type: discordgo.InteractionApplicationCommand, User: &discordgo.User{ID: "1001"},
					Data: discordgo.ApplicationCommandInteractionData{Name: "import"},
				}})
				d.Finish()
				d.Wait()
				if !slices.Equal(told, c.want) {
					t.Errorf("told %q, want %q", told, c.want)
				}
			})
		})
	}
}
