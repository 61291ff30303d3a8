package admin

import (
	"archive/zip"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/chat/chattest"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
)

// Progress is shown while a file is read, and not when it is.
func TestImportShowsProgress(t *testing.T) {
	var shown []string
	q := handler.Query{Speech: chat.SpeechIn("en")}
	q.Progress = func(body chat.Text) { shown = append(shown, body.String()) }
	for _, read := range []int{0, 10, 20} {
		importOptions(q, "mine", "mine.txt").Progress(importing.Report{Read: read, Total: 20})
	}
	if len(shown) != 1 || shown[0] != "mine.txt: 10 of 20 lines read …" {
		t.Errorf("shown %q", shown)
	}
}

// The name of a collection cannot break out of a title.
func TestImportTitle(t *testing.T) {
	q := handler.Query{Speech: chat.SpeechIn("en")}
	reply := imported(t.Context(), handler.New(nil, handler.Config{}), q, "f.txt", importing.Report{Collection: "a\ue0000\ue001b"})
	if title := reply.Screen.Title.String(); title != "Import into a\ufffd0\ufffdb" {
		t.Errorf("%q", title)
	}
}

// rejectedFile has a line or value that is not a puzzle, for a reason of a kind.
type rejectedFile struct{ text, kind string }

var rejectedFiles = []rejectedFile{
	{"hello world", "character"},
	{strings.Repeat("1", 80), "length"},
	{"5" + strings.Repeat(".", 15), "shidoku-digit"},
	{strings.Repeat("1", 81), "no-solution"},
	{"1234341221434321", "solved"},
	{"12.4............", "few-clues"},
	{"1234............", "many-solutions"},
	{"12345678." + "........9" + strings.Repeat(".", 63), "no-solution"},
	{"1.....3..2.....4 1111111111111111", "wrong-solution"},
	{"1.....3..2.....4,1.....3..2.....4,1.....3..2.....4", "several-grids"},
	{`{"a":1}`, "no-puzzle"},
	{`["1.....3..2.....4",true]`, "no-puzzle"},
	{`{"puzzle":""}`, "empty"},
	{encryptedZip, "packed"},
	{`{"size":4,"grid":[[{"given":true,"value":"?"},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}`, "cell"},
	{"id,puzzle\n1,1.....3..2.....4\n1\n", "rows"},
	{`[[1,2,3,4],[0,0,0,0]]`, "rows"},
	{strings.Repeat("x", 1<<20), "too-long"},
	{"[" + strings.Repeat("1,", 90) + "1]", "too-long"},
	{`{"size":9,"cage":[{"cells":["R1C1"],"value":"3"}],"grid":[[{"value":1,"given":true}]]}`, "variant"},
	{`{"size":8,"grid":[[{"value":1,"given":true}]]}`, "variant"},
	{"https://sudokupad.app/abc", "link"},
	{"https://sudoku.coach/en/play/abc", "link"},
	{"https://f-puzzles.com/?load=!!!", "damaged"},
	{`[{"puzzle":"1.....3..2.....4"`, "damaged"},
	{"\x1f\x8b\x08 and no more", "damaged"},
	{"PK\x03\x04 and no more", "damaged"},
	{`<?xml version="1.0"?><opensudoku><`, "damaged"},
	{"%PDF-1.4", "foreign"},
	{strings.Repeat("\x01", 100), "foreign"},
	{"<html><body>x</body></html>", "foreign"},
}

