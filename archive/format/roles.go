package format

import (
	"slices"
	"strings"
	"unicode"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A saved game has several grids: the clues, the player's board, and often the solution. Programs name them as they
// like, and so does the header of a table. All formats find the clues here: by the words of the names, else by the
// digits, since a position has all clues of its puzzle. If neither decides, the puzzle is rejected.

// role is the part of a grid in a saved game, as its name gives it. Of two grids, the one with the greater role has
// the clues.
type role int

const (
	solutionRole role = iota - 2
	currentRole       // the board of a player
	anyRole           // a name without a meaning: grid, board, or an unknown word
	puzzleRole
	originalRole
)

// roleWords are the words in names that give a role. If a name has several, the first list decides.
var roleWords = []struct {
	role  role
	words string
}{
	{currentRole, `user player my entered entries entry progress working attempt guess guesses typed input played progression
		spieler eingabe eingaben joueur jugador giocatore jogador speler`},
	{solutionRole, `solution solutions solved answer answers sol soln solns full complete completed finished solucion solución
		soluciones solucao solução soluzione soluzioni loesung loesungen lösung lösungen losung oplossing løsning lösning
		rozwiazanie rozwiązanie reseni řešení resenie riešenie çözüm cozum решение ответ відповідь megoldás megoldas ratkaisu
		reponse réponse respuesta resposta risposta resuelto resolvido risolto resolu résolu geloest gelöst opgelost
		答案 解答 答え 解 정답 해답`},
	{originalRole, `initial init original orig origin start starting started given givens fixed base clue clues seed template preset
		prefilled predefined default locked static immutable readonly constant const source begin beginning first raw fresh
		untouched unmodified blank pristine setup reset
		anfang anfangs vorgabe vorgaben gegeben gegebene ausgang ausgangs startfeld hinweise
		initiale initiales depart départ debut début originale donnees données indices
		inicial iniciales inicio original pista pistas dados dadas iniziale iniziali inizio indizi
		gegevens beginstand poczatkowa początkowa poczatkowy początkowy vychozi výchozí zadani zadání başlangıç baslangic
		начальное начальная начало исходное исходная исходный kezdő kezdo
		初始 原始 题目 題目 初期 問題 초기 문제`},
	{currentRole, `current state now cur curr present latest last previous prev save saved filled marked session snapshot history
		aktuell aktuelle aktueller stand spielstand zustand actuel actuelle courant courante etat état actual estado corrente
		attuale stato atual huidig huidige aktualna aktualny aktuální şimdiki guncel güncel текущее текущая текущий состояние
		当前 目前 當前 現在 현재`},
	{puzzleRole, `puzzle puzzles quiz quizzes question questions unsolved sudoku mission problem problems task challenge incomplete
		aufgabe aufgaben raetsel rätsel enigme énigme enigma rompecabezas quebra puzle opgave zagadka задача загадка`},
}

// roleLists maps each word to the index of its list.
var roleLists = func() map[string]int {
	lists := map[string]int{}
	for i, list := range slices.Backward(roleWords) {
		for word := range strings.FieldsSeq(list.words) {
			lists[word] = i
		}
	}
	return lists
}()

// gridNouns are nouns for a grid itself, alone or behind a word above: initialboard.
var gridNouns = []string{"board", "grid", "cells", "cell", "values", "value", "digits", "numbers", "matrix", "array", "string", "str", "table", "field",
	"data", "rows", "layout", "game", "text", "list", "state", "puzzle", "sudoku", "tablero", "grille", "brett", "feld", "tabuleiro", "griglia"}

// roleOf returns the role that a name gives a grid.
func roleOf(name string) role {
	first := len(roleWords)
	for _, word := range wordsOf(name) {
		if list, known := roleLists[word]; known {
			first = min(first, list)
		}
	}
	if first == len(roleWords) {
		return anyRole
	}
	return roleWords[first].role
}

// wordsOf returns the words of a name: initial and board of initialBoard, INITIAL_BOARD and initialboard.
func wordsOf(name string) (words []string) {
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, apart(strings.ToLower(string(word)))...)
		}
		word = word[:0]
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsMark(r):
			end()
			continue
		case unicode.IsUpper(r) && (i > 0 && unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			end()
		}
		word = append(word, r)
	}
	end()
	return words
}

