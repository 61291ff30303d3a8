// Package screen shows a game in a chat: the board with what was done, hints, the end, and the pad of buttons
// by which it is played.
package screen
