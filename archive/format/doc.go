// Package format reads and writes the puzzle files that people have.
//
// [Read] takes any of them and yields one [Entry] per puzzle or per rejected line:
//
//	for e := range format.Read(file) {
//		if e.Err != nil {
//			log.Printf("line %d: %v", e.Line, e.Err)
//			continue
//		}
//		fmt.Println(e.Grid, e.Name)
//	}
//
// Neither the caller nor the file's name says what format a file has: gzip and zstd are known
// by their first bytes, and in text every line is judged by itself, so that a file may mix them:
//
//   - lines: 81 or 16 cells, empty ones as any of 0 . * _ - x X; what follows after a blank,
//     tab, comma, ; or # is kept as the comment, what stands before as the name
//     ("000694f16758 5700600…040019 2.5" of the sudoku-exchange puzzle bank)
//   - tables: comma- or tab-separated, with a header that names the column "puzzle" or
//     "quizzes", and perhaps "solution", "name" and "author"
//   - lines that are a JSON array of strings, each with the cells of a puzzle
//   - grids: nine (or four) lines of cells or a drawing with borders, one after another
//     with blank lines between them; a line of text above is the name ("Grid 01")
//   - headers above a puzzle, as in .sdk files: #A author, #D description (the name),
//     #C comment, and #B #L #S #U, which go into the comment; what follows [State] or
//     [PencilMarks] is a player's progress and left out
//
// Blank lines and other comments (# or ; in front) are skipped. A solution beside a
// puzzle is checked, never trusted.
//
// Whether a puzzle has exactly one solution is not checked here.
//
// Nothing that is read is kept: memory stays below 1 MiB for any input (except for a zstd
// window of 32 MiB), with lines of 10 MB, binary files and decompression bombs too.
package format
