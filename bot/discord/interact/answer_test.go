package interact

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

// Where only the user has installed the bot, Discord takes five messages after the answer, and no
// more are sent. In a guild that has the bot it takes any number.
func TestFollowUpsOfTheUsersBot(t *testing.T) {
	for _, installed := range []bool{true, false} {
		var sent atomic.Int32
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			sent.Add(1)
			_, _ = w.Write([]byte("{}"))
		}))
		client := rest.New(rest.Config{Base: srv.URL, Token: "t", Transport: http.DefaultTransport, Log: logTo(t)})
		x := &exchange{server: &Server{Config: Config{Client: client}}, Interaction: &discordgo.Interaction{AppID: "1", Token: "t"}}
		if installed {
			x.AuthorizingIntegrationOwners = map[discordgo.ApplicationIntegrationType]string{discordgo.ApplicationIntegrationUserInstall: "1001"}
		}
		var err error
		for range maxFollowUps + 1 {
			_, err = x.followUp(t.Context(), draw.NewMessage())
		}
		want := maxFollowUps + 1
		if installed {
			want--
		}
		if got := int(sent.Load()); got != want || (err != nil) != installed {
			t.Errorf("installed by the user %v: %d messages, %v", installed, got, err)
		}
		client.Close()
		srv.Close()
	}
}
