package archive_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/postgres/localpg"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// benchVariable says how many puzzles the benchmarks of this file import. They are made for
// -benchtime 1x: a second round would find all puzzles there.
const benchVariable = "GRIDTEST_BENCH_PUZZLES"

func benchSize() int {
	n, err := strconv.Atoi(os.Getenv(benchVariable))
	if err != nil || n < 1 {
		return 20_000
	}
	return n
}

// BenchmarkImport imports into a private server as a user has it, which waits for its disk. The
// oracle is what no import can do without: COPY, and one row for each key. Copy is the COPY alone.
func BenchmarkImport(b *testing.B) {
	grids := grown(b, benchSize())
	text := new(bytes.Buffer)
	for _, g := range grids {
		fmt.Fprintln(text, g)
	}
	dir, url := benchServer(b)
	s := archivetest.Open(b, url)
	imported := func(collection string, want int) func(*testing.B) {
		return func(b *testing.B) {
			memory, cpu := watchMemory(dir), watchProcessors(dir)
			for b.Loop() {
				report, err := s.ImportFile(b.Context(), importing.Options{Collection: collection}, bytes.NewReader(text.Bytes()))
				if must(b, err); report.New != want || report.Read != len(grids) {
					b.Fatalf("the report counts %s", counts(report))
				}
			}
			reportRate(b, len(grids))
			cpu(b)
			b.ReportMetric(memory()/1e6, "MB")
		}
	}
	b.Run("new", func(b *testing.B) {
		imported("new", len(grids))(b)
		b.ReportMetric(tableBytes(b, url)/float64(len(grids)), "bytes/puzzle")
	})
	b.Run("questions", func(b *testing.B) { benchmarkQuestions(b, s) })
	b.Run("again", imported("again", 0))
	b.Run("stats-again", func(b *testing.B) {
		reportLatency(b, 20, func(int) error { _, err := s.Stats(b.Context()); return err })
	})
	b.Run("oracle", func(b *testing.B) { benchmarkDedupe(b, url, grids) })
	b.Run("copy", func(b *testing.B) { benchmarkCopy(b, url, grids) })
	b.Run("export", func(b *testing.B) {
		cpu := watchProcessors(dir)
		for b.Loop() {
			n := 0
			for _, err := range s.Export(b.Context(), "", "new") {
				must(b, err)
				n++
			}
			if n != len(grids) {
				b.Fatalf("%d entries, want %d", n, len(grids))
			}
		}
		reportRate(b, len(grids))
		cpu(b)
	})
}

func reportRate(b *testing.B, puzzles int) {
	b.ReportMetric(float64(b.N*puzzles)/b.Elapsed().Seconds(), "puzzles/s")
}

// grown returns n puzzles of different classes: those of the files in ../shared/data, or where they are
// missing one, each with some digits of its solution added, and scrambled.
func grown(tb testing.TB, n int) []sudoku.Grid {
	tb.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	bases := []sudoku.Grid{must1(sudoku.Parse(archivetest.Royle))}
	if _, err := os.Stat(filepath.Join("..", "..", "shared", "data", "minimal-20k.txt")); err == nil {
		bases = append(sudokutest.Grids(tb, "minimal-20k.txt"), sudokutest.Grids(tb, "royle-17-clue.txt")...)
	}
	seen := make(map[canon.Key]bool, n)
	grids := make([]sudoku.Grid, 0, n)
	for i := 0; len(grids) < n; i++ {
		g := bases[i%len(bases)]
		solution := must1(solver.Solve(g))
		for range 1 + r.IntN(8+20/len(bases)) {
			cell := sudoku.Cell(r.IntN(sudoku.MaxCells))
			g = g.With(cell, solution.At(cell))
		}
		if key := canon.KeyOf(g); !seen[key] {
			seen[key] = true
			grids = append(grids, sudoku.RandomTransform(g.Shape(), r).Apply(g))
		}
	}
	return grids
}

// benchServer returns the data directory and the address of an empty archive on a server of its own.
func benchServer(b *testing.B) (dir, url string) {
	b.Helper()
	parent := must1(os.MkdirTemp("", "gridkeeper-test-"))
	b.Cleanup(func() { must(b, os.RemoveAll(parent)) })
	must(b, os.Chmod(parent, 0o755)) // root's server runs as another user
	dir = filepath.Join(parent, "pg")
	server, err := localpg.Start(b.Context(), localpg.Options{Dir: dir})
	must(b, err)
	b.Cleanup(func() { must(b, server.Stop()) })
	must(b, postgres.Migrate(b.Context(), server.URL()))
	return dir, server.URL()
}

// tableBytes is what puzzles and entries take up, with their indexes.
func tableBytes(b *testing.B, url string) (bytes float64) {
	b.Helper()
	c := must1(pgx.Connect(b.Context(), url))
	defer func() { must(b, c.Close(context.Background())) }()
	must(b, c.QueryRow(b.Context(), `select (pg_total_relation_size('puzzle') + pg_total_relation_size('entry'))::double precision`).Scan(&bytes))
	return bytes
}

