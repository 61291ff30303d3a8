package admin

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// ImportCommand is /import.
func ImportCommand() handler.Handler {
	return handler.Handler{
		Name: "import",
		Options: []chat.Option{
			{Name: "file", Required: true, Kind: chat.FileOption},
			{Name: "collection", Kind: chat.OwnCollectionOption},
		},
		Prepare: handler.Admin | handler.Slow, Example: []chat.Given{{Name: "file", Value: "puzzles.txt"}}, Answer: importFile,
		Buttons: []handler.Button{
			{Verb: chat.ConfirmImport, Handler: &handler.Handler{Name: "confirmed-import", Prepare: handler.Admin | handler.Slow | handler.Writes, Before: importWaiting, Answer: confirmImport}},
			{Verb: chat.CancelImport, Handler: &handler.Handler{Name: "cancelled-import", Prepare: handler.Admin | handler.Writes, Answer: cancelImport}},
		},
	}
}

var errNoGuild = errors.New("an import outside of any guild")

// importFile shows a preview of a file, with buttons to import it or not. On a network without
// buttons it imports the file.
func importFile(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	if q.Place.GuildID == "" { // the archive would take it for the operator's
		return chat.Reply{}, errNoGuild
	}
	name := path.Base(q.File.Name)
	file, err := openFile(ctx, env, q, name)
	if err != nil {
		return chat.Reply{}, err
	}
	defer file.Close()
	o := importOptions(q, q.Option("collection"), name)
	if !q.Buttons {
		report, err := env.Store.ImportFile(ctx, o, file)
		if err != nil {
			return chat.Reply{}, ImportRefusal(ctx, env, q, name, report, err)
		}
		return imported(ctx, env, q, name, report), nil
	}
	content, err := io.ReadAll(file) // no more than the network allows
	if err != nil {
		return chat.Reply{}, ImportRefusal(ctx, env, q, name, importing.Report{}, err)
	}
	return previewImport(ctx, env, q, o, content)
}

// openFile opens the attached file; its error is a refusal.
func openFile(ctx context.Context, env *handler.Env, q handler.Query, name string) (io.ReadCloser, error) {
	file, err := q.File.Open(ctx)
	var tooLarge *chat.TooLargeError
	switch {
	case errors.As(err, &tooLarge):
		return nil, chat.Refuse("refusal.file-too-large", locale.Args{"File": chat.Quoted(tooLarge.Name), "Most": tooLarge.Most >> 20})
	case errors.Is(err, chat.ErrNotFetched):
		env.Config.Log.WarnContext(ctx, "an attachment was not imported", "file", name, "guild", q.Place.GuildID, "error", err)
		return nil, chat.Refuse("refusal.not-fetched", locale.Args{"File": chat.Quoted(q.File.Name)})
	case err != nil:
		return nil, chat.Refuse("refusal.file", locale.Args{"File": chat.Quoted(q.File.Name), "Reason": chat.Typed(err.Error())})
	}
	return file, nil
}

func importOptions(q handler.Query, collection, file string) importing.Options {
	return importing.Options{
		GuildID: q.Place.GuildID, Collection: collection, File: file, Request: q.ID, By: by(q),
		Progress: func(r importing.Report) {
			if q.Progress != nil && r.Read != 0 && r.Read != r.Total {
				q.Progress(q.Say("import.progress", locale.Args{"File": chat.Typed(file), "Read": r.Read, "Total": q.Count("count.lines", r.Total, nil)}))
			}
		},
	}
}

// by is the player's signature in the archive.
func by(q handler.Query) string { return people.Signature(q.PlayerPart(q.Player).Text, q.Player.ID) }

