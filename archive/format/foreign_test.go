package format_test

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"encoding/base32"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"
	"golang.org/x/text/encoding/unicode"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Puzzles in the formats of other programs. want is the grids, in their order; a name or an author
// stands behind a grid after a bar.
func TestReadForeign(t *testing.T) {
	for _, test := range []struct {
		name, file string
		want       []string
		errs       []string
	}{
		{name: "commas", file: joined(moler, 1, ",") + "\n" + joined(shidoku, 1, ";"), want: []string{moler, shidoku}},
		{name: "commas, empty cells empty", file: strings.ReplaceAll(joined(moler, 1, ","), "0", "") + "\n", want: []string{moler}},
		{name: "commas and a last one", file: joined(moler, 1, ",") + ",\n", want: []string{moler}},
		{name: "rows of commas", file: rowsOf(moler, ",") + "\n\n" + rowsOf(moler, "\t"), want: []string{moler, moler}},
		{name: "rows of commas, empty cells empty", file: strings.ReplaceAll(rowsOf(moler, ","), "0", "") + "\n", want: []string{moler}},
		{name: "rows of tabs, empty cells empty", file: strings.ReplaceAll(rowsOf(moler, "\t"), "0", "") + "\n", want: []string{moler}},
		{name: "rows of tabs, one of them empty", file: strings.ReplaceAll(rowsOf(gap, "\t"), "0", ""), want: []string{gap}},
		{name: "rows of tabs, the first empty", file: strings.ReplaceAll(rowsOf(gap[27:]+gap[:27], "\t"), "0", ""), want: []string{gap[27:] + gap[:27]}},
		{name: "a shidoku in rows of tabs", file: "1\t\t\t\n\t\t3\t\n\t2\t\t\n\t\t\t4\n", want: []string{shidoku}},
		{name: "tabs, empty cells empty", file: strings.ReplaceAll(joined(moler, 1, "\t"), "0", "") + "\n", want: []string{moler}},
		{name: "rows of commas, indented by a tab", file: "\t" + strings.ReplaceAll(rowsOf(moler, ","), "\n", "\n\t"), want: []string{moler}},
		{name: "HoDoKu below a table", file: "puzzle,name\n" + moler + ",One\n:0000:x:" + dots + ":::\n", want: []string{moler + "|One", moler}},
		{name: "rows of commas, one of them empty", file: strings.ReplaceAll(rowsOf(gap, ","), "0", ""), want: []string{gap}},
		{name: "rows of commas, the first empty", file: strings.ReplaceAll(rowsOf(gap[27:]+gap[:27], ","), "0", ""), want: []string{gap[27:] + gap[:27]}},
		{name: "rows of semicolons, empty cells empty", file: strings.ReplaceAll(rowsOf(gap, ";"), "0", ""), want: []string{gap}},
		{name: "rows of semicolons, the first empty", file: strings.ReplaceAll(rowsOf(gap[27:]+gap[:27], ";"), "0", ""), want: []string{gap[27:] + gap[:27]}},
		{name: "semicolons, empty cells empty", file: strings.ReplaceAll(joined(moler, 1, ";"), "0", "") + "\n", want: []string{moler}},
		{name: "a table of Excel that names its separator", file: "sep=;\r\nPuzzle;Solution\r\n" + moler + ";" + solved + "\r\n", want: []string{moler}},
		{name: "a file of DOS", file: moler + "\r\n\x1a", want: []string{moler}},
		{name: "single quotes", file: "('" + moler + "', '" + solved + "'),\n", want: []string{moler}},
		{name: "rows of commas, quoted", file: `"` + strings.ReplaceAll(rowsOf(moler, `","`), "\n", "\"\n\"") + `"`, want: []string{moler}},
		{name: "sdx", file: sdx, want: []string{sdxGrid}},
		{name: "candidates in a drawing", file: candidates, want: []string{sdxGrid}},
		{name: "frame of dots", file: framed(dots), want: []string{moler}},
		{name: "HoDoKu", file: ":0300:4:" + strings.Replace(dots, ".2", "+12", 1) + ":411::by hand:\n" + ":0000:x:" + dots[1:] + ":::\n:0000::" + moler + ":", want: []string{moler, "", moler}, errs: []string{"", "80 characters"}},
		{name: "OpenSudoku 1", file: `<?xml version="1.0" encoding="UTF-8"?>` + "\n<opensudoku>\n<name>Mine</name>\n<author>Ann</author><level>easy</level>\n<game data=\"" + moler + "\" />\n<game data=\"" + dots[1:] + "\"/>\n</opensudoku>", want: []string{moler + "|Mine|Ann", ""}, errs: []string{"", "80 characters"}},
		{name: "OpenSudoku 2", file: `<opensudoku version="2"><folder name="Very &lt;hard&gt;" created="1"><game created="1" state="1" time="0" last_played="0" data="` + openSudokuCells("version: 1&#10;", "-") + `" note="n"/></folder></opensudoku>`, want: []string{moler + "|Very <hard>"}},
		{name: "OpenSudoku 2, version 4", file: `<opensudoku version="2"><game data="` + openSudokuCells("version: 4\n", "0|0") + `"/></opensudoku>`, want: []string{moler}},
		{name: "OpenSudoku, cut off", file: `<opensudoku><game data="` + moler + `"/>`, want: []string{moler, ""}, errs: []string{"", "damaged"}},
		{name: "KSudoku", file: kSudoku("sudoku"), want: []string{moler}},
		{name: "KSudoku, a jigsaw", file: kSudoku("custom"), want: []string{""}, errs: []string{"not a plain sudoku"}},
		{name: "a web page", file: "<!DOCTYPE html>\n<html><body>" + moler + "</body></html>", want: []string{""}, errs: []string{"XML or HTML file with <html>"}},
		{name: "f-puzzles", file: fPuzzleJSON(""), want: []string{moler + "|It|Ann"}},
		{name: "f-puzzles with a cage", file: fPuzzleJSON(`"killercage":[{"cells":["R1C1"]}],`), want: []string{""}, errs: []string{`constraint "killercage"`}},
		{name: "f-puzzles, antiknight", file: fPuzzleJSON(`"antiknight":true,"antiking":false,`), want: []string{""}, errs: []string{`constraint "antiknight"`}},
		{name: "links", file: "https://www.f-puzzles.com/?load=" + packedPuzzle + "\nhttps://sudokupad.app/fpuz" + strings.ReplaceAll(packedPuzzle, "+", "%2B") + "\nfpuzzles" + packedPuzzle + "&x=1\n",
			want: []string{moler + "|Größe 数独|Ann", moler + "|Größe 数独|Ann", moler + "|Größe 数独|Ann"}},
		{name: "links that hold nothing", file: "https://sudokupad.app/abc123\nhttps://sudokupad.app/scla\nhttps://f-puzzles.com/?load=%%\n", want: []string{"", "", ""}, errs: []string{"names a puzzle", "names a puzzle", "damaged"}},
		{name: "blanks for empty cells", file: strings.ReplaceAll(dots, ".", " ") + "\n" + moler + "\n", want: []string{moler, moler}},
		{name: "blanks for empty cells, one too few", file: strings.ReplaceAll(dots, ".", " ")[1:] + "\n", want: []string{""}, errs: []string{"81 are needed"}},
		{name: "a quotation", file: "> " + strings.ReplaceAll(nine(moler), "\n", "\n> ") + "\n>\n>> " + moler + "\n", want: []string{moler, moler}},
		{name: "a quotation of words", file: "> hello\n", want: []string{""}, errs: []string{"character 1 is 'h'"}},
		{name: "slashes", file: "// mine, all of them\n" + moler + " // hard\n", want: []string{moler}},
		{name: "columns of other names", file: "nr,Aufgabe,\"Lösung\"\n1," + moler + "," + solved + "\n2," + moler + "," + strings.Replace(solved, "92", "29", 1) + "\n", want: []string{moler, ""}, errs: []string{"", "the solution beside it"}},
		{name: "a column for each cell", file: cellColumns() + "\n" + joined(moler, 1, ",") + "\n", want: []string{moler}},
		{name: "columns of other names, further down", file: moler + "\nnr,Teaser\n1," + moler + "\n", want: []string{moler, "", moler}, errs: []string{"", "character 1 is 'T'", ""}},
		{name: "a title with a comma", file: "Easy, the first\n" + nine(moler) + "\n", want: []string{moler + "|Easy, the first"}},
		{name: "links with the cells", file: "https://sudokuexchange.com/play/?s=" + moler + "&d=3\nhttps://sudoku.coach/en/play/" + moler + "\nhttp://www.sudokuwiki.org/sudoku.htm?bd=" + dots + "#x\n" +
			"- No 4: <https://example.org/solve?grid=" + moler + ">\nhttps://sudoku.coach/de/solver/" + moler + " # hard\n",
			want: []string{moler, moler, moler, moler + "|- No 4", moler}},
		{name: "links of SudokuWiki", file: "https://www.sudokuwiki.org/sudoku.htm?bd=" + pointingPair + "\n[Load](https://www.sudokuwiki.org/sudoku.htm?bd=" + pointingPair + ")\n" + pointingPair + "\n",
			want: []string{pointingPairClues, pointingPairClues + "|Load]", pointingPairClues}},
		{name: "links of SudokuWiki that hold nothing", file: "https://www.sudokuwiki.org/sudoku.htm?bd=" + pointingPair[1:] + "\nhttps://www.sudokuwiki.org/sudoku.htm?bd=" + pointingPair[:80] + "\n" +
			strings.Replace(pointingPair, "4s", "zz", 1) + "\n" + strings.Replace(pointingPair, "4s", "00", 1) + "\n",
			want: []string{"", "", "", ""}, errs: []string{"no puzzle in a form that is known", "77 characters", `"zz" for r1c1`, `"00" for r1c1`}},
		{name: "links of sudoku.coach", file: "https://sudoku.coach/en/play/" + coach(`{"gridSize":9,"colours":["blue"],"givenDigits":"`+moler+`","userDigits":"`+solved+`","userCellCandidates":"0-0"}`) + "\n" + coach(`{"givenDigits":"`+moler+`"}`) + "\n",
			want: []string{moler, moler}},
		{name: "links of sudoku.coach that hold nothing", file: "https://sudoku.coach/en/s/JCDs\n" + coach(`{"givenDigits":"`+moler+`","givenConstraints":[{"type":"cage"}]}`) + "\n" + coach(`{"givenDigits":"` + moler + `"}`)[:40] + "\nSCv7_32_!!\n" + coach(`{"gridSize":6,"givenDigits":"1....6..6..3.3..6.5....1..2....4.3.."}`) + "\n",
			want: []string{"", "", "", "", ""}, errs: []string{"no puzzle in a form that is known", `the constraint "givenConstraints"`, "damaged", "damaged", "whose boxes this format does not name"}},
		{name: "a link as a title", file: "https://example.org/puzzles/17\n" + nine(moler) + "\n", want: []string{moler + "|https://example.org/puzzles/17"}},
		{name: "links to a shidoku", file: "https://sudokuexchange.com/play/?s=1.....3..2.....4\n", want: []string{"1.....3..2.....4"}},
		{name: "16 characters in a title", file: "https://example.org/threads/1700000000000000\n" + nine(moler) + "\nhttps://example.org/xxxxxxxxxxxxxxxx\n" + nine(moler) + "\n",
			want: []string{moler + "|https://example.org/threads/1700000000000000", moler + "|https://example.org/xxxxxxxxxxxxxxxx"}},
		{name: "a link behind the cells", file: moler + " https://sudokuexchange.com/play/?s=" + solved + "\n", want: []string{moler}},
		{name: "JSON, links", file: `["https://sudokuexchange.com/play/?s=` + moler + `", {"puzzle": "` + pointingPair + `"}]`, want: []string{moler, pointingPairClues}},
		{name: "full-width digits", file: sudokutest.Wide(moler) + "\n名前　１，" + sudokutest.Wide(dots) + "，说明２\n" + sudokutest.Wide(nine(moler)) + "\n\n" + sudokutest.Wide(rowsOf(moler, ",")) + "\n", want: []string{moler, moler + "|名前 1", moler, moler}},
		{name: "full-width digits below a name", file: "第１題\n" + sudokutest.Wide(nine(moler)) + "\n", want: []string{moler + "|第１題"}},
		{name: "full-width digits in tables", file: "puzzle,name\n" + sudokutest.Wide(moler) + ",One\n", want: []string{moler + "|One"}},
		{name: "full-width digits in JSON", file: `["` + sudokutest.Wide(moler) + `", {"puzzle": "` + sudokutest.Wide(dots) + `"}, [` + strings.ReplaceAll(strings.Trim(jsonRows(moler), "[]"), "2", `"２"`) + `]]`, want: []string{moler, moler, moler}},
		{name: "Arabic digits", file: strings.NewReplacer("1", "١", "2", "٢", "3", "٣", "4", "٤", "5", "٥", "6", "٦", "7", "٧", "8", "٨", "9", "٩").Replace(dots) + "\n", want: []string{moler}},
		{name: "packed alone, over lines", file: moler + "\n" + joined(packedPuzzle, 64, "\n") + "\n" + joined(packedPuzzle, len(packedPuzzle)/4, "\r\n") + "\r\n" + dots + "\n" + packedPuzzle,
			want: []string{moler, moler + packedName, moler + packedName, moler, moler + packedName}},
		{name: "packed alone, over lines of a few bytes", file: joined(packedPuzzle, 5, "\n") + "\n" + dots + "\n" + joined(packedPuzzle[:100]+"="+packedPuzzle[101:], 7, "\n") + "\n" + joined(packedPuzzle, 7, "\n"),
			want: []string{moler + packedName, moler, "", moler + packedName}, errs: []string{"", "", "damaged", ""}},
		{name: "packed alone, cut off", file: joined(packedPuzzle[:128], 64, "\n") + "\n" + moler + "\n" + packedPuzzle[:100] + "\n" + joined(packedPuzzle, 64, "\n") + "\n" + packedPuzzle[:64],
			want: []string{"", moler, "", moler + packedName, ""}, errs: []string{"damaged", "", "damaged", "", "damaged"}},
		{name: "GNOME Sudoku", file: `{"difficulty_category":"easy","time_elapsed":12.5,"cells":[{"position":[0,1],"value":2,"fixed":true,"earmarks":[]},{"position":[8,8],"value":0,"fixed":false,"earmarks":[1]},{"position":[8,7],"value":2,"fixed":true},{"position":[0,0],"value":9,"fixed":false}]}`,
			want: []string{"02" + strings.Repeat("0", 77) + "20"}},
		{name: "JSON, a list", file: `["` + moler + "\",\n\"" + dots + `"]`, want: []string{moler, moler}},
		{name: "JSON, a puzzle and its solution", file: `["` + moler + `","` + solved + `"]`, want: []string{moler}},
		{name: "JSON, a list without its end", file: `["` + moler + `",`, want: []string{moler, ""}, errs: []string{"", "is the file complete?"}},
		{name: "JSON, rows", file: jsonRows(moler), want: []string{moler}},
		{name: "JSON, rows over lines", file: strings.ReplaceAll(jsonRows(moler), "],", "],\n "), want: []string{moler}},
		{name: "JSON, rows of text", file: `["` + strings.ReplaceAll(nine(moler), "\n", `", "`) + `"]`, want: []string{moler}},
		{name: "JSON, a list of rows", file: "[" + jsonRows(moler) + ",\n" + jsonRows(solved) + ",\n" + jsonRows(moler) + "]", want: []string{moler, moler}},
		{name: "JSON, cells", file: "[" + joined(moler, 1, ",") + "]", want: []string{moler}},
		{name: "JSON, cells with null", file: "[" + strings.ReplaceAll(joined(moler, 1, ","), "0", "null") + "]", want: []string{moler}},
		{name: "JSON, an object", file: `{"id": 7, "title": "It", "author": "Ann", "grid": ` + jsonRows(moler) + `, "solution": "` + solved + `", "level": "hard"}`, want: []string{moler + "|It|Ann"}},
		{name: "JSON, a wrong solution", file: `{"puzzle": "` + moler + `", "solution": "` + strings.Replace(solved, "92", "29", 1) + `"}`, want: []string{""}, errs: []string{"the solution beside it"}},
		{name: "JSON, nested", file: `{"newboard":{"grids":[{"value":` + jsonRows(moler) + `,"solution":` + jsonRows(solved) + `,"difficulty":"Medium"}],"results":1}}`, want: []string{moler}},
		{name: "JSON, one a line", file: `{"puzzle":"` + moler + "\"}\n{\"puzzle\":\n" + `{"puzzle":"` + dots + "\"}\n\n[1]\n", want: []string{moler, "", moler, ""}, errs: []string{"", "damaged", "", "81 are needed"}},
		{name: "JSON, damaged in the middle", file: `{"puzzle":"` + moler + "\"}\n{\"puzzle\":}\n" + `{"puzzle":"` + dots + "\"}\n", want: []string{moler, "", moler}, errs: []string{"", "damaged"}},
		{name: "JSON, cut off", file: `["` + moler + `","` + dots, want: []string{moler, ""}, errs: []string{"", "is the file complete"}},
		{name: "JSON without puzzles", file: `{"a": 1}`, want: []string{""}, errs: []string{"without a puzzle"}},
		{name: "CSV with quotes that nothing closes", file: "puzzle,name\n" + moler + ",5\" disk\n" + dots + ",\"open\n" + moler + ",\"a\"b\n" + dots + ",\"c\"\n" + moler + ",\"end\n",
			want: []string{moler, dots, moler, dots, moler}},
		{name: "CSV with rows of more and fewer columns below such a quote", file: "puzzle,name,note\n" + moler + ",\"open,x\n" + dots + ",more,y,z\n" + moler + ",\"open,x\n" + dots + ",fewer\n",
			want: []string{moler, dots, moler, dots}},
		{name: "CSV with a row that is none below such a quote", file: "puzzle,name\n" + moler + ",\"open\n" + moler[:80] + ",x\n\n" + dots + ",y\n",
			want: []string{moler, "", dots}, errs: []string{"", "80"}},
		{name: "CSV with a quote in a text before the puzzle", file: "name,puzzle\n5\" disk," + moler + "\n3\" disk," + dots + "\n", want: []string{moler, dots}},
		{name: "CSV with line ends in quotes", file: "id,puzzle,note\n1," + moler + ",\"two\nlines\"\n2,\"" + nine(dots) + "\",x\n3," + moler + ",\"a \"\"b\n\"\"\"\n4," + moler + ",y\n", want: []string{moler, moler, moler, moler}},
		{name: "CSV with a quote that never ends", file: "id,puzzle\n1," + moler + "\n2,\"" + moler + "\n", want: []string{moler, ""}, errs: []string{"", "character 1"}},
		{name: "CSV, question", file: "question,answer,rating\n" + moler + "," + solved + ",0\n", want: []string{moler}},
		{name: "Mac", file: "\ufeff" + moler + "\r" + dots + "\r", want: []string{moler, moler}},
		{name: "all line ends", file: moler + "\r\n" + moler + "\r\r\n\n" + moler + "\n" + moler, want: []string{moler, moler, moler, moler}},
		{name: "a NUL", file: moler + "\n" + moler[:40] + "\x00" + moler[41:] + "\n" + dots + "\n", want: []string{moler, "", moler}, errs: []string{"", "'�'"}},
		{name: "a long comment", file: moler + " # " + strings.Repeat("long ", 10_000) + "\n" + dots, want: []string{moler, moler}},
		{name: "7z", file: "7z\xbc\xaf\x27\x1c...", want: []string{""}, errs: []string{"7z archive: unpack"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			checkGrids(t, test.file, test.want, test.errs)
			if isText := strings.Trim(test.name, "7z") != "" && !strings.Contains(test.file, "\x00"); isText {
				checkGrids(t, utf16(test.file, unicode.LittleEndian), test.want, test.errs)
				checkGrids(t, utf16(test.file, unicode.BigEndian), test.want, test.errs)
			}
		})
	}
}

