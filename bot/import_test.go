package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// importing is a store whose imports a test decides.
type importing struct {
	*fakeStore
	importFile func(library.ImportOptions, io.Reader) (library.Report, error)
}

func (s importing) ImportFile(_ context.Context, o library.ImportOptions, r io.Reader) (library.Report, error) {
	return s.importFile(o, r)
}

func importRequest(collection string, open func() (io.ReadCloser, error)) Request {
	r := request(ann, "import", nil)
	r.ID, r.Rights.ManageGuild = "42", true
	options := map[string]string{}
	if collection != "" {
		options["collection"] = collection
	}
	r.Action = Ask{Command: "import", Options: options, File: &Attachment{"/home/ann/mine.txt", open}}
	return r
}

func someText() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("some text")), nil }

func TestImport(t *testing.T) {
	var options library.ImportOptions
	report := library.Report{Collection: "mine", Read: 12, New: 3, Duplicates: 1, Rejected: 8}
	for range 8 {
		report.Rejects = append(report.Rejects, library.Reject{Line: 4, Text: "abc", Reason: strings.Repeat("long ", 500)})
	}
	store := importing{newFakeStore(), func(o library.ImportOptions, r io.Reader) (library.Report, error) {
		options = o
		if text, err := io.ReadAll(r); string(text) != "some text" || err != nil {
			t.Errorf("the archive gets %q, %v", text, err)
		}
		return report, nil
	}}
	b := New(store, Config{})
	reply := b.Handle(t.Context(), importRequest("", someText))
	wants(t, reply, "mine.txt: 12 lines read, 3 new, 1 duplicate, 8 rejected.\nline 4: long long")
	wants(t, reply, "and 3 more")
	if reply.problem() != "" || !reply.Private || reply.Failed || reply.title() != "Import into mine" {
		t.Errorf("%+v", reply)
	}
	if options.Collection != "" || options.File != "mine.txt" || options.By != "Ann (1)" || options.Request != "42" {
		t.Errorf("the archive gets %+v", options)
	}
	if b.Handle(t.Context(), importRequest("Mine", someText)); options.Collection != "Mine" {
		t.Errorf("the archive gets %+v", options)
	}
}

// Each way to fail has its own words, and none shows what only operators should see.
func TestImportFails(t *testing.T) {
	noFile := func() (io.ReadCloser, error) { return nil, errors.New("no such file") }
	tooLarge := func() (io.ReadCloser, error) { return nil, &TooLargeError{"mine.txt", 25 << 20} }
	for _, want := range []struct {
		open func() (io.ReadCloser, error)
		err  error
		read int // lines that were kept before it failed
		text string
	}{
		{noFile, nil, 0, `cannot read "/home/ann/mine.txt": no such file`},
		{tooLarge, nil, 0, `"mine.txt" is larger than 25 MiB: split it`},
		{someText, &TooLargeError{"mine.txt", 25 << 20}, 0, `"mine.txt" is larger than 25 MiB: split it`},
		{someText, &library.NameError{Name: "x"}, 0, `"x" cannot be the name of a collection: want 1 to 200 bytes of text`},
		{someText, errors.New("the disk of 10.0.0.7 is full"), 7, `"mine.txt" could only be read in part, and what was read is kept: 7 new puzzles came in`},
		{someText, errors.New("unexpected EOF at 10.0.0.7"), 0, `"mine.txt" could not be read, and nothing was imported: give the file again`},
		{someText, postgres.ErrUnavailable, 0, `the archive cannot be reached just now`},
		{someText, context.Canceled, 7, `the bot is being restarted: give the file again to go on where it stopped`},
	} {
		b := New(importing{newFakeStore(), func(library.ImportOptions, io.Reader) (library.Report, error) {
			return library.Report{Read: want.read, New: want.read}, want.err
		}}, Config{})
		reply := b.Handle(t.Context(), importRequest("", want.open))
		if wants(t, reply, want.text); !reply.Failed || strings.Contains(reply.text(), "10.0.0.7") {
			t.Errorf("%+v", reply)
		}
	}
}

// withButtons is the request of a network that has buttons.
func withButtons(r Request) Request {
	r.Buttons = true
	return r
}

