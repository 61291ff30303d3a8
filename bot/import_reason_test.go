package bot

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
)

// rejectedLines are not puzzles, each for another reason.
var rejectedLines = []string{
	"", "hello world", strings.Repeat("1", 80), "5" + strings.Repeat(".", 15), strings.Repeat("1", 81), "12" + strings.Repeat(".", 79),
	"1234341221434321", "12.4............", "1234............", "12345678." + "........9" + strings.Repeat(".", 63),
}

// A preview says in the player's language why lines are rejected, one by one and by kind.
func TestPreviewLanguage(t *testing.T) {
	english, pseudo := speech{explain.In(locale.Match("en"))}, speech{explain.In(speakPseudo(t))}
	for _, line := range rejectedLines {
		err := notAPuzzle(line)
		if err == nil {
			t.Errorf("%q is a puzzle", line)
			continue
		}
		kind, reason := library.ReasonKind(err.Error())
		count := library.ReasonCount{Kind: kind, Reason: reason, Lines: 1}
		report := library.Report{
			Collection: "1", Read: 1, Rejected: 1, Reasons: []library.ReasonCount{count},
			Rejects: []library.Reject{{Line: 1, Text: line, Reason: err.Error()}},
		}
		body := pseudo.preview("1", report)
		found := strings.ReplaceAll(strings.Join(leaked(Reply{Screen: Screen{Body: body}}), " "), "hello world", "")
		if strings.Trim(found, " ") != "" || kind == "" {
			t.Errorf("%q, rejected for %q: English in it: %q\n%s", line, kind, found, body)
		}
		if english.rejectionKind(count).Text == "" || english.rejection(report.Rejects[0]).Kind != PlainPart {
			t.Errorf("%q: %s", line, english.preview("1", report))
		}
	}
}

// What is not found again is shown by its kind, in English as the archive has it, and so is what has no kind.
func TestUnknownRejection(t *testing.T) {
	english, german := speech{explain.In(locale.Match("en"))}, speech{explain.In(locale.Match("de"))}
	several := library.Reject{Text: "a,b,c", Reason: "2 grids in one line: want one puzzle a line"}
	if got := english.rejection(several); got.Kind != CodePart || got.Text != several.Reason {
		t.Errorf("in English: %+v", got)
	}
	if got := german.rejection(several); got.Kind != PlainPart || got.Text != "mehrere Rätsel in einer Zeile" {
		t.Errorf("in German: %+v", got)
	}
	odd := library.Reject{Text: strings.Repeat(".", 81), Reason: "the moon is full: x"}
	if got := german.rejection(odd); got.Kind != CodePart || got.Text != odd.Reason {
		t.Errorf("without a kind: %+v", got)
	}
	if got := german.rejectionKind(library.ReasonCount{Reason: "zip: a"}); got.Kind != CodePart || got.Text != "zip: a" {
		t.Errorf("%+v", got)
	}
}