func checkGrids(t *testing.T, file string, want, errs []string) {
	t.Helper()
	got := slices.Collect(format.Read(strings.NewReader(file)))
	if len(got) != len(want) {
		t.Fatalf("%d entries, want %d:\n%+v", len(got), len(want), got)
	}
	for i, e := range got {
		wantErr := ""
		if i < len(errs) {
			wantErr = errs[i]
		}
		switch {
		case wantErr == "" && want[i] == "":
			if e.Err == nil {
				t.Errorf("entry %d: %+v, want an error", i, e)
			}
		case wantErr != "" || e.Err != nil:
			if e.Err == nil || wantErr == "" || !strings.Contains(e.Err.Error(), wantErr) {
				t.Errorf("entry %d: %+v, want an error with %q", i, e, wantErr)
			}
		case !sameEntry(e, want[i]):
			t.Errorf("entry %d: %s by %q, named %q; want %s", i, e.Grid, e.Author, e.Name, want[i])
		}
	}
}

// sameEntry compares with "grid|name|author".
func sameEntry(e format.Entry, want string) bool {
	parts := strings.Split(want, "|")
	wanted, _ := format.ParseLine(parts[0])
	named := len(parts) < 2 || e.Name == parts[1]
	return e.Grid == wanted.Grid && named && (len(parts) < 3 || e.Author == parts[2])
}

