package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/admin"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
)

func importRequest(collection string, open func(context.Context) (io.ReadCloser, error)) chat.Request {
	r := request(ann, "import", nil)
	r.ID, r.Rights.ManageGuild = "42", true
	options := map[string]string{}
	if collection != "" {
		options["collection"] = collection
	}
	r.Action = chat.Ask{Command: "import", Options: options, File: &chat.Attachment{Name: "/home/ann/mine.txt", Open: open}}
	return r
}

func someText(context.Context) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader("some text")), nil
}

// lines opens a file.
func lines(all ...string) func(context.Context) (io.ReadCloser, error) {
	return func(context.Context) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(strings.Join(all, "\n"))), nil
	}
}

func TestImport(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	file := []string{fishy, moler, mini}
	for i := range 8 {
		file = append(file, strings.Repeat("1", 20+i))
	}
	reply := b.Handle(t.Context(), importRequest("", lines(append(file, mini)...)))
	wants(t, reply, "mine.txt: 12 lines read, 1 new, 3 duplicates, 8 rejected.\nline 4: ")
	wants(t, reply, "and 3 more")
	if problemOf(reply) != "" || !reply.Private || reply.Failed || titleOf(reply) != "Import into mine" {
		t.Errorf("%+v", reply)
	}
	again := importRequest("Mine", lines(file...))
	again.ID = "43"
	b.Handle(t.Context(), again)
	imports, err := store.Imports(t.Context())
	check(t, err)
	var got []string
	for _, i := range imports {
		if i.Collection == "Test" {
			continue
		}
		got = append(got, fmt.Sprint(i.Collection, " ", i.File, " ", i.By))
	}
	slices.Sort(got)
	if want := []string{"Mine mine.txt Ann (1)", "mine mine.txt Ann (1)"}; !slices.Equal(got, want) {
		t.Errorf("the imports are %q, want %q", got, want)
	}
}

// broken is a file whose reading fails.
func broken(err error) func(context.Context) (io.ReadCloser, error) {
	return func(context.Context) (io.ReadCloser, error) { return io.NopCloser(iotest.ErrReader(err)), nil }
}

// Each way to fail has its own words, and none shows what only operators should see.
func TestImportFails(t *testing.T) {
	b := newStore(t).bot()
	tooLarge := &chat.TooLargeError{Name: "mine.txt", Most: 25 << 20}
	longName := strings.Repeat("x", library.MaxName+1)
	for _, want := range []struct {
		collection string
		open       func(context.Context) (io.ReadCloser, error)
		text       string
	}{
		{"", func(context.Context) (io.ReadCloser, error) { return nil, errors.New("no such file") }, `cannot read "/home/ann/mine.txt": no such file`},
		{"", func(context.Context) (io.ReadCloser, error) { return nil, tooLarge }, `"mine.txt" is larger than 25 MiB: split it`},
		{"", broken(tooLarge), `"mine.txt" is larger than 25 MiB: split it`},
		{longName, someText, ` cannot be the name of a collection: use 1 to 200 bytes of text`},
		{"", broken(errors.New("unexpected EOF at 10.0.0.7")), `"mine.txt" could not be read, and nothing was imported: send the file again`},
	} {
		reply := b.Handle(t.Context(), importRequest(want.collection, want.open))
		if wants(t, reply, want.text); !reply.Failed || strings.Contains(textOf(reply), "10.0.0.7") {
			t.Errorf("%+v", reply)
		}
	}
}

// So has each way to stop after some lines were kept.
func TestImportStops(t *testing.T) {
	b := New(nil, Config{})
	h, _ := find("import")
	q := handler.Query{Speech: chat.SpeechIn("en"), Handler: h}
	for _, want := range []struct {
		err  error
		read int
		text string
	}{
		{errors.New("the disk of 10.0.0.7 is full"), 7, `"mine.txt" could only be read in part: 7 new puzzles imported`},
		{postgres.ErrUnavailable, 0, `the archive cannot be reached right now`},
		{context.Canceled, 7, `the bot is being restarted: send the file again to continue where it stopped`},
	} {
		err := admin.ImportRefusal(t.Context(), b.env, q, "mine.txt", importing.Report{Read: want.read, New: want.read}, want.err)
		if words := problemFor(t.Context(), b.env, q, err).words.String(); !strings.Contains(words, want.text) || strings.Contains(words, "10.0.0.7") {
			t.Errorf("%v: %q, want %q", want.err, words, want.text)
		}
	}
}

// withButtons is the request of a network that has buttons.
func withButtons(r chat.Request) chat.Request {
	r.Buttons = true
	return r
}

// presses counts those of [pressOf]: each is a request of its own.
var presses atomic.Int64

// pressOf is the request of a button of a preview, pressed by someone who may.
func pressOf(label string, reply chat.Reply) chat.Request {
	r := importRequest("", nil)
	r.ID = fmt.Sprint("press ", presses.Add(1))
	for _, row := range reply.Screen.Rows {
		for _, button := range row {
			if button.Label == label {
				r.Action = button.Press
			}
		}
	}
	return withButtons(r)
}