// encryptedZip is what is read of a zip archive with one file that only a password opens.
var encryptedZip = func() string {
	var packed strings.Builder
	w := zip.NewWriter(&packed)
	if _, err := w.CreateRaw(&zip.FileHeader{Name: "a.txt", Flags: 1}); err != nil {
		panic(err) // a Builder takes everything
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return packed.String()
}()

// reject is the first rejected line of a file, as a dry run reports it.
func reject(text string) (r importing.Reject) {
	for e := range format.Read(strings.NewReader(text)) {
		err := e.Err
		if err == nil {
			if _, err = rating.Rate(e.Grid); err != nil {
				err = unavoidable.Reason(e.Grid, err)
			}
		}
		if err != nil {
			return importing.Reject{Line: e.Line, Text: e.Text, Kind: importing.KindOf(err), Reason: err.Error(), Err: err}
		}
	}
	return r
}

// Why a line is rejected is said in the player's language, of what was just read and of what the archive kept.
func TestRejectionLanguages(t *testing.T) {
	for _, kind := range importing.ReasonKinds() {
		rare := kind == "too-hard" || kind == "unnamed" // no known grid is too hard; errors of the system have no name
		if !rare && !slices.ContainsFunc(rejectedFiles, func(f rejectedFile) bool { return f.kind == kind }) {
			t.Errorf("no file is rejected for a reason of kind %q", kind)
		}
	}
	english := chat.Speech{Words: explain.In(locale.Match("en"))}
	for _, tag := range []string{"en", "de", "zh-TW"} {
		s := chat.Speech{Words: explain.In(locale.Match(tag))}
		for _, file := range rejectedFiles {
			r := reject(file.text)
			if string(r.Kind) != file.kind {
				t.Errorf("%.40q, rejected for %q, is of kind %q, want %q", file.text, r.Reason, r.Kind, file.kind)
				continue
			}
			ofKind := s.Text("import.kind."+file.kind, nil)
			if got := rejectionKind(s, importing.ReasonCount{Kind: r.Kind, Reason: r.Reason, Lines: 1}); got.Kind != chat.PlainPart || got.Text != ofKind {
				t.Errorf("%s: of kind %q: %+v", tag, file.kind, got)
			}
			want := chat.Part{Text: ofKind}
			if text, ok := s.Error(r.Err); ok {
				want.Text = text
			} else if tag == "en" {
				want = chat.Typed(r.Reason)
			}
			if got := rejection(s, r); got.Kind != want.Kind || got.Text != want.Text && !strings.HasSuffix(got.Text, "…") {
				t.Errorf("%s: %.40q: %+v, want %+v", tag, file.text, got, want)
			}
			if tag != "en" && rejection(s, r).Text == rejection(english, r).Text {
				t.Errorf("%s: %.40q is rejected in English: %+v", tag, file.text, rejection(s, r))
			}
			r.Err = nil
			want = chat.Part{Text: ofKind}
			if tag == "en" {
				want = chat.Typed(r.Reason)
			}
			if got := rejection(s, r); got.Kind != want.Kind || got.Text != want.Text && !strings.HasSuffix(got.Text, "…") {
				t.Errorf("%s: %.40q from the archive: %+v, want %+v", tag, file.text, got, want)
			}
		}
	}
}

// A preview has no English in it where the language is another.
func TestPreviewLanguage(t *testing.T) {
	pseudo := chat.Speech{Words: explain.In(chattest.SpeakPseudo(t, "../../locale/en"))}
	for _, file := range rejectedFiles {
		r := reject(file.text)
		body := preview(pseudo, "1", importing.Report{
			Collection: "1", Read: 1, Rejected: 1, Reasons: []importing.ReasonCount{{Kind: r.Kind, Reason: r.Reason, Lines: 1}}, Rejects: []importing.Reject{r},
		})
		found := strings.ReplaceAll(strings.Join(chattest.Leaked(chat.Reply{Screen: chat.Screen{Body: body}}), " "), "hello", "")
		if strings.Trim(found, " ") != "" {
			t.Errorf("%.40q, rejected for %q: English in it: %q\n%s", file.text, r.Reason, found, body)
		}
	}
}

// What a former version rejected has no kind, and is shown as the archive has it.
func TestRejectionOfFormerVersion(t *testing.T) {
	german := chat.Speech{Words: explain.In(locale.Match("de"))}
	old := importing.Reject{Text: "12", Reason: `"12": 2 characters: want 81, or 16 for a shidoku`}
	if got := rejection(german, old); got.Kind != chat.CodePart || got.Text != old.Reason {
		t.Errorf("%+v", got)
	}
	if got := rejectionKind(german, importing.ReasonCount{Reason: "zip: a"}); got.Kind != chat.CodePart || got.Text != "zip: a" {
		t.Errorf("%+v", got)
	}
}