// Every packing is read whole, and a file that is packed twice is rejected as such.
func TestReadPacked(t *testing.T) {
	file := moler + "\n" + shidoku + "\nhello\n"
	want, errs := []string{moler, shidoku, ""}, []string{"", "", "'h'"}
	for name, packed := range map[string]string{
		"xz":    xzed(t, file),
		"bzip2": bzip2ed,
		"zip":   zipped(t, map[string]string{"a.txt": file}),
	} {
		t.Run(name, func(t *testing.T) { checkGrids(t, packed, want, errs) })
	}
	checkGrids(t, zipped(t, map[string]string{"a/": "", "a/1.txt": moler, "a/.hidden": "x", "__MACOSX/1.txt": "x", "b.sdk": nine(dots), "c.gz": gzipped(moler)}),
		[]string{moler, moler, ""}, []string{"", "", "c.gz: this file is packed twice: unpack it first"})
	checkGrids(t, zipped(t, map[string]string{"a.txt": file})[:60], []string{""}, []string{"zip: the file is damaged"})
	checkGrids(t, xzed(t, file)[:50], []string{""}, []string{"xz: the file is damaged"})
	unknown := strings.ReplaceAll(zipped(t, map[string]string{"a.txt": file}), "\x14\x00\x08\x00\x08\x00", "\x14\x00\x08\x00\x09\x00")
	checkGrids(t, unknown, []string{""}, []string{"a.txt: it is packed by method 9, which is not read here: unpack it first"})
	checkGrids(t, "BZh9"+strings.Repeat("x", 50), []string{""}, []string{"bzip2: the file is damaged"})
}

