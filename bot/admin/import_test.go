package admin

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
)

// Progress is shown while a file is read, and not when it is.
func TestImportShowsProgress(t *testing.T) {
	var shown []string
	q := handler.Query{Speech: chat.SpeechIn("en")}
	q.Progress = func(body chat.Text) { shown = append(shown, body.String()) }
	for _, read := range []int{0, 10, 20} {
		showProgress(q, "mine.txt", library.Report{Read: read, Total: 20})
	}
	if len(shown) != 1 || shown[0] != "mine.txt: 10 of 20 lines read …" {
		t.Errorf("shown %q", shown)
	}
}
