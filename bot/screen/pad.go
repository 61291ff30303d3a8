package screen

import (
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// pad is the buttons below a board, for players without a keyboard. A network has room for five
// rows of five buttons, and a phone for three of them side by side; 81 cells do not fit. So three rows of three,
// in the places of the grid, ask for a digit, which is kept, then for a box, then for one of its cells:
// two taps a digit. If the board leaves one digit for a box, one tap is enough: see [pad.only]. Players may also choose
// the cell first and then its digit. Smaller grids need fewer screens: see pad_small.go.
//
// A choice writes nothing. Each button carries the revision of the board above it, and
// its effect: a [view], and for a digit the moves in play's notation.
type pad struct {
	chat.Speech
	game games.Game
	view view

	inBrowser bool // the game can be opened there
}

// padOf returns the buttons below a game, none once it is finished.
func padOf(q handler.Query, game games.Game) [][]chat.Button {
	if !game.Finished.IsZero() {
		return nil
	}
	return pad{q.Speech, game, viewOf(q, game), q.InBrowser}.rows()
}

// rows are all buttons of the pad: of a Sudoku, nine for the next choice, laid out as the cells of a box, and the tools.
func (p pad) rows() [][]chat.Button {
	var nine []chat.Button
	button := p.digit
	switch {
	case p.view.more:
		return p.morePage()
	case p.showsAllCells():
		return p.allCells()
	case p.isSmall():
		return p.digitsAndBoxes()
	case !p.view.cellFirst && p.view.Digit == 0:
		button = p.digitToKeep
	case p.view.box == 0:
		button = p.box
	case p.view.cell == 0:
		button = p.cell
	}
	for n := range 9 {
		nine = append(nine, button(n+1))
	}
	return append([][]chat.Button{nine[:3], nine[3:6], nine[6:9]}, p.tools()...)
}

// viewOf returns the player's view of the pad of a game.
func viewOf(q handler.Query, game games.Game) view {
	if q.Pressed == nil || q.Pressed.GameID != game.ID { // not from the pad of this game
		look := q.Option("look")
		wanted := look == "" && game.Settings.AsText || q.Pressed != nil && q.Pressed.View == TextView
		return view{text: look == handler.TextLook || wanted}
	}
	return ParseView(game.Shape, q.Pressed.View)
}

// withChoice adds to a text which digit, box or cell of the pad is chosen: the picture shows it, and not everyone
// sees that.
func withChoice(q handler.Query, game games.Game, body chat.Text) chat.Text {
	if v := viewOf(q, game); game.Finished.IsZero() {
		args := locale.Args{"Digit": v.Digit, "Box": v.box}
		switch {
		case v.cell > 0:
			args["Cells"] = pad{game: game}.name(cellOf(game.Shape, v.box, v.cell))
			return chat.Join("\n", body, q.Say("alt.chosen", args))
		case v.Digit > 0 && v.box > 0:
			return chat.Join("\n", body, q.Say("alt.tap-cell", args))
		case v.Digit > 0:
			return chat.Join("\n", body, q.Say("alt.tap-box", args))
		case v.box > 0:
			return chat.Join("\n", body, q.Say("alt.box", args))
		}
	}
	return body
}

// press is the press of a button of the pad, with the view that follows.
func (p pad) press(verb chat.Verb, argument string, to view) chat.Press {
	return chat.Press{Verb: verb, Argument: argument, GameID: p.game.ID, Revision: p.game.Revision, View: to.String()}
}

// button is a button of the pad whose label is a message.
func (p pad) button(label string, verb chat.Verb, argument string, to view) chat.Button {
	return chat.Button{Label: p.Text(label, nil), Look: chat.QuietLook, Press: p.press(verb, argument, to)}
}

// digitToKeep is the button that chooses a digit before its cells, with how many are left.
func (p pad) digitToKeep(n int) chat.Button {
	to := p.view
	to.Digit = sudoku.Digit(n)
	return chat.Button{Label: p.digitLabel(to.Digit), Look: chat.QuietLook, Press: p.press(chat.TurnTo, "", to)}
}

func (p pad) digitLabel(d sudoku.Digit) string {
	return p.Count("pad.digit", p.left(d), locale.Args{"Digit": d})
}

// left is how many more of a digit the board takes.
func (p pad) left(d sudoku.Digit) int {
	n := p.game.Shape.Side()
	for _, c := range p.game.Shape.Cells() {
		if p.game.Grid.At(c) == d {
			n--
		}
	}
	return max(n, 0)
}

// box is the button of a box, or the move that is left in it. In a box with one empty cell, choosing the box
// chooses the cell. It cannot be pressed where none of its cells can be chosen.
func (p pad) box(n int) chat.Button {
	if left, ok := p.only(n); ok {
		return p.places(left.Cell, left.Digit)
	}
	to := p.view
	to.box = n
	open, last, choosable := 0, 0, false
	for place, c := range p.game.Shape.House(boxHouse(n)) {
		if p.game.Grid.At(c) == 0 {
			open, last = open+1, place+1
		}
		choosable = choosable || p.takes(c)
	}
	if open == 1 && p.view.cellFirst {
		to.cell = last
	}
	return chat.Button{
		Label: p.Text("pad.box", locale.Args{"Box": n, "Open": open}), Look: chat.QuietLook,
		Press: p.press(chat.TurnTo, "", to), Disabled: !choosable,
	}
}

// only returns the one digit that the board leaves for a box, with its place: the chosen digit in the last empty cell or,
// with all candidates marked, in the only cell that has it marked. If the box has the digit already, it is the only mark of a
// cell. It reveals nothing that the player does not see: without marks it ignores rows and columns.
func (p pad) only(box int) (left sudoku.Candidate, ok bool) {
	d := p.view.Digit
	if p.view.pencil || d == 0 {
		return left, false
	}
	marked := p.game.Marked()
	has := p.game.Grid.Digits(boxHouse(box)).Has(d)
	n := 0
	for _, c := range p.game.Shape.House(boxHouse(box)) {
		switch last := p.lastMark(c); {
		case p.game.Grid.At(c) != 0:
		case has && last != 0:
			left, n = sudoku.Candidate{Cell: c, Digit: last}, n+1
		case !has && (!marked || p.game.Marks[c].Has(d)):
			left, n = sudoku.Candidate{Cell: c, Digit: d}, n+1
		}
	}
	return left, n == 1
}

// places is the button that writes a digit at once, as its label announces.
func (p pad) places(c sudoku.Cell, d sudoku.Digit) chat.Button {
	label := p.Text("pad.place", locale.Args{"Cell": p.name(c), "Digit": d})
	return chat.Button{Label: label, Look: chat.QuietLook, Press: p.writes(c, d)}
}

// lastMark returns the only mark of a cell, where all candidates are marked; 0: it has others.
func (p pad) lastMark(c sudoku.Cell) sudoku.Digit {
	if p.view.pencil || p.game.Marks[c].Len() != 1 || !p.game.Marked() {
		return 0
	}
	return p.game.Marks[c].First()
}

// takes reports whether a cell can be changed: it holds no clue, and the digit that is to go into
// it is not a clue of the same box.
func (p pad) takes(c sudoku.Cell) bool {
	if p.game.Clues.At(c) != 0 {
		return false
	}
	box := boxHouse(p.game.Shape.Box(c) + 1)
	return p.view.pencil || p.lastMark(c) != 0 || !p.game.Clues.Digits(box).Has(p.view.Digit)
}

// cell is the button of a cell of the chosen box: it chooses the cell, or with a digit kept puts
// the digit there. A cell with one mark left takes that.
func (p pad) cell(place int) chat.Button {
	c := cellOf(p.game.Shape, p.view.box, place)
	if d := p.lastMark(c); d != 0 {
		return p.places(c, d)
	}
	b := chat.Button{Label: p.label(c), Look: chat.QuietLook, Disabled: !p.takes(c)}
	switch {
	case b.Disabled:
		b.Press = p.press(chat.TurnTo, c.String(), p.view)
	case p.view.Digit > 0:
		b.Press = p.writes(c, p.view.Digit)
		b.Look = p.lookOf(c, p.view.Digit)
	default:
		to := p.view
		to.cell = place
		b.Press = p.press(chat.TurnTo, "", to)
	}
	return b
}

// cellKeys are the messages of a cell's label: of a clue, with a digit, with marks, empty.
type cellKeys struct{ clue, filled, marked, empty string }

var (
	// cellLabels name a cell and its content: "7 given", "r4c5 = 7", "r4c5 ?37", "r4c5".
	cellLabels = cellKeys{"pad.clue", "pad.filled", "pad.marked", "pad.cell"}

	// smallLabels let five buttons stand side by side on a phone: a clue as its digit, "B1=3", "B1?13", "B1".
	smallLabels = cellKeys{"pad.small-clue", "pad.small-filled", "pad.small-marked", "pad.small-cell"}
)

// name names a cell on a button: "r4c5", of a small grid "E4".
func (p pad) name(c sudoku.Cell) string {
	if p.isSmall() {
		return string('A'+byte(c.Column())) + string('1'+byte(c.Row()))
	}
	return c.String()
}

func (p pad) label(c sudoku.Cell) string {
	keys := cellLabels
	if p.isSmall() {
		keys = smallLabels
	}
	marks := p.game.Marks[c].String()
	if n := p.game.Marks[c].Len(); n > 3 { // more than three make a button wider than a third of a phone
		marks = p.Count("pad.marks", n, nil)
	}
	args := locale.Args{"Cell": p.name(c), "Digit": p.game.Grid.At(c), "Marks": marks}
	switch {
	case p.game.Clues.At(c) != 0:
		return p.Text(keys.clue, args)
	case p.game.Grid.At(c) != 0:
		return p.Text(keys.filled, args)
	case p.game.Marks[c] != 0:
		return p.Text(keys.marked, args)
	}
	return p.Text(keys.empty, args)
}

// digit is the button that puts a digit into the chosen cell, or takes it out again.
func (p pad) digit(n int) chat.Button {
	c, d := cellOf(p.game.Shape, p.view.box, p.view.cell), sudoku.Digit(n)
	label := p.digitLabel(d)
	switch {
	case p.view.pencil && p.game.Marks[c].Has(d):
		label = p.Text("pad.unmark", locale.Args{"Digit": d})
	case p.view.pencil:
		label = p.Text("pad.mark", locale.Args{"Digit": d})
	case p.game.Grid.At(c) == d:
		label = p.Text("pad.clear", locale.Args{"Digit": d})
	}
	return chat.Button{Label: label, Look: p.lookOf(c, d), Press: p.writes(c, d)}
}

// lookOf has a digit stand out that its cell holds, or has marked.
func (p pad) lookOf(c sudoku.Cell, d sudoku.Digit) chat.Look {
	if p.view.pencil && p.game.Marks[c].Has(d) || !p.view.pencil && p.game.Grid.At(c) == d {
		return chat.OnLook
	}
	return chat.QuietLook
}

// writes is the press that puts a digit into a cell, or takes it out again. With the pencil, it adds or removes the mark.
func (p pad) writes(c sudoku.Cell, d sudoku.Digit) chat.Press {
	m := play.Move{Kind: play.Place, Cell: c, Digit: d}
	switch {
	case p.view.pencil:
		m = play.Move{Kind: play.Mark, Cell: c, Marks: p.game.Marks[c] ^ sudoku.DigitsOf(d)}
	case p.game.Grid.At(c) == d:
		m = play.Move{Kind: play.Clear, Cell: c}
	}
	text := m.String()
	if !p.view.pencil && p.game.Marked() {
		// All cells are marked, so automatic candidates are on, and stay on.
		text += " " + play.Move{Kind: play.MarkOpen}.String()
	}
	return p.press(chat.Write, text, p.after(m))
}

// after is the view after a move. A pencil usually goes on in the same cell or box; a digit is the last step, and after the
// last one of its kind the next digit is chosen.
func (p pad) after(m play.Move) view {
	to := p.view
	if p.view.pencil {
		return to
	}
	to.box, to.cell = 0, 0
	if m.Kind == play.Place && m.Digit == p.view.Digit && p.left(m.Digit) <= 1 {
		to.Digit = p.unfinished(m.Digit)
	}
	return to
}

// unfinished returns the next digit after one, in turn, of which some are left; 0: none.
func (p pad) unfinished(after sudoku.Digit) sudoku.Digit {
	side := p.game.Shape.Side()
	for i := range side - 1 {
		if d := sudoku.Digit((int(after)+i)%side + 1); p.left(d) > 0 {
			return d
		}
	}
	return 0
}