// A bomb in any packing is stopped early, also one in many small pieces.
func TestBombsOfEachPacking(t *testing.T) {
	zeros := func(w io.Writer) { _, _ = io.Copy(w, repeated("0", 12<<20)) }
	mebibyte := xzedBy(t, func(w io.Writer) { _, _ = io.Copy(w, repeated("0", 1<<20)) })
	var members bytes.Buffer
	z := zip.NewWriter(&members)
	for i := range 9 { // each of them below the free amount
		w, _ := z.Create(fmt.Sprint(i))
		_, _ = io.Copy(w, repeated("\n", 1<<20))
	}
	_ = z.Close()
	for name, packed := range map[string]string{
		"xz":             strings.Repeat(mebibyte, 12), // streams one after another
		"zip":            zippedBy(t, zeros),
		"zip of members": members.String(),
	} {
		entries := slices.Collect(format.Read(strings.NewReader(packed)))
		n := len(entries)
		if n == 0 || n > 2 || !strings.Contains(fmt.Sprint(entries[n-1].Err), "no puzzle file packs so well") {
			t.Errorf("%s: %d entries: %v", name, n, entries)
		}
	}
}

// What bzip2 makes of the file in TestReadPacked; no package writes bzip2.
const bzip2ed = "\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\x04\xbc\xe5\x5a\x00\x00\x1c\x59\x00\x28\x10\x00\x01\x7f\xc0\x02\x44\xa0\x00\x48\x4a\x29\xfa\x51\xe2\x99\xa8\x06\x9e\xa4\x00\x1a\x11\x01\xf3\xda\x1a\x6a\xd7\x20\x9c\x0e\xcd\x4e\x3d\x64\x1d\x44\xab\x68\x66\xca\xe1\x89\x79\x24\x34\xcc\x8b\x7c\x74\xe2\x64\x09\xde\x29\x1e\x5f\x17\x72\x45\x38\x50\x90\x04\xbc\xe5\x5a"

