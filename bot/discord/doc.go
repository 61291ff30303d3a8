// Package discord serves the bot on Discord. It is the only package that knows Discord.
//
//	err := discord.Serve(ctx, discord.Config{Token: token, Store: store}, bot.New(store, bot.Config{}), slog.Default())
//
// [Serve] checks the token, registers the slash commands if they differ, connects,
// answers, and posts the dailies, until ctx ends; it then lets running commands finish.
// [CheckToken] is the check alone.
//
// Requests of users come in over the gateway (package gateway) or by HTTP, and are
// answered by package interact; package draw turns the bot's replies into messages. poster.go
// posts the dailies and warns an admin if one cannot be posted, channel.go finds that out before,
// and guilds.go stores the gateway's events about guilds.
//
// discordgo supplies the types and the sessions of the gateway. The REST calls go through a
// client of our own (package rest): discordgo v0.29 keeps a rate-limit bucket for each
// interaction for ever, queues all edits of answers behind one another, and knows neither alt
// texts nor nonces.
package discord
