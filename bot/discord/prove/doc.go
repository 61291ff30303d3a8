// Package prove holds the tests of what the bot promises on Discord whatever goes wrong: at most
// one post of a daily, none missed where Discord and the database can be reached, and no change by
// an interaction that comes again.
//
// The bots are processes of their own, killed with kill -9; Discord is the stand-in, the database
// a real one behind a proxy. "make test" runs a few of each case, "make prove" hundreds, and both
// print a table of what was counted.
package prove