// What lz-string 1.5.0 makes of an f-puzzles puzzle named "Größe 数独" by Ann.
const packedPuzzle = "N4IgzglgXgpiBcBOANCALhNAbO8QHEAnAN4H2YACQB1NAbpxFQEMBXNACwHtCEQBBAOz70QAc0IQAJggDaU4AF9koAG4MsTXACZUwiEpiD4aQuoXzFpkCrW4AzNt36ERk+dfLV6hABZ7eg85hTOQBdZFlLD1wANl9HQ2NAtyCklPdrBDsRB38EkLCzAoj0+B8svydc1IsrT3gAVliclwK82WTCmtwADkaK5urIhBiyuID2oNDwzoQekabElrci2oBGXvj+1OXo9bHJxY7B+AB2XcrD4oa5voXx/fbthFPrjdut6fhhnXLXu/zHkpnTYHcZLD6zb6jXL3RQAzKQ+agtK1UoIm5IgFaF5jczBYJyIA"
const packedName = "|Größe 数独|Ann"

const gap = "020030040600000003004000500" + "000000000" + "800010006000705000" + "007000600400000008030040020"

func joined(text string, n int, between string) string {
	var parts []string
	for part := range slices.Chunk([]byte(text), n) {
		parts = append(parts, string(part))
	}
	return strings.Join(parts, between)
}

