// Package outbox makes what the bot posts and edits without being asked: dailies, threads, summaries, leaderboards,
// results, the messages of duels and of boards that several solve.
//
// All of it goes through one table of the archive. [Deliver] is one round, of any number of processes: what is due is put
// there, claimed, posted and completed, and each post is made exactly once whatever happens in between. [kinds] says for each kind of
// post when it is no longer wanted, how it looks, and how it is sent.
package outbox
