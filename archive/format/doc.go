// Package format reads and writes the puzzle files that people have.
//
// [Read] takes any of them and yields one [Entry] per puzzle or per rejected line.
//
//	for e := range format.Read(file) {
//		if e.Err != nil {
//			log.Printf("line %d: %v", e.Line, e.Err)
//			continue
//		}
//		fmt.Println(e.Grid, e.Name)
//	}
//
// The format is found by the content alone. gzip, zstd, xz, bzip2 and zip are known by their first bytes, JSON and XML
// by their beginning. In other text each line is judged by itself, so a file may mix formats. These are read:
//
//   - Lines of 81, 36 or 16 cells. An empty cell is any of 0 . * _ - x X, ? beside digits alone, or a blank if the line
//     has only digits and blanks. The text behind a blank, tab, comma, ; or # is the comment; the text before the cells is the name
//     ("000694f16758 5700600…040019 2.5" of the sudoku-exchange puzzle bank).
//   - Lines of as many cells with commas, semicolons or tabs between them; nothing stands for an empty cell.
//   - Lines of a HoDoKu library.
//   - Links that hold a puzzle: of f-puzzles and SudokuPad, also the packed part alone or wrapped over lines; of
//     SudokuWiki, sudoku.coach and SudokuExchange; of any site with the cells in the address.
//   - Links of puzz.link and others with pzpr, of Penpa, and the ids of Solo ("3x3:5_3b7…"), if the puzzle is a plain
//     sudoku.
//   - Tables: comma- or tab-separated, with a header that names the column "puzzle", "quizzes" or the like, and
//     perhaps "solution", "name" and "author". Quoted fields may have line ends; a cell may be a list.
//   - Lines that are a JSON array of strings, each with the cells of a puzzle.
//   - Grids: nine (or six, or four) lines of cells, or a drawing with borders, with blank lines between grids. A line of text
//     above is the name ("Grid 01").
//   - Within a grid, cells may be separated by commas, be numbers (-1, NaN, 5.0), or have candidates, as in .sdx
//     files. Blank lines may separate the bands of a grid, or all of its rows, and rows may have labels.
//   - Boards of emoji: keycaps, and squares or discs for empty cells.
//   - Grids in the source of programs: rows in brackets or quotes, with the name in front; matrices of MATLAB, also
//     as it displays them, and of R; objects that are nearly JSON.
//   - Headers above a puzzle, as in .sdk files: #A author, #D description (the name), #C comment, and #B #L #S #U,
//     which become part of the comment. [State] or [PencilMarks] begins the progress of a player, which is left out.
//   - JSON: puzzles as texts, lists of cells, lists of rows, or objects with such a "puzzle", in lists, one a line, or
//     further down. Boards of one object a cell, objects of f-puzzles, and saved games of GNOME Sudoku are read too.
//   - XML of OpenSudoku and KSudoku, and any other that has cells in its elements.
//
// Text may be UTF-8, UTF-16 or Latin-1, with the line ends of any system. Digits may be of any script, and signs
// full-width, as in "１２３｜"; an Entry has them in ASCII.
//
// A 6×6 has boxes of two rows and three columns: one with other boxes is rejected, by its bars, blanks, regions or size of
// boxes. 36 digits are a 6×6 if they are a field of their own, other than an id or a number; a row of a grid has six digits
// of 1 to 6. In a message, a 6×6 or a shidoku with a digit twice in a house is other text.
//
// A digit that a player filled in is not a clue. A puzzle with other rules than those of sudoku is rejected. Of the
// grids of a saved game, the one named "initial", "original", "givens" or the like has the clues, in any language that
// is known here. Without such a name it is the grid that the others extend; if that is not clear either, the puzzle
// is rejected. A full grid that solves a puzzle above it is its solution.
//
// A position has candidates, and digits placed since the start: see [Entry.Position]. It is read from rows of candidates,
// 729 characters (216 for a 6×6), a state in JSON, and f-puzzles. position.go has the rules. [FindPosition] finds one in a message.
//
// The difficulty that a file states is the [Rating] of an entry. It is read from a column or field "rating",
// "difficulty", "level" or "score", from #L of .sdk files, and from <level> of OpenSudoku. In a line it is the number
// behind a puzzle of the sudoku-exchange puzzle bank, "# Unfair (1352)" of HoDoKu, or "ED=7.1/1.2/1.2" or
// ";7.1;1.2;1.2" of Sudoku Explainer. The rater is a column "rated_by"; a rating may also be an object of a program, a
// version and a value.
//
// Marks of Markdown and of chats around cells are dropped: fences and backticks, bold and hidden text, quotations,
// brackets, bullets. Words beside them are a name and a comment. [Find] reads a message in the same way, and picks the
// puzzle that the message is about.
//
// Blank lines and other comments (#, ;, % or // in front) are skipped, and so is a first line with unknown names of
// columns. A solution beside a puzzle is checked, never trusted. Whether a puzzle has exactly one solution is not
// checked here.
//
// Memory stays at a few MiB for any input, with lines of 10 MB, binary files and decompression bombs too, except for
// the window of zstd or xz, of 32 MiB. A zip archive is copied to a temporary file.
//
// [Write] writes entries as they were read. [WriteAs] writes them in the format of another program: reading that file
// and writing it again gives the same file, and texts without a place in the format are counted. [Pack] packs a file.
//
// # The way of a file
//
// Each file of this package is one stage of reading, or one format with its reader and its writer.
//
//	read.go       Read unpacks a file (compress.go), makes it UTF-8 (decode.go), and hands it to one of three readers.
//	  json.go     It splits a file into values. json_loose.go first makes JSON of source code. json_list.go puts rows
//	              and cells together, and json_object.go reads a puzzle with its texts. The cells of a value are found
//	              by json_grid.go, json_cells.go and json_saved.go.
//	  xml.go      It makes such objects of any XML. opensudoku_ksudoku.go has the two known formats.
//	  text.go     It hands each line to links.go (fpuzzles.go, lzstring.go, pzpr_penpa_solo.go), table.go, source.go,
//	              programs.go, comment.go for headers, line.go for a whole puzzle, or block.go for a grid of rows.go.
//	solution.go   It drops the solutions of puzzles above.
//
// All readers share roles.go, which finds the clues among several grids, position.go, pencilmarks.go and rating.go. [Find] is in
// message.go and reads in the same way. [Write] and [WriteAs] are in write.go.
package format