// rowsOf returns nine rows with a separator between the cells.
func rowsOf(text, separator string) string {
	var rows []string
	for row := range strings.SplitSeq(nine(text), "\n") {
		rows = append(rows, joined(row, 1, separator))
	}
	return strings.Join(rows, "\n")
}

func jsonRows(text string) string {
	return "[[" + strings.ReplaceAll(rowsOf(text, ","), "\n", "],[") + "]]"
}

// framed draws a frame of dots, as SudoCue does.
func framed(text string) string {
	lines := strings.Split(drawn(text), "\n")
	for i, line := range lines {
		switch {
		case i == 0:
			lines[i] = strings.ReplaceAll(line, "+", ".")
		case i == len(lines)-1:
			lines[i] = strings.ReplaceAll(line, "+", "'")
		case strings.HasPrefix(line, "+"):
			lines[i] = ":" + line[1:len(line)-1] + ":"
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

const sdx = `79 2 15789 u6 3 1789 4 189 15
6 1589 1 24 28 u4 127 189 3
13 89 4 12 6 1 5 89 7
1 u7 5 8 9 3 6 4 2
8 4 27 27 1 5 3 9 6
39 6 3 7 4 5 8 1 15
2 1 7 9 5 8 6 3 4
4 5 6 3 2 1 9 7 8
5 3 19 16 4 17 19 2 15
`

const sdxGrid = "020030400601000003" + "004061507" + "105893642" + "840015396" + "063745810" + "217958634" + "456321978" + "530040020"

const candidates = `.-------------------.-------------------.-------------------.
| 79    2     15789 | 16    3     1789  | 4     189   15    |
| 6     1589  1     | 24    28    47    | 127   189   3     |
| 13    89    4     | 12    6     1     | 5     89    7     |
:-------------------+-------------------+-------------------:
| 1     17    5     | 8     9     3     | 6     4     2     |
| 8     4     27    | 27    1     5     | 3     9     6     |
| 39    6     3     | 7     4     5     | 8     1     15    |
:-------------------+-------------------+-------------------:
| 2     1     7     | 9     5     8     | 6     3     4     |
| 4     5     6     | 3     2     1     | 9     7     8     |
| 5     3     19    | 16    4     17    | 19    2     15    |
'-------------------'-------------------'-------------------'
`

func openSudokuCells(version, marks string) string {
	var b strings.Builder
	for i, d := range moler {
		editable := "0"
		if d == '0' {
			editable = "1"
			d = rune(solved[i]) // placed by a player
		}
		fmt.Fprintf(&b, "%c|%s|%s|", d, marks, editable)
	}
	return version + b.String()
}

func kSudoku(kind string) string {
	var values strings.Builder
	for i := range 81 {
		d := moler[i%9*9+i/9]
		if d == '0' {
			values.WriteByte('_')
		} else {
			values.WriteByte('a' + d - '0')
		}
	}
	return `<!DOCTYPE ksudoku>
<ksudoku>
 <game had-help="0" msecs-elapsed="12">
  <puzzle>
   <graph order="9" type="` + kind + `" specific-type="Jigsaw"/>
   <values>` + values.String() + `</values>
  </puzzle>
  <history/>
 </game>
</ksudoku>`
}

func fPuzzleJSON(more string) string {
	var rows []string
	for row := range strings.SplitSeq(nine(moler), "\n") {
		var cells []string
		for i, d := range row {
			cell := fmt.Sprintf(`{"value":%c,"given":true}`, d)
			if d == '0' {
				cell = []string{"{}", `{"value":5}`, `{"centerPencilMarks":[1,2]}`}[i%3]
			}
			cells = append(cells, cell)
		}
		rows = append(rows, "["+strings.Join(cells, ",")+"]")
	}
	return `{"size":9,"title":"It","author":"Ann",` + more + `"grid":[` + strings.Join(rows, ",") + `]}`
}

func utf16(text string, order unicode.Endianness) string {
	encoded, err := unicode.UTF16(order, unicode.UseBOM).NewEncoder().String(strings.TrimPrefix(text, "\ufeff"))
	if err != nil {
		panic(err)
	}
	return encoded
}

func xzed(t *testing.T, text string) string {
	return xzedBy(t, func(w io.Writer) { _, _ = io.WriteString(w, text) })
}

func xzedBy(t *testing.T, write func(io.Writer)) string {
	t.Helper()
	var b bytes.Buffer
	w, err := xz.NewWriter(&b)
	must(t, err)
	write(w)
	must(t, w.Close())
	return b.String()
}

func zippedBy(t *testing.T, write func(io.Writer)) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("zeros.txt")
	must(t, err)
	write(w)
	must(t, z.Close())
	return b.String()
}

// zipped packs files in the order of their names.
func zipped(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, files[name])
		}
		must(t, err)
	}
	must(t, z.Close())
	return b.String()
}

