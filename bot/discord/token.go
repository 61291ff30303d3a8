package discord

import (
	"context"
	"errors"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

var errToken = errors.New("discord refuses the bot's token: copy it again from " +
	"https://discord.com/developers/applications (Bot, Reset Token) and set discord.token")

// CheckToken asks Discord whose token it is, once, and returns the bot's name. The error
// says what to mend and never shows the token.
func CheckToken(ctx context.Context, config Config) (name string, err error) {
	c, err := newClient(config.withDefaults())
	if err != nil {
		return "", err
	}
	me, err := c.whoAmI(ctx)
	return me.Username, explainToken(err)
}

func (c *client) whoAmI(ctx context.Context) (discordgo.User, error) {
	var me discordgo.User
	err := c.call(ctx, http.MethodGet, "/users/@me", nil, nil, &me)
	return me, err
}

// explainToken says what to mend where Discord does not know the token.
func explainToken(err error) error {
	if r, ok := errors.AsType[*refusal](err); ok && r.Status == http.StatusUnauthorized {
		return errToken
	}
	return err
}
