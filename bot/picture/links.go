package picture

import (
	"container/heap"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Point is a place on a board, in sides of a cell from the upper left corner.
type Point struct{ X, Y float64 }

func (p Point) plus(q Point) Point       { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) minus(q Point) Point      { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) times(f float64) Point    { return Point{p.X * f, p.Y * f} }
func (p Point) distance(q Point) float64 { return distance(p.X-q.X, p.Y-q.Y) }
func (p Point) towards(q Point, by float64) Point {
	if far := p.distance(q); far > 0 {
		return p.plus(q.minus(p).times(by / far))
	}
	return p
}

// The room that the parts of a board take, in sides of a cell.
const (
	spots      = 0.93  // the grid of the candidates in a cell
	RingRadius = 0.135 // around a candidate of a step
	digitRoom  = 0.32  // around the middle of a digit: no link comes nearer
	markRoom   = 0.11  // around the middle of a candidate
)

// Spot returns the middle of a candidate: each digit has its place in the cell.
func Spot(shape sudoku.Shape, k sudoku.Candidate) Point {
	width, height := shape.BoxWidth(), shape.BoxHeight()
	at := func(i, of int) float64 { return 0.5 + (float64(i)-float64(of-1)/2)*spots/float64(width) }
	return Point{float64(k.Cell.Column()) + at(int(k.Digit-1)%width, width), float64(k.Cell.Row()) + at(int(k.Digit-1)/width, height)}
}

func middle(c sudoku.Cell) Point { return Point{float64(c.Column()) + 0.5, float64(c.Row()) + 0.5} }

// Path is a line of quadratic Bézier curves: its start, and for each curve the control point and the end.
type Path []Point

// straight returns the path along some points.
func straight(points ...Point) Path {
	path := Path{points[0]}
	for i, p := range points[1:] {
		path = append(path, points[i].plus(p).times(0.5), p)
	}
	return path
}

// at returns a point of a curve, counted from 0, with t from 0 to 1.
func (p Path) at(curve int, t float64) Point {
	a, b, c := p[2*curve], p[2*curve+1], p[2*curve+2]
	return a.times((1 - t) * (1 - t)).plus(b.times(2 * t * (1 - t))).plus(c.times(t * t))
}

// Points returns points along the path, at most so far apart.
func (p Path) Points(apart float64) []Point {
	points := p[:1:1]
	for curve := range len(p) / 2 {
		long := p[2*curve].distance(p[2*curve+1]) + p[2*curve+1].distance(p[2*curve+2])
		n := int(long/apart) + 1
		for i := 1; i <= n; i++ {
			points = append(points, p.at(curve, float64(i)/float64(n)))
		}
	}
	return points
}

// SVG returns the path as the attribute d of an SVG path, scaled and moved.
func (p Path) SVG(scale float64, origin Point) string {
	var out strings.Builder
	text := func(q Point) string {
		q = origin.plus(q.times(scale))
		return fmt.Sprintf("%g %g", math.Round(q.X*1000)/1000, math.Round(q.Y*1000)/1000)
	}
	out.WriteString("M" + text(p[0]))
	for i := 2; i < len(p); i += 2 {
		if p[i-2].plus(p[i]).times(0.5).distance(p[i-1]) < 1e-6 {
			out.WriteString("L" + text(p[i]))
		} else {
			out.WriteString("Q" + text(p[i-1]) + " " + text(p[i]))
		}
	}
	return out.String()
}

// without returns the path without its part within a distance from its start.
func (p Path) without(near float64) Path {
	for curve := range len(p) / 2 {
		const parts = 64
		for i := 1; i <= parts; i++ {
			t, step := float64(i)/parts, 1.0/parts
			if p[0].distance(p.at(curve, t)) < near {
				continue
			}
			for range 8 { // halve the part in which the path leaves the ring
				if step /= 2; p[0].distance(p.at(curve, t-step)) >= near {
					t -= step
				}
			}
			a, b, c := p[2*curve], p[2*curve+1], p[2*curve+2]
			mid := b.times(1 - t).plus(c.times(t)) // de Casteljau
			return append(Path{a.times((1 - t) * (1 - t)).plus(b.times(2 * t * (1 - t))).plus(c.times(t * t)), mid, c}, p[2*curve+3:]...)
		}
	}
	return p[len(p)-1:]
}

// Line is a link with its way from the ring of the one candidate to that of the other.
type Line struct {
	logic.Link
	Path Path
}

// head returns the two strokes at the end of a link that leads on, none for others.
func (l Line) head() Path {
	if l.Kind != logic.Follows {
		return nil
	}
	tip, from := l.Path[len(l.Path)-1], l.Path[len(l.Path)-2]
	back, aside := tip.towards(from, 0.13), Point{}.towards(Point{from.Y - tip.Y, tip.X - from.X}, 0.06)
	return straight(back.plus(aside), tip, back.minus(aside))
}

// SVG returns the line as the attribute d of an SVG path, scaled and moved.
func (l Line) SVG(scale float64, origin Point) string {
	if head := l.head(); head != nil {
		return l.Path.SVG(scale, origin) + head.SVG(scale, origin)
	}
	return l.Path.SVG(scale, origin)
}

// String returns [Line.SVG] in sides of a cell.
func (l Line) String() string { return l.SVG(1, Point{}) }

// Lines returns the links of the step with their ways, none of which runs through a digit, or through another
// candidate that is drawn.
func (b Diagram) Lines() []Line {
	var lines []Line
	r := routes{shape: b.Grid.Shape(), grid: b.Grid, shown: b.shown()}
	for _, link := range b.Links {
		path := r.way(link)
		if len(path) > 1 {
			lines = append(lines, Line{link, path})
		}
	}
	return lines
}

// links draws the links of a step, and rings around the digits that show why a single is one.
func (d *drawing) links() {
	for c := range d.diagram.Because.All() {
		x, y := d.place(c).centre()
		d.ring(x, y, 0.4*d.cell, d.signWidth(), d.inks.Pattern)
	}
	width := 1.5 * d.signWidth()
	pixel := func(p Point) point { return point{leftMargin + p.X*d.cell, float64(d.top) + p.Y*d.cell} }
	for _, line := range d.diagram.Lines() {
		var way []point
		for _, p := range line.Path.Points(0.05) {
			way = append(way, pixel(p))
		}
		d.curve(way, width, d.inks.Link, line.Kind == logic.Weak)
		if head := line.head(); head != nil {
			d.curve([]point{pixel(head[0]), pixel(head[2]), pixel(head[4])}, width, d.inks.Link, false)
		}
	}
}

// shown returns the candidates to draw: the marks, and the candidates of a step.
func (b Diagram) shown() sudoku.Pencilmarks {
	all := b.Marks
	for _, k := range slices.Concat(b.Pattern, b.Extras, b.Placements, b.Eliminations) {
		all[k.Cell] = all[k.Cell].With(k.Digit)
	}
	return all
}

// routes finds ways for links.
type routes struct {
	shape sudoku.Shape
	grid  sudoku.Grid
	shown sudoku.Pencilmarks
	link  logic.Link // the present one
	taken []Point    // along the ways of the links before it
}

// way returns the way of a link: a straight line, else an arc, else a way between the candidates with round corners.
func (r *routes) way(link logic.Link) Path {
	r.link = link
	from, to := Spot(r.shape, link.From), Spot(r.shape, link.To)
	var spare, best Path
	for _, arc := range arcs(from, to) {
		if !r.isFree(arc) {
			continue
		}
		if !r.isCrowded(arc) {
			best = arc
			break
		}
		if spare == nil {
			spare = arc
		}
	}
	if best == nil {
		best = spare
	}
	if best == nil {
		best = r.around(from, to)
	}
	ends := best.without(RingRadius)
	slices.Reverse(ends)
	ends = ends.without(RingRadius)
	slices.Reverse(ends)
	r.taken = append(r.taken, ends.Points(0.1)...)
	return ends
}

// arcs lists curves between two points, the flattest first. A line between two neighbours would be hidden by
// their rings.
func arcs(from, to Point) (all []Path) {
	chord := to.minus(from)
	long := from.distance(to)
	across := Point{-chord.Y / long, chord.X / long}
	if long > 2*RingRadius+0.1 {
		all = append(all, straight(from, to))
	}
	for bulge := 0.1; bulge <= 0.2+0.25*long; bulge += 0.05 {
		for _, along := range [...]float64{0.5, 0.3, 0.7} {
			for _, side := range [...]float64{1, -1} {
				all = append(all, Path{from, from.plus(chord.times(along)).plus(across.times(2 * bulge * side)), to})
			}
		}
	}
	return all
}

// isFree reports whether a path keeps away from digits and other candidates.
func (r *routes) isFree(path Path) bool {
	for curve := range len(path) / 2 {
		long := path[2*curve].distance(path[2*curve+1]) + path[2*curve+1].distance(path[2*curve+2])
		n := max(int(long/0.02), 2)
		for i := range n + 1 {
			if !r.isFreeAt(path.at(curve, float64(i)/float64(n))) {
				return false
			}
		}
	}
	return true
}

func (r *routes) isFreeAt(p Point) bool {
	const edge = 0.04
	side := float64(r.shape.Side())
	if p.X < edge || p.Y < edge || p.X > side-edge || p.Y > side-edge {
		return false
	}
	c := sudoku.CellAt(int(p.Y), int(p.X)) // nothing in another cell is as near
	if r.grid.At(c) != 0 {
		return p.distance(middle(c)) >= digitRoom || c == r.link.From.Cell || c == r.link.To.Cell
	}
	for d := range r.shown[c].All() {
		k := sudoku.Candidate{Cell: c, Digit: d}
		if k != r.link.From && k != r.link.To && p.distance(Spot(r.shape, k)) < markRoom {
			return false
		}
	}
	return true
}

// isCrowded reports whether a path runs beside the ways of other links.
func (r *routes) isCrowded(path Path) bool {
	points, near := path.Points(0.1), 0
	for _, p := range points {
		if slices.ContainsFunc(r.taken, func(q Point) bool { return p.distance(q) < 0.07 }) {
			near++
		}
	}
	return near > 3 && near > len(points)/3
}

// around returns the shortest way along the lines between cells and between the places of candidates, drawn tight and
// with round corners. There always is one.
func (r *routes) around(from, to Point) Path {
	points := r.search(from, to)
	tight := points[:1:1]
	for i := 0; i < len(points)-1; {
		next := i + 1
		for j := len(points) - 1; j > next; j-- {
			if r.isFree(straight(points[i], points[j])) {
				next = j
			}
		}
		tight, i = append(tight, points[next]), next
	}
	path := Path{from}
	for i := 1; i < len(tight)-1; i++ {
		before, corner, after := tight[i-1], tight[i], tight[i+1]
		for cut := min(0.3, before.distance(corner)/2, corner.distance(after)/2); ; cut /= 2 {
			start, end := corner.towards(before, cut), corner.towards(after, cut)
			if cut < 0.02 || r.isFree(Path{start, corner, end}) {
				path = append(path, path[len(path)-1].plus(start).times(0.5), start, corner, end)
				break
			}
		}
	}
	return append(path, path[len(path)-1].plus(to).times(0.5), to)
}

// step is a node of the search (A*, Hart, Nilsson and Raphael 1968).
type step struct {
	node       int
	cost, best float64 // from the start, and to the end at least
}

type queue []step

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].best < q[j].best }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(step)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// search returns the points of the shortest way.
func (r *routes) search(from, to Point) []Point {
	lines := func(spotsHere int) (at []float64) { // of one direction: borders, candidates, and midway between
		for i := range r.shape.Side() {
			at = append(at, float64(i))
			for j := range 2*spotsHere - 1 {
				at = append(at, float64(i)+0.5+(float64(j)/2-float64(spotsHere-1)/2)*spots/float64(r.shape.BoxWidth()))
			}
		}
		return at
	}
	across, down := lines(r.shape.BoxWidth()), lines(r.shape.BoxHeight())
	count := len(across)
	point := func(node int) Point { return Point{across[node%count], down[node/count]} }
	nearest := func(lines []float64, x float64) int {
		return slices.IndexFunc(lines, func(at float64) bool { return math.Abs(at-x) < 1e-6 })
	}
	start, end := nearest(down, from.Y)*count+nearest(across, from.X), nearest(down, to.Y)*count+nearest(across, to.X)
	before, costs := make([]int, count*len(down)), make([]float64, count*len(down))
	for i := range costs {
		costs[i] = math.Inf(1)
	}
	costs[start] = 0
	open := queue{{start, 0, from.distance(to)}}
	for len(open) > 0 {
		now := heap.Pop(&open).(step)
		if now.node == end {
			break
		}
		if now.cost > costs[now.node] {
			continue
		}
		x, y, here := now.node%count, now.node/count, point(now.node)
		for dy := max(y-1, 0); dy <= min(y+1, len(down)-1); dy++ {
			for dx := max(x-1, 0); dx <= min(x+1, count-1); dx++ {
				next := dy*count + dx
				there := point(next)
				cost := here.distance(there)
				if dx == x && dx%(2*r.shape.BoxWidth()) == 0 || dy == y && dy%(2*r.shape.BoxHeight()) == 0 {
					cost *= 1.4 // along the line between two cells, which hides it
				}
				if cost += now.cost; cost < costs[next] && r.isFree(straight(here, there)) {
					costs[next], before[next] = cost, now.node
					heap.Push(&open, step{next, cost, cost + there.distance(to)})
				}
			}
		}
	}
	if math.IsInf(costs[end], 1) { // from or to a place that other candidates share
		return []Point{from, to}
	}
	points := []Point{to}
	for node := end; node != start; {
		node = before[node]
		points = append(points, point(node))
	}
	slices.Reverse(points)
	return points
}
