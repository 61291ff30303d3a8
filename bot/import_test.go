package bot

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive"
)

// swallow reads a file and knows nothing of it.
func swallow(_ context.Context, o archive.ImportOptions, _ string, r io.Reader) (archive.Report, error) {
	_, err := io.Copy(io.Discard, r)
	return archive.Report{Collection: o.Collection}, err
}

func TestImport(t *testing.T) {
	var options archive.ImportOptions
	report := archive.Report{Collection: "Mine", Read: 12, New: 3, Duplicates: 1, Rejected: 8}
	for range 8 {
		report.Rejects = append(report.Rejects, archive.Reject{Line: 4, Text: "abc", Reason: strings.Repeat("long ", 500)})
	}
	var fault error
	b := New(newFakeStore(), Config{Importer: func(_ context.Context, o archive.ImportOptions, name string, r io.Reader) (archive.Report, error) {
		options = o
		if text, err := io.ReadAll(r); string(text) != "some text" || name != "mine.txt" || err != nil {
			t.Errorf("the importer gets %q of %q, %v", text, name, err)
		}
		return report, fault
	}})
	file := &Attachment{"/home/ann/mine.txt", func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("some text")), nil }}
	r := Request{Command: "import", Player: ann, Guild: "7", Admin: true, Attachment: file}
	reply := b.Handle(t.Context(), r)
	wants(t, reply, "mine.txt: 12 lines read, 3 new, 1 duplicate, 8 rejected.\nline 4: long long")
	wants(t, reply, "and 3 more")
	if reply.problem() != "" || !reply.Private || reply.Failed || options.Collection != "" || options.File != "mine.txt" {
		t.Errorf("%+v %+v", reply, options)
	}
	r.Options = map[string]string{"collection": "Mine"}
	if b.Handle(t.Context(), r); options.Collection != "Mine" || options.By != "Ann (1)" {
		t.Errorf("%+v", options)
	}
	fault = errors.New("the database at 10.0.0.7 is down")
	if reply = b.Handle(t.Context(), r); !reply.Failed || strings.Contains(reply.Text, "10.0.0.7") {
		t.Errorf("%+v", reply)
	}
	file.Open = func() (io.ReadCloser, error) { return nil, errors.New("no such file") }
	if reply = b.Handle(t.Context(), r); !reply.Failed {
		t.Errorf("%+v", reply)
	}
	wants(t, reply, `cannot read "/home/ann/mine.txt": no such file`)
}
