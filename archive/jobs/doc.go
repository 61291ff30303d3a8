// Package jobs lets many machines share jobs through their database. The queue is River's
// (github.com/riverqueue/river); tables of ours count the progress.
//
// Any program adds a job:
//
//	added, err := jobs.AddStock(ctx, store, jobs.Stock{PerTier: 1000})
//
// Any number of programs do it, on any machine that reaches the database:
//
//	err := jobs.Work(ctx, store, url, jobs.Options{Workers: 4})
//
// Any program lists and controls it:
//
//	overview, err := jobs.List(ctx, store)
//	err = jobs.Cancel(ctx, store, id)
//	chunks, err := jobs.Retry(ctx, store, id)
//
// A job is a list of items, such as the mothers of a recombination, cut into chunks. A chunk is
// a job of its own to River. Its worker takes item after item, and from time to time stores the results.
// One transaction stores the puzzles, adds to the counts and moves the chunk on to the next item.
// With the last item it completes the job. The promises, also if processes are killed:
//
//   - no item is lost, and an item that is done twice is counted once: a transaction moves a chunk on
//     from the item at which it started, or is rolled back.
//   - the same job ends with the same puzzles and counts on one machine and on many.
//   - a worker that is asked to stop stores its results, gives the rest back, and ends within seconds.
//   - other machines take over the jobs of a dead machine within about a minute.
//
// [AddRerate] makes no puzzles: its items change ratings that the archive has, in the same
// transactions. [AddAudit] looks for damage, and stores a list of it in the same way.
//
// Puzzles are kept by their keys like those of files, see [importing.AddMade]: all that a job
// brings into a collection is one import.
//
// Deliveries to receivers outside are jobs of River's without chunks, in a queue of their own, see [AddDeliveries].
//
// A new kind of job is a type that implements kind, a function that adds it, and its line in
// kinds.
package jobs
