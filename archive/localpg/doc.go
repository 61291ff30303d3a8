// Package localpg runs a private PostgreSQL server for a newcomer, and for tests, from the
// server programs that the machine has.
//
//	server, err := localpg.Start(ctx, localpg.Options{Dir: "/home/ann/.local/share/gridkeeper/pg"})
//	defer server.Stop()
//	store, err := archive.Open(ctx, server.URL())
//
// The server listens on a socket in a directory that only its account may enter, never on
// TCP. The data survives between runs; the server does not survive its owner: where the
// system can tell it (Linux), a process that is killed takes its server down with it.
//
// Many processes may use one data directory. The first that gets the lock beside it owns
// the server, the others attach. The owner waits with its end until the others are done;
// not for longer than ten seconds, though, since one of them may be a bot that runs for
// months. The server then ends with its owner, as it does when the owner is killed, and one
// of those attached starts it again under the same URL within a second: work that was
// under way fails once, with an error that says so, and the next connection succeeds. So
// nobody has to be last, and no process has to outlive the others.
//
// PostgreSQL refuses to run as root, so root's servers run as the user postgres, or nobody.
package localpg
