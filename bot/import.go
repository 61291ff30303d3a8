package bot

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/locale"
)

func importCommand() handler {
	return handler{
		name: "import",
		options: []Option{
			{Name: "file", Required: true, Kind: FileOption},
			{Name: "collection", Kind: OwnCollectionOption},
		},
		admin: true, slow: true, example: []Given{{Name: "file", Value: "puzzles.txt"}}, answer: (*Bot).importFile,
		buttons: []button{
			{verb: ConfirmImport, handler: &handler{name: "confirmed-import", admin: true, slow: true, answer: (*Bot).confirmImport}},
			{verb: CancelImport, handler: &handler{name: "cancelled-import", admin: true, answer: (*Bot).cancelImport}},
		},
	}
}

var errNoGuild = errors.New("an import outside of any guild")

// importFile shows what a file would bring, and buttons to import it or not. Where there are no
// buttons it imports the file.
func (b *Bot) importFile(ctx context.Context, q query) (Reply, error) {
	if q.Place.GuildID == "" { // the archive would take it for the operator's
		return Reply{}, errNoGuild
	}
	name := path.Base(q.File.Name)
	file, err := b.openFile(q, name)
	if err != nil {
		return Reply{}, err
	}
	defer file.Close()
	o := b.importOptions(q, q.option("collection"), name)
	if !q.Buttons {
		report, err := b.store.ImportFile(ctx, o, file)
		if err != nil {
			return Reply{}, b.importRefusal(q, name, report, err)
		}
		return b.imported(ctx, q, name, report), nil
	}
	content, err := io.ReadAll(file) // no more than the network allows
	if err != nil {
		return Reply{}, b.importRefusal(q, name, library.Report{}, err)
	}
	return b.previewImport(ctx, q, o, content)
}

// openFile opens the attached file; its error is a refusal.
func (b *Bot) openFile(q query, name string) (io.ReadCloser, error) {
	file, err := q.File.Open()
	var tooLarge *TooLargeError
	switch {
	case errors.As(err, &tooLarge):
		return nil, refuse("refusal.file-too-large", locale.Args{"File": quoted(tooLarge.Name), "Most": tooLarge.Most >> 20})
	case errors.Is(err, ErrNotFetched):
		b.config.Log.Warn("an attachment was not imported", "file", name, "guild", q.Place.GuildID, "error", err)
		return nil, refuse("refusal.not-fetched", locale.Args{"File": quoted(q.File.Name)})
	case err != nil:
		return nil, refuse("refusal.file", locale.Args{"File": quoted(q.File.Name), "Reason": typed(err.Error())})
	}
	return file, nil
}

func (b *Bot) importOptions(q query, collection, file string) library.ImportOptions {
	return library.ImportOptions{
		GuildID: q.Place.GuildID, Collection: collection, File: file, Request: q.ID, By: q.by(),
		Progress: func(r library.Report) { q.showProgress(file, r) },
	}
}

// by names the player for the archive.
func (q query) by() string { return people.Signature(q.player(q.Player).Text, q.Player.ID) }

// showProgress shows how far an import is.
func (q query) showProgress(file string, r library.Report) {
	if q.Progress == nil || r.Read == 0 || r.Read == r.Total {
		return
	}
	q.Progress(q.Say("import.progress", locale.Args{"File": typed(file), "Read": r.Read, "Total": q.Count("count.lines", r.Total, nil)}))
}

// previewImport says what a file would bring, and keeps it until the player confirms.
func (b *Bot) previewImport(ctx context.Context, q query, o library.ImportOptions, content []byte) (Reply, error) {
	o.DryRun = true
	report, err := b.store.ImportFile(ctx, o, bytes.NewReader(content))
	if err != nil {
		return Reply{}, b.importRefusal(q, o.File, library.Report{}, err)
	}
	title := q.Text("title.import-preview", locale.Args{"Collection": report.Collection})
	body := q.preview(o.File, report)
	if report.New+report.Duplicates == 0 || report.Repeated {
		return private(title, body), nil
	}
	id, err := b.store.AddPending(ctx, library.PendingImport{
		GuildID: q.Place.GuildID, PlayerID: q.Player.ID, Collection: o.Collection, File: o.File, Content: content,
	})
	if errors.Is(err, library.ErrManyPending) {
		return Reply{}, refuse("refusal.many-imports", nil)
	}
	if err != nil {
		return Reply{}, err
	}
	reply := private(title, join("\n", body, q.Say("import.confirm", nil)))
	number := strconv.FormatInt(id, 10)
	reply.Screen.Rows = buttons(
		Button{Label: q.Text("button.import", nil), Press: Press{Verb: ConfirmImport, Argument: number}},
		Button{Label: q.Text("button.cancel", nil), Press: Press{Verb: CancelImport, Argument: number}},
	)
	return reply, nil
}

// confirmImport imports a file of which a preview was shown. Where the bot stops meanwhile, the file
// still waits, and the button goes on where the import stopped.
func (b *Bot) confirmImport(ctx context.Context, q query) (Reply, error) {
	id, _ := strconv.ParseInt(q.pressed.Argument, 10, 64)
	p, err := b.store.BeginPending(ctx, q.Place.GuildID, id)
	if err != nil {
		return Reply{}, pendingRefusal(err)
	}
	report, err := b.store.ImportFile(ctx, b.importOptions(q, p.Collection, p.File), bytes.NewReader(p.Content))
	if err != nil {
		return Reply{}, b.importRefusal(q, p.File, report, err)
	}
	b.noteImport(ctx, q, p, report)
	reply := b.imported(ctx, q, p.File, report)
	reply.InPlace = true
	return reply, nil
}

