package bot

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive"
)

func importCommand() handler {
	return handler{Command{
		Name:        "import",
		Description: "Add a file of puzzles to the archive",
		Options: []Option{
			{Name: "file", Description: "puzzles, one a line or in any common format, packed or not", Required: true, Kind: Attached},
			{Name: "collection", Description: "the name of the collection; the file's name if left out", Kind: Text},
		},
		Admin:   true,
		Example: "/import puzzles.txt",
		Details: "Puzzles that the archive has already, also turned, mirrored or relabelled, are told apart and kept once; lines that are no puzzle are named.",
	}, (*Bot).importFile}
}

func (b *Bot) importFile(ctx context.Context, r Request) (Reply, error) {
	if b.config.Importer == nil {
		return Reply{}, refuse("files cannot be imported here: use gridkeeper import on the machine that runs the bot")
	}
	file, err := r.Attachment.Open()
	if err != nil {
		return Reply{}, refuse("cannot read %q: %v", r.Attachment.Name, err)
	}
	defer file.Close()
	name := path.Base(r.Attachment.Name)
	report, err := b.config.Importer(ctx, archive.ImportOptions{
		Collection: r.option("collection"),
		File:       name,
		By:         fmt.Sprintf("%s (%s)", called(r.Player), r.Player.ID),
	}, name, file)
	if err != nil {
		b.config.Log.Error("an import failed", "file", name, "guild", r.Guild, "error", err)
		return Reply{}, refuse("%q was read up to a fault, and what was read before is kept: %s came in; give the file again to go on where it stopped",
			name, count(report.New, "new puzzle"))
	}
	return Reply{Title: "Import into " + report.Collection, Text: reportText(name, report), Private: true}, nil
}

// reportText says what an import did, and shows the first lines that were rejected.
func reportText(name string, report archive.Report) string {
	lines := []string{fmt.Sprintf("%s: %s read, %d new, %s, %d rejected.", name,
		count(report.Read, "line"), report.New, count(report.Duplicates, "duplicate"), report.Rejected)}
	if report.Repeated {
		lines = append(lines, "This very file was imported before; nothing was added.")
	}
	for i, reject := range report.Rejects {
		const shown = 5
		if i == shown {
			lines = append(lines, fmt.Sprintf("and %d more", report.Rejected-shown))
			break
		}
		lines = append(lines, fmt.Sprintf("line %d: %s", reject.Line, cut(reject.Reason, 200)))
	}
	return strings.Join(lines, "\n")
}
