package pages

import (
	"fmt"
	"sync"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// thumbnail is a small picture of a step, without digits: the cells of its pattern, the houses, the chain, and its
// conclusion. Each field is the data of an SVG path, on a grid of cells of ten units that all pictures of a size share.
type thumbnail struct {
	thumbnailGrid
	Houses, Cover  string // frames
	Cells, Dots    string // of the pattern
	Chain          string
	Placed, Struck string
}

// thumbnailGrid has the lines that the pictures of a size share.
type thumbnailGrid struct {
	Side        int // in cells
	Thin, Thick string
}

// Width is the width of a picture, with a margin.
func (g thumbnailGrid) Width() int { return 10*g.Side + 4 }

func gridOf(shape sudoku.Shape) thumbnailGrid {
	g := thumbnailGrid{Side: shape.Side()}
	end := 10 * g.Side
	g.Thick = fmt.Sprintf("M0 0h%dv%[1]dh-%[1]dz", end)
	for i := 1; i < g.Side; i++ {
		column, row := &g.Thin, &g.Thin
		if i%shape.BoxWidth() == 0 {
			column = &g.Thick
		}
		if i%shape.BoxHeight() == 0 {
			row = &g.Thick
		}
		*column += fmt.Sprintf("M%d 0v%d", 10*i, end)
		*row += fmt.Sprintf("M0 %dh%d", 10*i, end)
	}
	return g
}

// thumbnails has a picture of each technique's example. Finding the examples takes half a second.
var thumbnails = sync.OnceValue(func() map[logic.Technique]*thumbnail {
	all := map[logic.Technique]*thumbnail{}
	for _, t := range logic.Techniques {
		e := examplesOf(t)[0]
		all[t] = thumbnailOf(picture.Diagram{Clues: e.state.Clues(), Grid: e.state.Grid, Marks: e.state.Marks}.Showing(e.step))
	}
	return all
})

func thumbnailOf(b picture.Diagram) *thumbnail {
	t := thumbnail{thumbnailGrid: gridOf(b.Grid.Shape())}
	frame := func(path *string, house sudoku.House, inset int) {
		cells := b.Grid.Shape().House(house)
		from, to := cells[0], cells[len(cells)-1]
		width, height := 10*(to.Column()-from.Column()+1)-2*inset, 10*(to.Row()-from.Row()+1)-2*inset
		*path += fmt.Sprintf("M%d %dh%dv%dh%dz", 10*from.Column()+inset, 10*from.Row()+inset, width, height, -width)
	}
	for _, h := range b.Cover {
		frame(&t.Cover, h, 2)
	}
	for _, h := range b.Houses {
		frame(&t.Houses, h, 1)
	}
	draw := func(path *string, cells sudoku.Cells, at int, shape string) {
		for c := range cells.All() {
			*path += fmt.Sprintf("M%d %d%s", 10*c.Column()+at, 10*c.Row()+at, shape)
		}
	}
	placed, struck := cellsOf(b.Placements), cellsOf(b.Eliminations)
	pattern := cellsOf(b.Pattern).Union(cellsOf(b.Extras)).Minus(placed)
	both := pattern.Intersect(struck) // each has half of the cell
	draw(&t.Cells, pattern, 0, "h10v10h-10z")
	draw(&t.Dots, pattern.Minus(both), 5, "h0")
	draw(&t.Dots, both, 3, "h0")
	draw(&t.Placed, placed, 1, "h8v8h-8z")
	draw(&t.Struck, struck.Minus(both), 2, "l6 6m0-6l-6 6")
	draw(&t.Struck, both, 5, "l4 4m0-4l-4 4")
	for _, link := range b.Links {
		if from, to := link.From.Cell, link.To.Cell; link.Kind != logic.Follows && from != to {
			t.Chain += fmt.Sprintf("M%d %dL%d %d", 10*from.Column()+5, 10*from.Row()+5, 10*to.Column()+5, 10*to.Row()+5)
		}
	}
	return &t
}

func cellsOf(candidates []sudoku.Candidate) (cells sudoku.Cells) {
	for _, c := range candidates {
		cells = cells.With(c.Cell)
	}
	return cells
}
