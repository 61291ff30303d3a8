package board

import (
	"strings"

	"github.com/gridkeeper/gridkeeper/locale"
)

// wordsOf returns what the page and its script say in a language. A placeholder is a name in braces:
// the script fills it in.
func wordsOf(l locale.Language) map[string]string {
	return map[string]string{
		"board":             l.Text("browser.board", nil),
		"keys":              l.Text("browser.keys", nil),
		"cell":              l.Text("browser.cell", locale.Args{"Row": "{row}", "Column": "{column}"}),
		"cellGiven":         l.Text("browser.cell-given", locale.Args{"Digit": "{digit}"}),
		"cellEmpty":         l.Text("browser.cell-empty", nil),
		"cellCorner":        l.Text("browser.cell-corner", locale.Args{"Digits": "{digits}"}),
		"cellMarks":         l.Text("browser.cell-marks", locale.Args{"Digits": "{digits}"}),
		"cellColours":       l.Text("browser.cell-colours", locale.Args{"Colours": "{colours}"}),
		"cellCandidate":     l.Text("browser.cell-candidate", locale.Args{"Digit": "{digit}", "Colours": "{colours}"}),
		"cellClash":         l.Text("browser.cell-clash", nil),
		"key":               l.Text("browser.key", locale.Args{"Digit": "{digit}", "Left": "{left}"}),
		"keyColour":         l.Text("browser.key-colour", locale.Args{"Colour": "{colour}"}),
		"modes":             l.Text("browser.modes", nil),
		"modeDigit":         l.Text("browser.mode-digit", nil),
		"modeCorner":        l.Text("browser.mode-corner", nil),
		"modeCentre":        l.Text("browser.mode-centre", nil),
		"modeColour":        l.Text("browser.mode-colour", nil),
		"erase":             l.Text("browser.erase", nil),
		"undo":              l.Text("browser.undo", nil),
		"redo":              l.Text("browser.redo", nil),
		"hint":              l.Text("browser.hint", nil),
		"hintMore":          l.Text("browser.hint-more", nil),
		"hintLevel":         l.Text("browser.hint-level", locale.Args{"Level": "{level}", "Most": "{most}"}),
		"check":             l.Text("browser.check", nil),
		"submit":            l.Text("browser.submit", nil),
		"rewind":            l.Text("browser.rewind", nil),
		"share":             l.Text("browser.share", nil),
		"more":              l.Text("browser.more", nil),
		"home":              l.Text("browser.home", nil),
		"close":             l.Text("browser.close", nil),
		"automatic":         l.Text("browser.automatic", nil),
		"digitFirst":        l.Text("browser.digit-first", nil),
		"several":           l.Text("browser.several", nil),
		"showTimer":         l.Text("browser.show-timer", nil),
		"lightSame":         l.Text("browser.light-same", nil),
		"timer":             l.Text("browser.timer", nil),
		"print":             l.Text("browser.print", nil),
		"help":              l.Text("browser.help", nil),
		"theme":             l.Text("browser.theme", nil),
		"themeAuto":         l.Text("browser.theme-auto", nil),
		"themeLight":        l.Text("browser.theme-light", nil),
		"themeDark":         l.Text("browser.theme-dark", nil),
		"themeContrast":     l.Text("browser.theme-contrast", nil),
		"themeApply":        l.Text("browser.theme-apply", nil),
		"pages":             l.Text("page.nav", nil),
		"chooseFirst":       l.Text("browser.choose-first", nil),
		"saved":             l.Text("browser.saved", nil),
		"saving":            l.Text("browser.saving", nil),
		"offline":           l.Text("browser.offline", locale.Args{"Count": "{count}"}),
		"refused":           l.Text("browser.refused", locale.Args{"Problem": "{problem}"}),
		"signedOut":         l.Text("browser.signed-out", locale.Args{"Count": "{count}"}),
		"needsNetwork":      l.Text("browser.needs-network", nil),
		"fromElsewhere":     l.Text("browser.from-elsewhere", locale.Args{"Cells": "{cells}"}),
		"both":              l.Text("browser.both", nil),
		"bothHere":          l.Text("browser.both-here", locale.Args{"Value": "{value}"}),
		"bothThere":         l.Text("browser.both-there", locale.Args{"Value": "{value}"}),
		"nothing":           l.Text("browser.nothing", nil),
		"solved":            l.Text("browser.solved", nil),
		"solvedIn":          l.Text("browser.solved-in", locale.Args{"Time": "{time}"}),
		"fullWrong":         l.Text("browser.full-wrong", nil),
		"replay":            l.Text("browser.replay", nil),
		"replayStep":        l.Text("browser.replay-step", locale.Args{"Step": "{step}", "Steps": "{steps}"}),
		"play":              l.Text("browser.play", nil),
		"pause":             l.Text("browser.pause", nil),
		"copied":            l.Text("browser.copied", nil),
		"saidDigit":         l.Text("browser.said-digit", locale.Args{"Cell": "{cell}", "Digit": "{digit}"}),
		"saidCleared":       l.Text("browser.said-cleared", locale.Args{"Cell": "{cell}"}),
		"saidMarks":         l.Text("browser.said-marks", locale.Args{"Cell": "{cell}", "Digits": "{digits}"}),
		"saidCorner":        l.Text("browser.said-corner", locale.Args{"Cell": "{cell}", "Digits": "{digits}"}),
		"saidColours":       l.Text("browser.said-colours", locale.Args{"Cell": "{cell}", "Colours": "{colours}"}),
		"saidClash":         l.Text("browser.said-clash", locale.Args{"Cell": "{cell}", "Digit": "{digit}"}),
		"saidCells":         l.Text("browser.said-cells", locale.Args{"Count": "{count}"}),
		"saidGiven":         l.Text("browser.said-given", locale.Args{"Cell": "{cell}"}),
		"saidUndone":        l.Text("browser.said-undone", locale.Args{"What": "{what}"}),
		"saidRedone":        l.Text("browser.said-redone", locale.Args{"What": "{what}"}),
		"saidNothingToUndo": l.Text("browser.said-nothing-to-undo", nil),
		"saidNothingToRedo": l.Text("browser.said-nothing-to-redo", nil),
		"saidHeld":          l.Text("browser.said-held", locale.Args{"Digit": "{digit}"}),
		"saidReleased":      l.Text("browser.said-released", nil),
		"saidSelected":      l.Text("browser.said-selected", locale.Args{"Count": "{count}"}),
		"pattern":           l.Text("browser.pattern", nil),
		"removed":           l.Text("browser.removed", nil),
		"placed":            l.Text("browser.placed", nil),
		"helpArrows":        l.Text("browser.help-arrows", nil),
		"helpDigits":        l.Text("browser.help-digits", nil),
		"helpModes":         l.Text("browser.help-modes", nil),
		"helpErase":         l.Text("browser.help-erase", nil),
		"helpUndo":          l.Text("browser.help-undo", nil),
		"helpMouse":         l.Text("browser.help-mouse", nil),
		"helpDouble":        l.Text("browser.help-double", nil),
		"helpLong":          l.Text("browser.help-long", nil),
		"helpColour":        l.Text("browser.help-colour", nil),
	}
}

// fill replaces the placeholders of a text: pairs of name and value.
func fill(text string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, "{"+pairs[i]+"}", pairs[i+1])
	}
	return text
}