// A preview changes nothing; the file is imported when it is confirmed, by any process, and once.
func TestImportIsConfirmed(t *testing.T) {
	b, store := realBot(t, &clock{time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)})
	file := lines("1.....3..2.....4", "4.....2..3.....1", moler, "12345", "")
	preview := b.Handle(t.Context(), withButtons(importRequest("best", file)))
	wants(t, preview, "mine.txt: 4 lines read, 1 new, 2 duplicates, 1 rejected.")
	wants(t, preview, "Different puzzles: 1 Fiendish, 1 shidoku.")
	wants(t, preview, "1 line rejected: the wrong number of characters")
	wants(t, preview, "Nothing is imported yet. The buttons work for an hour.")
	if problemOf(preview) != "" || !preview.Private || preview.Failed || titleOf(preview) != "Import into best?" {
		t.Errorf("%+v", preview)
	}
	if imports, err := store.Imports(t.Context()); err != nil || len(imports) != 1 {
		t.Errorf("a preview imports: %+v, %v", imports, err)
	}
	mayNot := pressOf("Import", preview)
	mayNot.Rights.ManageGuild = false
	wants(t, b.Handle(t.Context(), mayNot), "only for admins")
	elsewhere := pressOf("Import", preview)
	elsewhere.Place.GuildID = "8"
	wants(t, b.Handle(t.Context(), elsewhere), "this file is no longer waiting")

	other := New(store, Config{})
	press := pressOf("Import", preview)
	for range 2 { // a network may bring it twice
		reply := other.Handle(t.Context(), press)
		if wants(t, reply, "mine.txt: 4 lines read, 1 new, 2 duplicates, 1 rejected."); reply.Failed || !reply.InPlace || titleOf(reply) != "Import into best" {
			t.Errorf("%+v", reply)
		}
	}
	wants(t, b.Handle(t.Context(), pressOf("Import", preview)), "this file is no longer waiting: it was imported or cancelled")
	changes, err := store.Changes(t.Context(), 10)
	if err != nil || len(changes) != 1 || changes[0].Action != library.ImportedFile || changes[0].By != "Ann (1)" || changes[0].GuildID != "7" {
		t.Errorf("the changes are %+v, %v", changes, err)
	}
	again := b.Handle(t.Context(), withButtons(importRequest("best", file)))
	if wants(t, again, "This exact file was imported before"); len(again.Screen.Rows) > 0 {
		t.Errorf("%+v", again)
	}
}

func TestImportIsCancelled(t *testing.T) {
	b, store := realBot(t, &clock{time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)})
	file := lines(mini)
	preview := b.Handle(t.Context(), withButtons(importRequest("best", file)))
	press := pressOf("Cancel", preview)
	for range 2 {
		wants(t, b.Handle(t.Context(), press), "Nothing was imported.")
	}
	wants(t, b.Handle(t.Context(), pressOf("Import", preview)), "this file is no longer waiting")
	if imports, err := store.Imports(t.Context()); err != nil || len(imports) != 1 {
		t.Errorf("the imports are %+v, %v", imports, err)
	}
	wants(t, b.Handle(t.Context(), pressOf("Cancel", preview)), "this file is no longer waiting")
	nothing := b.Handle(t.Context(), withButtons(importRequest("best", someText)))
	if wants(t, nothing, "The file has no puzzle"); len(nothing.Screen.Rows) > 0 {
		t.Errorf("%+v", nothing)
	}
}

// What one process imports cannot be cancelled in another, nor what it has imported in part.
func TestImportIsCancelledElsewhere(t *testing.T) {
	store, proxy := newStoreFar(t)
	other := New(archivetest.Open(t, store.timed), Config{})
	const begun = "the import of this file has begun and can no longer be cancelled"
	ctx, stop := context.WithCancel(t.Context())
	b := store.bot()
	preview := b.Handle(t.Context(), withButtons(importRequest("best", lines("4.....2..3.....1", moler[1:]+moler[:1]))))
	proxy.Before("insert into import", 1, func() {
		wants(t, other.Handle(t.Context(), pressOf("Cancel", preview)), begun)
		stop()
	})
	if reply := b.Handle(ctx, pressOf("Import", preview)); !reply.Failed {
		t.Errorf("the bot stops, and says %+v", reply)
	}
	wants(t, other.Handle(t.Context(), pressOf("Cancel", preview)), begun)
	wants(t, other.Handle(t.Context(), pressOf("Import", preview)), "lines read")
	wants(t, other.Handle(t.Context(), pressOf("Cancel", preview)), "this file is no longer waiting: it was imported")
}

// Of two processes, of which one is to import and the other to cancel, only one does what it is to do.
func TestImportOrCancel(t *testing.T) {
	b, store := realBot(t, &clock{time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)})
	other := New(store, Config{})
	for i := range 10 {
		file := lines(slices.Repeat([]string{mini}, i+1)...)
		preview := b.Handle(t.Context(), withButtons(importRequest("best", file)))
		press := func(label string) chat.Request {
			r := pressOf(label, preview)
			r.ID = fmt.Sprint(label, i)
			return r
		}
		importing := make(chan chat.Reply)
		go func() { importing <- b.Handle(t.Context(), press("Import")) }()
		cancelled := other.Handle(t.Context(), press("Cancel"))
		if imported := <-importing; imported.Failed == cancelled.Failed {
			t.Errorf("one says %q, the other %q", textOf(imported), textOf(cancelled))
		}
	}
}
