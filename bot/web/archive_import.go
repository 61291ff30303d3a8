package web

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
)

// maxUpload is how large a file may be that is imported: 25 MiB, as in a chat. Larger ones are for the
// command line.
const maxUpload = 25 << 20

// work is an import, or the preview of one. It takes longer than a request may, so it goes on by
// itself: any browser of the player sees how far it is and what came of it.
type work struct {
	key      string // what it does: the same one, sent twice, is done once; "": it was never begun
	words    string // "Importing mine.txt …"
	progress string
	reply    *chat.Reply // nil while it is under way
}

func (w work) isUnderWay() bool { return w.key != "" && w.reply == nil }

// works has the work that was begun last. There is one at a time.
type works struct {
	ctx     context.Context // that of the server: its end interrupts the work
	running sync.WaitGroup

	mu   sync.Mutex
	last work
}

// begin does something in the background, and reports whether it does: not while something else is
// under way.
func (ws *works) begin(w work, do func(context.Context) chat.Reply) bool {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if ws.last.isUnderWay() {
		return ws.last.key == w.key
	}
	ws.last = w
	ws.running.Go(func() {
		reply := do(ws.ctx)
		ws.note(func(w *work) { w.reply = &reply })
	})
	return true
}

// note changes the work that is under way.
func (ws *works) note(change func(*work)) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	change(&ws.last)
}

func (ws *works) current() work {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return ws.last
}

// importFile begins to read what a file would bring; nothing is imported before a button of the answer
// is pressed.
func (v *visit) importFile() error {
	if err := v.r.ParseMultipartForm(1 << 20); err != nil {
		return unreadable(err)
	}
	defer func() { _ = v.r.MultipartForm.RemoveAll() }()
	file, header, err := v.r.FormFile("file")
	if errors.Is(err, http.ErrMissingFile) {
		return errBadRequest
	} else if err != nil {
		return err
	}
	defer file.Close()
	attached, hash, err := attachment(file, header)
	if err != nil {
		return err
	}
	ask := chat.Ask{Command: "import", Options: map[string]string{}, File: attached}
	name := strings.TrimSpace(v.r.PostForm.Get("collection"))
	if name != "" {
		ask.Options["collection"] = name
	}
	w := work{key: fmt.Sprintf("%q %q %x", attached.Name, name, hash), words: v.Text("page.archive.reading", locale.Args{"File": attached.Name})}
	return v.begun(ask, w)
}

// attachment is a file that was sent, and the hash of what is in it. It is read while the request lasts.
func attachment(file multipart.File, header *multipart.FileHeader) (a *chat.Attachment, hash [sha256.Size]byte, err error) {
	name := cmp.Or(header.Filename, "file")
	if header.Size > maxUpload {
		tooLarge := &chat.TooLargeError{Name: name, Most: maxUpload}
		return &chat.Attachment{Name: name, Open: func(context.Context) (io.ReadCloser, error) { return nil, tooLarge }}, hash, nil
	}
	content, err := io.ReadAll(file)
	return &chat.Attachment{Name: name, Open: func(context.Context) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(content)), nil
	}}, sha256.Sum256(content), err
}

// decideImport begins to import the file of a preview, or forgets it.
func (v *visit) decideImport() error {
	if err := v.readForm(); err != nil {
		return err
	}
	press := chat.Press{Verb: chat.Verb(v.r.PostForm.Get("verb")), Argument: v.r.PostForm.Get("number")}
	switch press.Verb {
	case chat.CancelImport:
		if w := v.works.current(); w.isUnderWay() && w.key == workOf(press) { // in another tab
			return v.redirect("archive/import")
		}
		return v.answered(v.Bot.Handle(v.ctx(), v.asking(press)))
	case chat.ConfirmImport:
	default:
		return errBadRequest
	}
	file, err := v.Store.WaitingImport(v.ctx(), v.session.GuildID, v.session.Player.ID)
	if err != nil && !errors.Is(err, postgres.ErrNotFound) {
		return err
	}
	w := work{key: workOf(press), words: v.Text("page.archive.importing", locale.Args{"File": file.File})}
	return v.begun(press, w)
}

// workOf is the key of the import that a button of a preview begins.
func workOf(press chat.Press) string { return "number " + press.Argument }

// begun begins a work that the bot does, and leads to the page that shows it.
func (v *visit) begun(action chat.Action, w work) error {
	request := v.asking(action)
	request.Progress = func(t chat.Text) { v.works.note(func(w *work) { w.progress = t.String() }) }
	if !v.works.begin(w, func(ctx context.Context) chat.Reply { return v.Bot.Handle(ctx, request) }) {
		busy := result{Title: v.Text("page.problem.title", nil), Words: v.Text("page.archive.busy", nil), Failed: true}
		return v.renderArchive(http.StatusConflict, busy)
	}
	return v.redirect("archive/import")
}

// workPage is the body of the page of an import.
type workPage struct {
	Working, Progress string // "" when it is done
	Result            result
}

// showImport shows how far the import is that was begun last, or what came of it.
func (v *visit) showImport() error {
	p := workPage{Result: result{Words: v.Text("page.archive.no-import", nil)}}
	switch w := v.works.current(); {
	case w.isUnderWay():
		p = workPage{Working: w.words, Progress: w.progress}
	case w.reply != nil:
		p.Result = v.resultOf(*w.reply)
	}
	return v.render(http.StatusOK, "import.html", v.Text("page.archive.import-title", nil), p)
}

// waiting offers the file that the player was shown a preview of, if it still waits.
func (v *visit) waiting() (result, error) {
	file, err := v.Store.WaitingImport(v.ctx(), v.session.GuildID, v.session.Player.ID)
	if errors.Is(err, postgres.ErrNotFound) || v.works.current().isUnderWay() {
		return result{}, nil
	}
	if err != nil {
		return result{}, err
	}
	number := strconv.FormatInt(file.ID, 10)
	return result{
		Title: v.Text("page.archive.import-title", nil), Words: v.Text("page.archive.waiting", locale.Args{"File": file.File}),
		Decide: v.root() + decisions,
		Buttons: []resultButton{
			{string(chat.ConfirmImport), number, v.Text("button.import", nil)},
			{string(chat.CancelImport), number, v.Text("button.cancel", nil)},
		},
	}, nil
}