// benchmarkCopy copies rows that are as wide as those of an import, in as large transactions, and does
// nothing with them.
func benchmarkCopy(b *testing.B, url string, grids []sudoku.Grid) {
	benchmarkStaged(b, url, grids, `select`)
}

// benchmarkDedupe keeps a row for each key.
func benchmarkDedupe(b *testing.B, url string, grids []sudoku.Grid) {
	benchmarkStaged(b, url, grids, `
		insert into kept select distinct on (key) key, grid from staged order by key on conflict do nothing`)
}

func benchmarkStaged(b *testing.B, url string, grids []sudoku.Grid, statement string) {
	b.Helper()
	const batch = 10_000
	c := must1(pgx.Connect(b.Context(), url))
	defer func() { must(b, c.Close(context.Background())) }()
	_, err := c.Exec(b.Context(), `
		drop table if exists kept; create table kept (key uuid primary key, grid bytea not null);
		create temporary table staged (key uuid, grid bytea, text text) on commit delete rows`)
	must(b, err)
	rows := make([][]any, len(grids))
	for i, g := range grids {
		key := canon.KeyOf(g)
		rows[i] = []any{[16]byte(key), key[:], g.String()}
	}
	b.ResetTimer()
	for b.Loop() {
		for from := 0; from < len(rows); from += batch {
			err := pgx.BeginFunc(b.Context(), c, func(tx pgx.Tx) error {
				part := rows[from:min(from+batch, len(rows))]
				if _, err := tx.CopyFrom(b.Context(), pgx.Identifier{"staged"}, []string{"key", "grid", "text"}, pgx.CopyFromRows(part)); err != nil {
					return err
				}
				_, err := tx.Exec(b.Context(), statement)
				return err
			})
			must(b, err)
		}
	}
	reportRate(b, len(grids))
}

// watchMemory measures the memory of this process and of a server's processes, ten times a second, and
// returns what ends that and returns the most, in bytes. Pages that processes share count once.
func watchMemory(dir string) (most func() float64) {
	done, result := make(chan struct{}), make(chan float64)
	go func() {
		largest := 0.0
		for {
			largest = max(largest, memoryOf(dir))
			select {
			case <-done:
				result <- largest
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
	return func() float64 {
		close(done)
		return <-result
	}
}

// watchProcessors returns what reports the seconds of processor time since now, of this process and of a
// server's processes. On a machine that does other work too they say more than the time that passes.
func watchProcessors(dir string) (report func(*testing.B)) {
	program, server := processorTime(dir)
	return func(b *testing.B) {
		programNow, serverNow := processorTime(dir)
		b.ReportMetric(programNow-program, "program-s")
		b.ReportMetric(serverNow-server, "server-s")
	}
}

// processorTime returns seconds, 0 where there is no /proc.
func processorTime(dir string) (program, server float64) {
	const perSecond = 100 // ticks of /proc, the same on all Linux machines that Go knows
	for pid, stat := range processesOf(dir) {
		ticks := 0.0
		times := stat[11:13] // user and system
		if pid == serverPID(dir) {
			times = stat[11:15] // and those of connections that have ended
		}
		for _, field := range times {
			ticks += must1(strconv.ParseFloat(field, 64))
		}
		if pid == strconv.Itoa(os.Getpid()) {
			program += ticks / perSecond
		} else {
			server += ticks / perSecond
		}
	}
	return program, server
}

// memoryOf is 0 where there is no /proc.
func memoryOf(dir string) (sum float64) {
	for pid := range processesOf(dir) {
		sum += residentOf(pid)
	}
	return sum
}

func serverPID(dir string) string {
	pid, _, _ := strings.Cut(string(must1(os.ReadFile(filepath.Join(dir, "postmaster.pid")))), "\n")
	return pid
}

// processesOf returns this process and those of a server, each by its number, with the fields of
// /proc/PID/stat from the third on.
func processesOf(dir string) map[string][]string {
	all := map[string][]string{}
	server := serverPID(dir)
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, stat := range stats {
		text, err := os.ReadFile(stat)
		_, after, ok := strings.Cut(string(text), ") ")
		if err != nil || !ok {
			continue // it has ended
		}
		own, fields := strings.Split(stat, "/")[2], strings.Fields(after)
		if own == server || fields[1] == server || own == strconv.Itoa(os.Getpid()) {
			all[own] = fields
		}
	}
	return all
}

func residentOf(pid string) float64 {
	file, err := os.Open("/proc/" + pid + "/smaps_rollup")
	if err != nil {
		return 0
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if kilobytes, ok := strings.CutPrefix(lines.Text(), "Pss:"); ok {
			n, _ := strconv.ParseFloat(strings.Fields(kilobytes)[0], 64)
			return n * 1024
		}
	}
	return 0
}
