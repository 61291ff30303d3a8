package bot

import (
	"context"
	"errors"
	"path"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/locale"
)

func importCommand() handler {
	return handler{
		name: "import",
		options: []Option{
			{Name: "file", Required: true, Kind: FileOption},
			{Name: "collection", Kind: TextOption},
		},
		admin: true, slow: true, example: []Given{{"file", "puzzles.txt"}}, answer: (*Bot).importFile,
	}
}

var errNoGuild = errors.New("an import outside of any guild")

func (b *Bot) importFile(ctx context.Context, q query) (Reply, error) {
	if q.Place.GuildID == "" { // the archive would take it for the operator's
		return Reply{}, errNoGuild
	}
	name := path.Base(q.File.Name)
	file, err := q.File.Open()
	var tooLarge *TooLargeError
	if errors.As(err, &tooLarge) {
		return Reply{}, refuse("refusal.file-too-large", locale.Args{"File": quoted(tooLarge.Name), "Most": tooLarge.Most >> 20})
	}
	if errors.Is(err, ErrNotFetched) {
		b.config.Log.Warn("an attachment was not imported", "file", name, "guild", q.Place.GuildID, "error", err)
		return Reply{}, refuse("refusal.not-fetched", locale.Args{"File": quoted(q.File.Name)})
	}
	if err != nil {
		return Reply{}, refuse("refusal.file", locale.Args{"File": quoted(q.File.Name), "Reason": typed(err.Error())})
	}
	defer file.Close()
	report, err := b.store.ImportFile(ctx, archive.ImportOptions{
		GuildID: q.Place.GuildID, Collection: q.option("collection"), File: name, Request: q.ID,
		By: archive.Signature(q.player(q.Player).Text, q.Player.ID),
	}, file)
	var badName *archive.NameError
	switch {
	case errors.As(err, &badName):
		return Reply{}, refuse("refusal.collection-name", locale.Args{"Name": quoted(badName.Name), "Most": archive.MaxName})
	case errors.As(err, &tooLarge):
		return Reply{}, refuse("refusal.file-too-large", locale.Args{"File": quoted(tooLarge.Name), "Most": tooLarge.Most >> 20})
	case errors.Is(err, archive.ErrUnavailable), errors.Is(err, archive.ErrRepeated), interrupted(err):
		return Reply{}, err
	case err != nil && report.Read == 0:
		b.config.Log.Warn("a file could not be read", "file", name, "guild", q.Place.GuildID, "error", err)
		return Reply{}, refuse("refusal.unreadable", locale.Args{"File": quoted(name)})
	case err != nil:
		b.config.Log.Error("an import failed", "file", name, "guild", q.Place.GuildID, "error", err)
		return Reply{}, refuse("refusal.import", locale.Args{"File": quoted(name), "New": q.Count("count.new-puzzles", report.New, nil)})
	}
	body := q.report(name, report)
	if b.leftOut(ctx, q, report.Collection) {
		body = join("\n", body, q.Say("import.not-chosen", locale.Args{"Collections": command("collections")}))
	}
	return private(q.Text("title.import", locale.Args{"Collection": report.Collection}), body), nil
}

// leftOut reports whether the guild has chosen other collections than one of its own.
func (b *Bot) leftOut(ctx context.Context, q query, name string) bool {
	s, err := b.shelf(ctx, q.Place.GuildID) // its error would hide what was imported
	return err == nil && s.restricted() && !slices.ContainsFunc(s.used(), func(o archive.Offer) bool { return o.Own && o.Name == name })
}

// report says what an import did, and shows the first lines that were rejected.
func (s speech) report(name string, report archive.Report) Text {
	lines := []Text{s.Say("import.report", locale.Args{
		"File": typed(name), "Read": s.Count("count.lines", report.Read, nil), "New": report.New,
		"Duplicates": s.Count("count.duplicates", report.Duplicates, nil), "Rejected": report.Rejected,
	})}
	if report.Repeated {
		lines = append(lines, s.Say("import.repeated", nil))
	}
	for i, reject := range report.Rejects {
		const shown = 5
		if i == shown {
			lines = append(lines, s.SayCount("list.more", report.Rejected-shown, nil))
			break
		}
		lines = append(lines, s.Say("import.rejected", locale.Args{"Line": reject.Line, "Reason": typed(cut(reject.Reason, 200))}))
	}
	return join("\n", lines...)
}
