package format_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/archive/format"
)

// repeated yields text over and over, n bytes in all.
func repeated(text string, n int64) io.Reader {
	return io.LimitReader(&cycle{text: text}, n)
}

type cycle struct {
	text string
	at   int
}

func (c *cycle) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = c.text[c.at]
		c.at = (c.at + 1) % len(c.text)
	}
	return len(p), nil
}

// No input makes Read hold more than a little, and every entry's text is short.
func TestReadIsBounded(t *testing.T) {
	const size = 2 << 20
	noise := make([]byte, 1<<20)
	r := rand.NewChaCha8([32]byte{})
	_, _ = r.Read(noise)
	for name, file := range map[string]io.Reader{
		"one line":           repeated("1", size),
		"one comment":        repeated("# x ", size),
		"one line of bars":   repeated("|", size),
		"borders":            repeated("---+---\n", size),
		"rows":               repeated("12345678.\n", size),
		"brackets":           repeated(strings.Repeat("]", 16_000)+"\n", size),
		"rows of 4 and bars": repeated("|1|2|3|4|\n|", size),
		"titles":             repeated("hello\n", size),
		"headers":            repeated("#C comment\n", size),
		"names in XML":       io.MultiReader(strings.NewReader("<opensudoku>"), repeated("<name>hello</name>", size)),
		"elements in XML":    io.MultiReader(strings.NewReader("<opensudoku>"), repeated("<a>", size)),
		"values in XML":      io.MultiReader(strings.NewReader("<ksudoku><puzzle>"), repeated("<values>_____</values>", size)),
		"damaged JSON":       repeated("{\"puzzle\":\n", size),
		"a row in quotes":    io.MultiReader(strings.NewReader("puzzle,name\n\""), repeated("\n", size)),
		"noise":              bytes.NewReader(noise),
		"noise without NUL":  bytes.NewReader(bytes.ReplaceAll(noise, []byte{0}, []byte{1})),
		"long, then a puzzle": io.MultiReader(repeated("1", 10_000_000),
			strings.NewReader("\n"+moler+"\n")),
	} {
		t.Run(name, func(t *testing.T) {
			last, before, most := format.Entry{}, heap(), uint64(0)
			n := 0
			for e := range format.Read(file) {
				if len(e.Text) > 64<<10 || len(e.Name) > 64<<10 || e.Err != nil && len(e.Err.Error()) > 1000 {
					t.Fatalf("an entry with %d bytes of text, %v", len(e.Text), e.Err)
				}
				last = e
				if n++; n%50_000 == 1 {
					most = max(most, heap())
				}
			}
			if most = max(most, heap()); most > before+1<<20 {
				t.Errorf("%d bytes of memory", most-before)
			}
			if name == "long, then a puzzle" && (last.Text != moler || last.Line != 2) {
				t.Errorf("after the long line: %+v", last)
			}
		})
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// Whatever stands in a file, reading it costs about as much for each byte.
func BenchmarkHostile(b *testing.B) {
	rows := strings.Repeat("|a|b|c|\n", 9)
	r := rand.New(rand.NewPCG(1, 2))
	noise, wrapped := "", ""
	for range 700 {
		noise += fmt.Sprint(r.Uint64())
	}
	for packed := format.PackLZ(`{"size":9,"title":"` + noise); len(packed) >= 4; packed = packed[4:] {
		wrapped += packed[:4] + "\n"
	}
	for _, file := range []struct{ name, piece string }{
		{"long borders", rows + strings.Repeat(strings.Repeat("-", 250)+"\n", 52)},
		{"short borders", rows + strings.Repeat("--+--\n", 52)},
		{"titles", rows + strings.Repeat("hello\n", 52)},
		{"strings", "[" + strings.Repeat(`"",`, 5000) + "\"\"]\n"},
		{"strings of bars", "[" + strings.Repeat(`"|1|2+",`, 1500) + "\"\"]\n"},
		{"nested arrays", strings.Repeat("[", 16_000) + "\n"},
		{"blanks", strings.Repeat("1 ", 8000) + "\n"},
		{"bars", strings.Repeat("|1", 8000) + "\n"},
		{"rules", strings.Repeat("|1 + ", 3000) + "\n"},
		{"a packed puzzle in short lines", wrapped},
		{"puzzles in a line", strings.Repeat(moler+",", 190) + "\n"},
	} {
		b.Run(file.name, func(b *testing.B) {
			b.SetBytes(1 << 20)
			for b.Loop() {
				for range format.Read(repeated(file.piece, 1<<20)) {
					continue
				}
			}
		})
	}
}

// A bomb is stopped early; honest files that pack well are not.
func TestBombs(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		bomb bool
	}{
		"zeros":   {"0", true},
		"puzzles": {moler + "\n", true}, // the same one a million times is not a puzzle file either
	} {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, _ = io.Copy(w, repeated(test.text, 32<<20))
		_ = w.Close()
		lines := 0
		var last format.Entry
		for e := range format.Read(&packed) {
			last = e
			lines++
		}
		if last.Err == nil || !strings.Contains(last.Err.Error(), "no puzzle file packs so well") || lines > 310_000 {
			t.Errorf("%s: %d lines, the last %v", name, lines, last.Err)
		}
	}
	var honest bytes.Buffer
	r := rand.New(rand.NewPCG(1, 1))
	for range 110_000 { // 9 MB, more than the guard has free
		line := []byte(strings.Repeat("0", 81))
		for range 17 {
			line[r.IntN(81)] = '1' + byte(r.IntN(9))
		}
		honest.Write(append(line, '\n'))
	}
	for _, packed := range []string{gzipped(honest.String()), zstded(honest.String())} {
		entries := slices.Collect(format.Read(strings.NewReader(packed)))
		if n := len(entries); n != 110_000 || entries[n-1].Err != nil {
			t.Errorf("%d puzzles of 110,000 out of %d bytes", n, len(packed))
		}
	}
}

// A text above many puzzles is with each of them, and so has to be short.
func TestNamesOfManyAreShort(t *testing.T) {
	long := strings.Repeat("ö", 100_000)
	game := `<game data="` + moler + `"/>`
	for _, file := range []string{
		"<opensudoku><folder name=\"" + long + "\">" + game + game + "</folder></opensudoku>",
		"<opensudoku><name>" + long + "</name><author>" + long + "</author>" + game + game + "</opensudoku>",
	} {
		n := 0
		for e := range format.Read(strings.NewReader(file)) {
			if n++; e.Err != nil || e.Name == "" || len(e.Name) > 1000 || len(e.Author) > 1000 || !utf8.ValidString(e.Name) {
				t.Errorf("a name of %d bytes, an author of %d, %v", len(e.Name), len(e.Author), e.Err)
			}
		}
		if n != 2 {
			t.Errorf("%d entries", n)
		}
	}
}

// After a damaged value the next line is read, however many there are.
func TestManyDamagedValues(t *testing.T) {
	const n = 3000
	rejected := 0
	for e := range format.Read(strings.NewReader(strings.Repeat("{\"puzzle\": \""+moler+"\"\n", n) + `{"puzzle":"` + moler + `"}`)) {
		if e.Err != nil {
			rejected++
		} else if e.Line != n+1 {
			t.Errorf("line %d", e.Line)
		}
	}
	if rejected != n {
		t.Errorf("%d rejected, want %d", rejected, n)
	}
}

// A million empty names in 46 MB cost as much memory as ten thousand. The writer's header of a member, its
// entry in the directory, is repeated.
func TestManyMembersAreNotBuilt(t *testing.T) {
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	if _, err := w.CreateRaw(&zip.FileHeader{}); err != nil {
		t.Fatal(err)
	}
	w.Close()
	const entry, end = 46, 22 // bytes
	one := file.Bytes()
	start := len(one) - end - entry
	many := slices.Concat(one[:start], bytes.Repeat(one[start:start+entry], 1_000_000), one[start+entry:])
	binary.LittleEndian.PutUint32(many[len(many)-10:], 1_000_000*entry) // the size of the directory

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var got []string
	for e := range format.Read(bytes.NewReader(many)) {
		got = append(got, e.Err.Error())
	}
	runtime.ReadMemStats(&after)
	if len(got) != 1 || !strings.HasPrefix(got[0], "zip: more than 10000 files") {
		t.Errorf("%.200q", got)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 40<<20 {
		t.Errorf("%d MB", took>>20)
	}
}

// The names in an archive are an attacker's to choose, and reasons are shown on terminals.
func TestMemberNamesAreInert(t *testing.T) {
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	for _, name := range []string{"\x1b[31m.txt", "ok.txt", strings.Repeat("x", 60_000)} {
		w, err := archive.Create(name)
		must(t, err)
		_, _ = w.Write([]byte("bad\n"))
	}
	w, err := archive.CreateHeader(&zip.FileHeader{Name: "secret.txt", Flags: 1})
	must(t, err)
	_, _ = w.Write([]byte("\x12\x34"))
	archive.Close()
	var got []string
	for e := range format.Read(&file) {
		if len(e.Err.Error()) > 1000 {
			t.Errorf("a reason of %d bytes", len(e.Err.Error()))
		}
		name, _, _ := strings.Cut(e.Err.Error(), ":")
		got = append(got, name[:min(len(name), 12)])
	}
	want := []string{`"\x1b[31m.tx`, "ok.txt", `"xxxxxxxxxxx`, "secret.txt"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