// previewImport previews the import of a file, and keeps the file until the player confirms.
func previewImport(ctx context.Context, env *handler.Env, q handler.Query, o importing.Options, content []byte) (chat.Reply, error) {
	o.DryRun = true
	report, err := env.Store.ImportFile(ctx, o, bytes.NewReader(content))
	if err != nil {
		return chat.Reply{}, ImportRefusal(ctx, env, q, o.File, importing.Report{}, err)
	}
	title := q.Text("title.import-preview", locale.Args{"Collection": report.Collection})
	body := preview(q.Speech, o.File, report)
	if report.New+report.Duplicates == 0 || report.Repeated {
		return chat.Private(title, body), nil
	}
	id, err := env.Store.AddPending(ctx, importing.Pending{
		GuildID: q.Place.GuildID, PlayerID: q.Player.ID, Collection: o.Collection, File: o.File, Content: content,
	})
	if errors.Is(err, importing.ErrManyPending) {
		return chat.Reply{}, chat.Refuse("refusal.many-imports", nil)
	}
	if err != nil {
		return chat.Reply{}, err
	}
	reply := chat.Private(title, chat.Join("\n", body, q.Say("import.confirm", nil)))
	number := strconv.FormatInt(id, 10)
	reply.Screen.Rows = chat.Buttons(
		chat.Button{Label: q.Text("button.import", nil), Press: chat.Press{Verb: chat.ConfirmImport, Argument: number}},
		chat.Button{Label: q.Text("button.cancel", nil), Press: chat.Press{Verb: chat.CancelImport, Argument: number}},
	)
	return reply, nil
}

// importWaiting imports a file whose preview was shown. If the bot stops meanwhile, the file still waits, and the button
// resumes the import. It may take minutes, so it runs outside of transactions.
func importWaiting(ctx context.Context, env *handler.Env, q *handler.Query) error {
	i := &q.Imported
	id, _ := strconv.ParseInt(q.Pressed.Argument, 10, 64)
	if i.File, i.Err = env.Store.BeginPending(ctx, q.Place.GuildID, id); i.Err != nil {
		i.Err = pendingRefusal(i.Err)
		return nil
	}
	i.Report, i.Err = env.Store.ImportFile(ctx, importOptions(*q, i.File.Collection, i.File.File), bytes.NewReader(i.File.Content))
	if i.Err != nil {
		i.Err = ImportRefusal(ctx, env, *q, i.File.File, i.Report, i.Err)
	}
	return nil
}

// confirmImport records an import with its player, and deletes the file that waited: both once, with the answer.
func confirmImport(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	p, report, err := q.Imported.File, q.Imported.Report, q.Imported.Err
	if err == nil {
		err = env.Store.NoteImport(ctx, p.GuildID, by(q), p.File, report)
	}
	if err == nil {
		err = env.Store.DropPending(ctx, p.GuildID, p.ID)
	}
	if err != nil {
		return chat.Reply{}, err
	}
	reply := imported(ctx, env, q, p.File, report)
	reply.InPlace = true
	return reply, nil
}

// cancelImport deletes a file that waits, unless a process has begun to import it.
func cancelImport(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	id, _ := strconv.ParseInt(q.Pressed.Argument, 10, 64)
	if err := env.Store.CancelPending(ctx, q.Place.GuildID, id); err != nil {
		return chat.Reply{}, pendingRefusal(err)
	}
	reply := chat.Private("", q.Say("import.cancelled", nil))
	reply.InPlace = true
	return reply, nil
}

// pendingRefusal turns an error of a file that waits into a refusal.
func pendingRefusal(err error) error {
	switch {
	case errors.Is(err, postgres.ErrNotFound):
		return chat.Refuse("refusal.no-pending-import", locale.Args{"Import": chat.Mention("import")})
	case errors.Is(err, importing.ErrBegun):
		return chat.Refuse("refusal.import-begun", locale.Args{})
	}
	return err
}

// ImportRefusal turns an error of an import into a refusal.
func ImportRefusal(ctx context.Context, env *handler.Env, q handler.Query, name string, report importing.Report, err error) error {
	var badName *library.NameError
	var tooLarge *chat.TooLargeError
	switch {
	case errors.As(err, &badName):
		return chat.Refuse("refusal.collection-name", locale.Args{"Name": chat.Quoted(badName.Name), "Most": library.MaxName})
	case errors.As(err, &tooLarge):
		return chat.Refuse("refusal.file-too-large", locale.Args{"File": chat.Quoted(tooLarge.Name), "Most": tooLarge.Most >> 20})
	case errors.Is(err, postgres.ErrUnavailable), errors.Is(err, postgres.ErrRepeated), handler.Interrupted(err):
		return err
	case report.Read == 0:
		env.Config.Log.WarnContext(ctx, "a file could not be read", "file", name, "guild", q.Place.GuildID, "error", err)
		return chat.Refuse("refusal.unreadable", locale.Args{"File": chat.Quoted(name)})
	}
	env.Config.Log.ErrorContext(ctx, "an import failed", "file", name, "guild", q.Place.GuildID, "error", err)
	return chat.Refuse("refusal.import", locale.Args{"File": chat.Quoted(name), "New": q.Count("count.new-puzzles", report.New, nil)})
}

