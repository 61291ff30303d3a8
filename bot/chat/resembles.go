package chat

// Resembles reports whether two words differ by one letter, or two where they are long, an exchange
// of neighbours counting as one. It is the optimal string alignment distance: F. J. Damerau, "A
// technique for computer detection and correction of spelling errors", 1964.
func Resembles(a, b string) bool {
	x, y := []rune(a), []rune(b)
	most := 1 + min(len(x), len(y))/6
	if len(x)-len(y) > most || len(y)-len(x) > most {
		return false
	}
	rows := [3][]int{}
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
	}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := 1; i <= len(x); i++ {
		before, last, now := rows[(i-1)%3], rows[i%3], rows[(i+1)%3]
		now[0] = i
		for j := 1; j <= len(y); j++ {
			differs := 1
			if x[i-1] == y[j-1] {
				differs = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+differs)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
	}
	return rows[(len(x)+1)%3][len(y)] <= most
}