// pressOf is the request of a button of a preview, pressed by someone who may.
func pressOf(label string, reply Reply) Request {
	r := importRequest("", nil)
	r.ID = "43"
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
	b, store := realBot(t, newFakeStore().clock)
	lines := func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("1.....3..2.....4\n4.....2..3.....1\n" + moler + "\n12345\n")), nil
	}
	preview := b.Handle(t.Context(), withButtons(importRequest("best", lines)))
	wants(t, preview, "mine.txt: 4 lines read, 1 new, 2 duplicates, 1 rejected.")
	wants(t, preview, "Different puzzles: 1 Fiendish, 1 shidoku.")
	wants(t, preview, "1 line rejected: the wrong number of characters")
	wants(t, preview, "Nothing is imported yet. The buttons work for an hour.")
	if preview.problem() != "" || !preview.Private || preview.Failed || preview.title() != "Import into best?" {
		t.Errorf("%+v", preview)
	}
	if imports, err := store.Imports(t.Context()); err != nil || len(imports) != 1 {
		t.Errorf("a preview imports: %+v, %v", imports, err)
	}
	mayNot := pressOf("Import", preview)
	mayNot.Rights.ManageGuild = false
	wants(t, b.Handle(t.Context(), mayNot), "/import is for those who manage the server")
	elsewhere := pressOf("Import", preview)
	elsewhere.Place.GuildID = "8"
	wants(t, b.Handle(t.Context(), elsewhere), "this file is no longer waiting")

	other := New(store, Config{})
	reply := other.Handle(t.Context(), pressOf("Import", preview))
	if wants(t, reply, "mine.txt: 4 lines read, 1 new, 2 duplicates, 1 rejected."); reply.Failed || !reply.InPlace || reply.title() != "Import into best" {
		t.Errorf("%+v", reply)
	}
	wants(t, b.Handle(t.Context(), pressOf("Import", preview)), "this file is no longer waiting: it was imported or cancelled")
	changes, err := store.Changes(t.Context(), 10)
	if err != nil || len(changes) != 1 || changes[0].Action != library.ImportedFile || changes[0].By != "Ann (1)" || changes[0].GuildID != "7" {
		t.Errorf("the changes are %+v, %v", changes, err)
	}
	again := b.Handle(t.Context(), withButtons(importRequest("best", lines)))
	if wants(t, again, "This very file was imported before"); len(again.Screen.Rows) > 0 {
		t.Errorf("%+v", again)
	}
}

func TestImportIsCancelled(t *testing.T) {
	b, store := realBot(t, newFakeStore().clock)
	lines := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("1.....3..2.....4")), nil }
	preview := b.Handle(t.Context(), withButtons(importRequest("best", lines)))
	wants(t, b.Handle(t.Context(), pressOf("Cancel", preview)), "Nothing was imported.")
	wants(t, b.Handle(t.Context(), pressOf("Import", preview)), "this file is no longer waiting")
	if imports, err := store.Imports(t.Context()); err != nil || len(imports) != 1 {
		t.Errorf("the imports are %+v, %v", imports, err)
	}
	wants(t, b.Handle(t.Context(), pressOf("Cancel", preview)), "this file is no longer waiting")
	nothing := b.Handle(t.Context(), withButtons(importRequest("best", someText)))
	if wants(t, nothing, "There is no puzzle in it"); len(nothing.Screen.Rows) > 0 {
		t.Errorf("%+v", nothing)
	}
}

// during is a store with which something happens while a file is imported.
type during struct {
	Store
	do func()
}

func (d during) ImportFile(ctx context.Context, o library.ImportOptions, r io.Reader) (library.Report, error) {
	if !o.DryRun {
		d.do()
	}
	return d.Store.ImportFile(ctx, o, r)
}

// What one process imports cannot be cancelled in another, nor what it has imported in part.
func TestImportIsCancelledElsewhere(t *testing.T) {
	other, store := realBot(t, newFakeStore().clock)
	lines := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("1.....3..2.....4")), nil }
	const begun = "the import of this file has begun and can no longer be cancelled"
	var preview Reply
	ctx, stop := context.WithCancel(t.Context())
	b := New(during{store, func() {
		wants(t, other.Handle(t.Context(), pressOf("Cancel", preview)), begun)
		stop()
	}}, Config{})
	preview = b.Handle(t.Context(), withButtons(importRequest("best", lines)))
	if reply := b.Handle(ctx, pressOf("Import", preview)); !reply.Failed {
		t.Errorf("the bot stops, and says %+v", reply)
	}
	wants(t, other.Handle(t.Context(), pressOf("Cancel", preview)), begun)
	wants(t, other.Handle(t.Context(), pressOf("Import", preview)), "1 line read, 1 new")
	wants(t, other.Handle(t.Context(), pressOf("Cancel", preview)), "this file is no longer waiting: it was imported")
}

// Of two processes, of which one is to import and the other to cancel, only one does what it is to do.
func TestImportOrCancel(t *testing.T) {
	b, store := realBot(t, newFakeStore().clock)
	other := New(store, Config{})
	for i := range 10 {
		lines := func() (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader(strings.Repeat("1.....3..2.....4\n", i+1))), nil
		}
		preview := b.Handle(t.Context(), withButtons(importRequest("best", lines)))
		press := func(label string) Request {
			r := pressOf(label, preview)
			r.ID = fmt.Sprint(label, i)
			return r
		}
		importing := make(chan Reply)
		go func() { importing <- b.Handle(t.Context(), press("Import")) }()
		cancelled := other.Handle(t.Context(), press("Cancel"))
		if imported := <-importing; imported.Failed == cancelled.Failed {
			t.Errorf("one says %q, the other %q", imported.text(), cancelled.text())
		}
	}
}

// Progress is shown while a file is read, and not when it is.
func TestImportShowsProgress(t *testing.T) {
	var shown []string
	b := New(importing{newFakeStore(), func(o library.ImportOptions, _ io.Reader) (library.Report, error) {
		for _, read := range []int{0, 10, 20} {
			o.Progress(library.Report{Read: read, Total: 20})
		}
		return library.Report{Read: 20, Total: 20, New: 20}, nil
	}}, Config{})
	r := importRequest("", someText)
	r.Progress = func(body Text) { shown = append(shown, body.String()) }
	b.Handle(t.Context(), r)
	if len(shown) != 1 || shown[0] != "mine.txt: 10 of 20 lines read …" {
		t.Errorf("shown %q", shown)
	}
}