// apart cuts a noun for a grid off a word, if the rest is a known word.
func apart(word string) []string {
	if _, known := roleLists[word]; known || slices.Contains(gridNouns, word) {
		return []string{word}
	}
	for _, noun := range gridNouns {
		for _, rest := range []string{strings.TrimSuffix(word, noun), strings.TrimPrefix(word, noun), strings.TrimPrefix(word, "is")} {
			if _, known := roleLists[rest]; known && rest != word {
				return []string{rest, noun}
			}
		}
	}
	return []string{word}
}

// isOnlyRole reports whether a name has only words of roles and grids.
func isOnlyRole(name string) bool {
	words := wordsOf(name)
	for _, word := range words {
		if _, known := roleLists[word]; !known && !slices.Contains(gridNouns, word) {
			return false
		}
	}
	return len(words) > 0
}

// named is one grid of a saved game.
type named struct {
	name  string
	role  role
	grid  sudoku.Grid
	text  string   // its cells as they are written
	marks []string // of its cells, if there are any
}

func (n named) full() bool { return n.grid.Len() == len(n.grid.Shape().Cells()) }

// cluesAmong returns the index of the grid with the clues, among those in an object or a row, and -1 if none has
// them. The error names two grids that could have the clues.
func cluesAmong(grids []named, where string) (int, error) {
	best := -1
	for i, n := range grids {
		if n.role == solutionRole {
			continue
		}
		if best < 0 || better(n, grids[best]) {
			best = i
		}
	}
	if best < 0 || grids[best].full() || grids[best].grid.Len() == 0 {
		return best, nil
	}
	clues := grids[best]
	for _, n := range grids {
		switch {
		case n.role == solutionRole || n.full() || n.grid == clues.grid || n.grid.Len() == 0:
		case !isOnlyRole(n.name) && conflicts(n.grid): // perhaps a map of regions
		case disagree(clues.grid, n.grid),
			n.role == clues.role && !n.grid.Extends(clues.grid),
			clues.grid.Extends(n.grid):
			return -1, failf(SeveralGrids, `%d grids in one %s, as %q and %q: give the puzzle as "puzzle"`, len(grids), where, clues.name, n.name)
		}
	}
	return best, nil
}

// better reports whether a has the clues rather than b. A grid with digits and empty cells comes first, then the
// greater role, then the grid that the other one extends.
func better(a, b named) bool {
	open := func(n named) bool { return !n.full() && n.grid.Len() > 0 }
	switch {
	case open(a) != open(b):
		return open(a)
	case a.grid.Len() == 0 != (b.grid.Len() == 0):
		return a.grid.Len() > 0
	case a.role != b.role:
		return a.role > b.role
	}
	return a.grid != b.grid && b.grid.Extends(a.grid)
}

// areApart reports whether the open grids of an object are puzzles of their own, as "easy" and "hard"; full ones are
// solutions. Their names give no role, and neither grid extends the other. More than three grids need only the names,
// since a saved game has fewer.
func areApart(grids []named) bool {
	var puzzles []named
	for _, n := range grids {
		if !n.full() {
			puzzles = append(puzzles, n)
		}
	}
	many := len(puzzles) > 3
	for i, n := range puzzles {
		isNamed := n.role == anyRole || many && n.role == solutionRole // "several solutions"
		if !isNamed || isOnlyRole(n.name) || conflicts(n.grid) {
			return false
		}
		for _, other := range puzzles[:i] {
			if !many && !disagree(n.grid, other.grid) {
				return false
			}
		}
	}
	return true
}

// disagree reports whether two grids have different digits in a cell, so that neither extends the other.
func disagree(a, b sudoku.Grid) bool {
	if a.Shape() != b.Shape() {
		return true
	}
	for _, c := range a.Shape().Cells() {
		if a.At(c) != 0 && b.At(c) != 0 && a.At(c) != b.At(c) {
			return true
		}
	}
	return false
}

func conflicts(g sudoku.Grid) bool {
	for range g.Conflicts() {
		return true
	}
	return false
}
