// Package jobs has many machines share jobs through their database. The queue is River's
// (github.com/riverqueue/river); what is done is counted in tables of ours.
//
// A job is added by any program,
//
//	added, err := jobs.AddStock(ctx, store, jobs.Stock{PerTier: 1000})
//
// is done by as many programs as there are, on any machine that reaches the database,
//
//	err := jobs.Work(ctx, store, url, jobs.Options{Workers: 4})
//
// and is looked after from anywhere:
//
//	overview, err := jobs.List(ctx, store)
//	err = jobs.Cancel(ctx, store, id)
//	chunks, err := jobs.Retry(ctx, store, id)
//
// A job is a list of items, such as the mothers of a recombination, cut into chunks. A chunk is
// a job of its own to River. Its worker takes item after item, and from time to time keeps what it has:
// one transaction stores the puzzles, adds to the counts and moves the chunk on to the next
// item, and with the last item it completes the job. Hence what is promised, whatever is killed:
//
//   - no item is lost, and what is done twice is counted once: a transaction moves a chunk on
//     from the item at which it started, or is rolled back
//   - the same job ends with the same puzzles and counts on one machine and on many
//   - a worker that is asked to stop keeps what it has, gives the rest back, and ends within seconds
//   - the jobs of a machine that is gone go to others within about a minute
//
// [AddRerate] makes no puzzles: its items change ratings that the archive has, in the same
// transactions. [AddAudit] looks for damage, of which it keeps a list in the same way.
//
// Puzzles are kept by their keys like those of files, see [importing.AddMade]: all that a job
// brings into a collection is one import.
//
// A new kind of job is a type that implements kind, a function that adds it, and its line in
// kinds.
package jobs
