// Package admin is what those do who manage a guild: setup and schedule, imports and collections, saved searches,
// moderation.
package admin