// noteImport writes down who imported what, and forgets the file. What fails of that does not matter to
// the player: the file goes in an hour.
func (b *Bot) noteImport(ctx context.Context, q query, p library.PendingImport, r library.Report) {
	err := b.store.NoteImport(ctx, p.GuildID, q.by(), p.File, r)
	if err := errors.Join(err, b.store.DropPending(ctx, p.GuildID, p.ID)); err != nil {
		b.config.Log.Warn("an import was not noted", "file", p.File, "guild", p.GuildID, "error", err)
	}
}

// cancelImport forgets a file of which a preview was shown, unless a process has begun to import it.
func (b *Bot) cancelImport(ctx context.Context, q query) (Reply, error) {
	id, _ := strconv.ParseInt(q.pressed.Argument, 10, 64)
	if err := b.store.CancelPending(ctx, q.Place.GuildID, id); err != nil {
		return Reply{}, pendingRefusal(err)
	}
	reply := private("", q.Say("import.cancelled", nil))
	reply.InPlace = true
	return reply, nil
}

// pendingRefusal says what an error of a file that waits means.
func pendingRefusal(err error) error {
	switch {
	case errors.Is(err, postgres.ErrNotFound):
		return refuse("refusal.no-pending-import", locale.Args{"Import": command("import")})
	case errors.Is(err, library.ErrBegun):
		return refuse("refusal.import-begun", locale.Args{})
	}
	return err
}

// importRefusal says what an error of an import means.
func (b *Bot) importRefusal(q query, name string, report library.Report, err error) error {
	var badName *library.NameError
	var tooLarge *TooLargeError
	switch {
	case errors.As(err, &badName):
		return refuse("refusal.collection-name", locale.Args{"Name": quoted(badName.Name), "Most": library.MaxName})
	case errors.As(err, &tooLarge):
		return refuse("refusal.file-too-large", locale.Args{"File": quoted(tooLarge.Name), "Most": tooLarge.Most >> 20})
	case errors.Is(err, postgres.ErrUnavailable), errors.Is(err, postgres.ErrRepeated), interrupted(err):
		return err
	case report.Read == 0:
		b.config.Log.Warn("a file could not be read", "file", name, "guild", q.Place.GuildID, "error", err)
		return refuse("refusal.unreadable", locale.Args{"File": quoted(name)})
	}
	b.config.Log.Error("an import failed", "file", name, "guild", q.Place.GuildID, "error", err)
	return refuse("refusal.import", locale.Args{"File": quoted(name), "New": q.Count("count.new-puzzles", report.New, nil)})
}

// imported says what an import did.
func (b *Bot) imported(ctx context.Context, q query, name string, report library.Report) Reply {
	body := q.report(name, report)
	if report.ImportID != 0 && b.leftOut(ctx, q, report.Collection) {
		body = join("\n", body, q.Say("import.not-chosen", locale.Args{"Collections": command("collections")}))
	}
	return private(q.Text("title.import", locale.Args{"Collection": report.Collection}), body)
}

// leftOut reports whether the guild has chosen other collections than one of its own.
func (b *Bot) leftOut(ctx context.Context, q query, name string) bool {
	s, err := b.shelf(ctx, q.Place.GuildID) // its error would hide what was imported
	return err == nil && s.restricted() && !slices.ContainsFunc(s.used(), func(o library.Offer) bool { return o.Own && o.Name == name })
}

// report says what an import did, and shows the first lines that were rejected.
func (s speech) report(name string, report library.Report) Text {
	lines := []Text{s.importCounts(name, report)}
	switch {
	case report.Repeated:
		lines = append(lines, s.Say("import.repeated", nil))
	case report.New+report.Duplicates == 0:
		lines = append(lines, s.Say("import.nothing", nil))
	}
	return join("\n", append(lines, s.firstRejected(report)...)...)
}

// preview says what an import would do: what puzzles there are by tier, and why lines are rejected.
func (s speech) preview(name string, report library.Report) Text {
	lines := []Text{s.importCounts(name, report)}
	switch {
	case report.Repeated:
		return join("\n", append(lines, s.Say("import.repeated", nil))...)
	case report.New+report.Duplicates > 0:
		lines = append(lines, s.Say("import.tiers", locale.Args{"Puzzles": s.supply(report.Tiers)}))
	default:
		lines = append(lines, s.Say("import.nothing", nil))
	}
	const most = 5
	for i, reason := range report.Reasons {
		if i == most {
			break
		}
		lines = append(lines, s.Say("import.reason", locale.Args{"Lines": s.Count("count.lines", reason.Lines, nil), "Reason": s.rejectionKind(reason)}))
	}
	return join("\n", append(lines, s.firstRejected(report)...)...)
}

func (s speech) importCounts(name string, report library.Report) Text {
	return s.Say("import.report", locale.Args{
		"File": typed(name), "Read": s.Count("count.lines", report.Read, nil), "New": report.New,
		"Duplicates": s.Count("count.duplicates", report.Duplicates, nil), "Rejected": report.Rejected,
	})
}

func (s speech) firstRejected(report library.Report) (lines []Text) {
	for i, reject := range report.Rejects {
		const shown = 5
		if i == shown {
			return append(lines, s.SayCount("list.more", report.Rejected-shown, nil))
		}
		lines = append(lines, s.Say("import.rejected", locale.Args{"Line": reject.Line, "Reason": s.rejection(reject)}))
	}
	return lines
}
