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
// Neither the caller nor the file's name says what format a file has. gzip, zstd, xz, bzip2 and zip
// are known by their first bytes, JSON and XML by how they begin; in other text every line is judged
// by itself, so that a file may mix them:
//
//   - lines: 81 or 16 cells, empty ones as any of 0 . * _ - x X, as ? beside digits alone, or as blanks
//     where nothing else is in a line of 81; what follows after a blank, tab, comma, ; or # is kept as
//     the comment, what stands before as the name ("000694f16758 5700600…040019 2.5" of the
//     sudoku-exchange puzzle bank)
//   - lines of 81 cells apart by commas, semicolons or tabs, with nothing in an empty one
//   - lines of a HoDoKu library
//   - links that hold a puzzle: of f-puzzles and SudokuPad, also what these pack alone, over lines too; of SudokuWiki, sudoku.coach
//     and SudokuExchange; of puzz.link and others with pzpr, of Penpa, and the ids of Solo ("3x3:5_3b7…"), if the puzzle is a
//     plain sudoku; and of any site that has the 81 cells in its address
//   - tables: comma- or tab-separated, with a header that names the column "puzzle", "quizzes"
//     or the like, and perhaps "solution", "name" and "author"; line ends may stand in quotes, and a cell may hold a list
//   - lines that are a JSON array of strings, each with the cells of a puzzle
//   - grids: nine (or four) lines of cells or a drawing with borders, one after another
//     with blank lines between them; a line of text above is the name ("Grid 01"). The cells
//     may be apart by commas, be numbers (-1, NaN, 5.0), or have candidates in them, as in .sdx files; blank lines may
//     stand between the bands of a grid, or between all of its rows, and labels before the rows
//   - boards of emoji: keycaps, and squares or discs for empty cells
//   - grids in the source of programs: rows in brackets or quotes, with the name in front; matrices of MATLAB, also
//     as it displays them, and of R; objects that are nearly JSON
//   - headers above a puzzle, as in .sdk files: #A author, #D description (the name),
//     #C comment, and #B #L #S #U, which go into the comment; what follows [State] or
//     [PencilMarks] is a player's progress and left out
//   - JSON: puzzles as texts, lists of cells, lists of rows, or objects with such a "puzzle", in
//     lists, one a line, or further down; boards of objects, one a cell; of f-puzzles; saved games of GNOME Sudoku
//   - XML of OpenSudoku and KSudoku, and any other that has cells in its elements
//
// Text may be UTF-8, UTF-16 or Latin-1, with the line ends of any system. Digits may be of any script, and signs
// full-width, as in "１２３｜"; an Entry has them in ASCII. What a player has filled
// in is not a clue, and a puzzle with other rules than those of sudoku is rejected. Of the grids of a saved game those
// that are named "initial", "original", "givens" or the like are the clues, in any language that is known here, or else the one from
// which the others go on; if neither is clear, the puzzle is rejected. A full grid that solves a puzzle above it is its solution.
//
// The pencil marks of a position, in rows of candidates or 729 characters, are in [Entry.Marks].
//
// What a file says of a puzzle's difficulty is its [Rating]: a column or field "rating", "difficulty",
// "level" or "score", #L of .sdk files, <level> of OpenSudoku, the number behind a puzzle of the
// sudoku-exchange puzzle bank, "# Unfair (1352)" of HoDoKu, "ED=7.1/1.2/1.2" or ";7.1;1.2;1.2" of
// Sudoku Explainer. Who rated is a column "rated_by", or the rating is an
// object of a program, a version and a value.
//
// Marks of Markdown and of chats around cells are dropped: fences and backticks, bold and hidden text, quotations, brackets,
// bullets. Words beside them are a name and a comment. [Find] reads a message in the same way, and picks the puzzle that it is about.
//
// Blank lines and other comments (#, ;, % or // in front) are skipped, and so is a first line that names columns
// in other words. A solution beside a puzzle is checked,
// never trusted.
//
// Whether a puzzle has exactly one solution is not checked here.
//
// Nothing that is read is kept: memory stays at a few MiB for any input (except for the window of
// zstd or xz, of 32 MiB), with lines of 10 MB, binary files and decompression bombs too. A zip
// archive is copied to a temporary file.
//
// [Write] writes entries as they were read. [WriteAs] writes them in the format of another program: what that holds
// is read again as it was, so that the file is the same when it is written again, and what it does not hold is
// counted. [Pack] packs a file.
package format
