package main

import (
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	const output = `goos: linux
BenchmarkCount/17-clues-2         	  112405	      5014 ns/op	    199426 puzzles/s
BenchmarkCount/17-clues/oracle-2  	      21	  37531038 ns/op	        26.64 puzzles/s
BenchmarkOf/full-2                	   10000	     65138 ns/op	     15352 puzzles/s	       1536 B/op	       3 allocs/op
BenchmarkOf/oracle-2              	      37	  14445413 ns/op	        69.23 puzzles/s
BenchmarkPNG-2                    	      37	  14445413 ns/op
BenchmarkRate 	      37	  14445413 ns/op	        50.5 puzzles/s
BenchmarkFirstAnswer-2            	     500	  10001233 ns/op	         7.81 p50-ms	        21.4 p99-ms
BenchmarkImport/new-2             	       1	8606154305 ns/op	       319.7 MB	       296.9 bytes/puzzle	     34859 puzzles/s
BenchmarkOpenBoards-2             	       1	8606154305 ns/op	       96.2 MB
PASS
`
	const want = `             work   puzzles/s   oracle/s   ratio   allocated bytes
   Count/17-clues     199,426       26.6   7,486
          Of/full      15,352       69.2     222             1,536
             Rate        50.5
       Import/new      34,859

          work   p50 ms   p99 ms
   FirstAnswer     7.81     21.4

         work     MB   bytes a puzzle
   Import/new    320              297
   OpenBoards   96.2
`
	var table strings.Builder
	if err := run(strings.NewReader(output), &table); err != nil {
		t.Fatal(err)
	}
	if got := trimLines(table.String()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTableOfFailure(t *testing.T) {
	if err := run(strings.NewReader("--- FAIL: BenchmarkOf\nFAIL\n"), &strings.Builder{}); err == nil {
		t.Error("a failed benchmark gives no error")
	}
}

func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}