// imported is the reply after an import: its counts, the first rejected lines, and a warning if the guild has chosen other
// collections.
func imported(ctx context.Context, env *handler.Env, q handler.Query, name string, report importing.Report) chat.Reply {
	lines := []chat.Text{importCounts(q.Speech, name, report)}
	switch {
	case report.Repeated:
		lines = append(lines, q.Say("import.repeated", nil))
	case report.New+report.Duplicates == 0:
		lines = append(lines, q.Say("import.nothing", nil))
	}
	lines = append(lines, firstRejected(q.Speech, report)...)
	if report.ImportID != 0 {
		isChosen := func(o library.Offer) bool { return o.Chosen && o.Own && o.Name == report.Collection }
		s, err := Shelf(ctx, env, q.Place.GuildID) // its error would hide the report
		if err == nil && s.restricted() && !slices.ContainsFunc(s.Offers, isChosen) {
			lines = append(lines, q.Say("import.not-chosen", locale.Args{"Collections": chat.Mention("collections")}))
		}
	}
	return chat.Private(q.Text("title.import", locale.Args{"Collection": report.Collection}), chat.Join("\n", lines...))
}

// preview lists the result of an import in advance: the puzzles by tier, and the reasons for rejected lines.
func preview(s chat.Speech, name string, report importing.Report) chat.Text {
	lines := []chat.Text{importCounts(s, name, report)}
	switch {
	case report.Repeated:
		return chat.Join("\n", append(lines, s.Say("import.repeated", nil))...)
	case report.New+report.Duplicates > 0:
		lines = append(lines, s.Say("import.tiers", locale.Args{"Puzzles": tierCounts(s, report.Tiers)}))
	default:
		lines = append(lines, s.Say("import.nothing", nil))
	}
	const most = 5
	for i, reason := range report.Reasons {
		if i == most {
			break
		}
		lines = append(lines, s.Say("import.reason", locale.Args{"Lines": s.Count("count.lines", reason.Lines, nil), "Reason": rejectionKind(s, reason)}))
	}
	return chat.Join("\n", append(lines, firstRejected(s, report)...)...)
}

func importCounts(s chat.Speech, name string, report importing.Report) chat.Text {
	return s.Say("import.report", locale.Args{
		"File": chat.Typed(name), "Read": s.Count("count.lines", report.Read, nil), "New": report.New,
		"Duplicates": s.Count("count.duplicates", report.Duplicates, nil), "Rejected": report.Rejected,
	})
}

func firstRejected(s chat.Speech, report importing.Report) (lines []chat.Text) {
	for i, reject := range report.Rejects {
		const shown = 5
		if i == shown {
			return append(lines, s.SayCount("list.more", report.Rejected-shown, nil))
		}
		lines = append(lines, s.Say("import.rejected", locale.Args{"Line": reject.Line, "Reason": rejection(s, reject)}))
	}
	return lines
}

// rejectionKind is a reason that several rejected lines have in common. A kind without a key, as an older
// version may have left in the archive, is shown unchanged.
func rejectionKind(s chat.Speech, c importing.ReasonCount) chat.Part {
	if c.Kind != "" {
		return chat.Part{Text: s.Text("import.kind."+string(c.Kind), nil)}
	}
	return chat.Typed(c.Reason)
}

// rejection is the reason for a rejected line: in full if its error has words in the language, else its kind.
// In English the archive's text has more detail than the kind.
func rejection(s chat.Speech, r importing.Reject) chat.Part {
	const most = 250
	if text, ok := s.Error(r.Err); ok {
		return chat.Part{Text: chat.Cut(text, most)}
	}
	if r.Kind != "" && s.Tag() != "en" {
		return chat.Part{Text: s.Text("import.kind."+string(r.Kind), nil)}
	}
	return chat.Typed(chat.Cut(r.Reason, most))
}
