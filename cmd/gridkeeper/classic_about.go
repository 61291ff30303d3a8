package main

// aboutMethods say of each historic method where it comes from and what it does differently.
var aboutMethods = map[string]string{
	"moler": `Source: C. Moler, "Solving Sudoku with MATLAB", MathWorks.

What it does: it fills singletons, cells with one candidate, the first in column-major order first.
If a cell has no candidate it goes back. Else it takes the first open cell, again in column-major
order, puts its candidates in one after the other, and calls itself. A step is a digit put in.

What it does differently: a candidate is what row, column and box leave; nothing else is ever
concluded, not even that a digit has one place left in a house. The cell to guess in is the next
one, however many candidates it has. So its own example takes 15,028 steps. It returns the first
solution that it finds; that there is no other is seen only by listing all (--solutions 2). The
program as published does not look whether the clues contradict each other; here that is an error.`,

	"choices": `Source: a PHP program described in a weblog on 26 June 2006, "number of choices".

What it does: it counts the choices of each open cell, fills all cells that have one, and counts
again. When each cell has more, it guesses in the cell that has fewest; of equals, in the one whose
filling lowers the choices of most other cells. When a cell has none it takes the last guess back.
It can go on to further solutions (--solutions N).

What it does differently: it sees the same singletons as Moler and nothing else, but it chooses
where to guess: Moler's example takes it 8 guesses in place of 2,933. What the weblog leaves open is
decided so: what a cell lowers is counted for each of its choices and added up; then the first cell
in reading order; choices ascending.`,

	"huang": `Source: Y.-L. Huang, "The Study of Minimum Sudoku", master's thesis, National Chiao Tung
University, 2009, chapter 3.

What it does: it sees the candidates from each side: the digits of a cell, D(c,r); the columns of a
digit in a row, C(r,d); the rows of a digit in a column, R(c,d); the places of a digit in a box,
N(b,d). If w of the nine sets of a row, column, box or digit have w elements together, the others
have none of these. Seen as digits that is a Naked w, as places a Hidden w, over the lines of one
digit an X-Wing w; so one code over bit masks finds them all, and he calls them all Naked w. The
order is Naked 1, Naked 2, Naked 3, Locked, then a guess; the first that does something is a step.

What it does differently: it has one technique where others have seven, and needs a guess only
where these fail. --order classic has the techniques apart, in the order of his table 5 (a); short
leaves out Naked 3, as his quickest run does. The thesis does not say where to guess; here it is in
the cell with fewest candidates, the first in reading order.`,
}
