package terminal

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// narrowest is the width below which lines are left to the terminal to break.
const narrowest = 20

// wrapped breaks lines at blanks, and between Chinese characters, so that they fit a width. What goes to
// the next line is indented by two more than its line.
func wrapped(text string, width int) string {
	if width < narrowest {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = wrappedLine(line, width)
	}
	return strings.Join(lines, "\n")
}

func wrappedLine(line string, width int) string {
	if runewidth.StringWidth(line) <= width {
		return line
	}
	indent := ""
	if rest := strings.TrimLeft(line, " "); rest != line {
		indent = line[:len(line)-len(rest)] + "  "
	}
	var out strings.Builder
	column, begun := 0, false
	for _, piece := range pieces(line) {
		if end := column + runewidth.StringWidth(strings.TrimRight(piece, " ")); begun && end > width {
			out.WriteString("\n" + indent)
			column = len(indent)
		}
		out.WriteString(piece)
		column += runewidth.StringWidth(piece)
		begun = begun || strings.TrimSpace(piece) != ""
	}
	return strings.ReplaceAll(out.String(), " \n", "\n")
}

// pieces divides a line where it may be broken.
func pieces(line string) (all []string) {
	runes, begin := []rune(line), 0
	for i := 1; i < len(runes); i++ {
		if breaks(runes[i-1], runes[i]) {
			all = append(all, string(runes[begin:i]))
			begin = i
		}
	}
	return append(all, string(runes[begin:]))
}

// breaks reports whether a line may end between two runes: not before a sign that closes, nor after one
// that opens.
func breaks(before, after rune) bool {
	if before == ' ' || after == ' ' {
		return before == ' ' && after != ' '
	}
	wide := runewidth.RuneWidth(before) > 1 || runewidth.RuneWidth(after) > 1
	return wide && !strings.ContainsRune("、。，：；！？）」』》…", after) && !strings.ContainsRune("（「『《/#", before)
}
