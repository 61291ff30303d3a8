package admin

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
)

// The name of a collection cannot break out of a title.
func TestImportTitle(t *testing.T) {
	q := handler.Query{Speech: chat.SpeechIn("en")}
	reply := imported(t.Context(), handler.New(nil, handler.Config{}), q, "f.txt", library.Report{Collection: "a\ue0000\ue001b"})
	if title := reply.Screen.Title.String(); title != "Import into a\ufffd0\ufffdb" {
		t.Errorf("%q", title)
	}
}