// cellColumns names 81 columns.
func cellColumns() string {
	var names []string
	for cell := range 81 {
		names = append(names, fmt.Sprintf("r%dc%d", cell/9+1, cell%9+1))
	}
	return strings.Join(names, ",")
}

// A position of SudokuWiki's page on intersections, "Pointing pairs", and its clues, which the page has in
// another link.
const (
	pointingPair = "S9B4s010g091803064a4c281c1i2t082q7r7v81094g520l1o1m054b074i0g024i018i04038i4nbqba048y02b70gc34306040c07b6020eb707bk01447wbeba0f0558bgc22q032qb7bfbf4ebi05067u010g02bi"

	pointingPairClues = "010903600000080000900000507002010430000402000064070200701000005000030000005601020"
)

// coach packs a text as sudoku.coach does.
func coach(text string) string {
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, _ = io.WriteString(w, text) // a Buffer takes everything
	_ = w.Close()
	return "SCv7_32_" + strings.ToLower(base32.HexEncoding.WithPadding(base32.NoPadding).EncodeToString(packed.Bytes()))
}

// Cells outside of the grid, and values that are not digits, are errors that show them.
func TestGNOMEErrors(t *testing.T) {
	for _, c := range []struct{ position, value string }{
		{"[9,0]", "1"}, {"[0,9]", "1"}, {"[-1,0]", "1"}, {"[0,1.5]", "1"}, {`["a",0]`, "1"}, {"[0,0]", "10"}, {"[0,0]", `"x y"`},
	} {
		file := fmt.Sprintf(`{"cells":[{"position":%s,"value":%s,"fixed":true}]}`, c.position, c.value)
		n := 0
		for e := range format.Read(strings.NewReader(file)) {
			n++
			if e.Err == nil || !strings.Contains(e.Err.Error(), "rows and columns are 0 to 8") || !strings.Contains(e.Err.Error(), strings.Trim(c.value, `"`)) {
				t.Errorf("%s: %v", file, e.Err)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d entries", file, n)
		}
	}
}
